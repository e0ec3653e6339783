/**
 * Goes through lines of commands before the first of them comes: code that runs for the first time takes several times as
 * long as the line itself. They are read, played and recorded as real ones, in a store and a folder of their own that
 * nobody else sees; no agent, gate or workspace is asked for anything, and the project is only read.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Drill, type HostingSpec, openSession, type Session, systemClock, systemIds } from '@sigma/engine'
import { projectionOf, projectLive } from '@sigma/engine/projecting'
import { kits } from '@sigma/protocols'
import { gathering } from '../live/gathered.ts'
import type { Project } from '../project/place.ts'
import { bankIn } from '../project/projections.ts'
import { projectSecrets } from '../project/secrets.ts'
import type { World } from '../world.ts'

/** Between two lines: a real one that has come meanwhile is played first. */
const gapMs = 5

export async function goThrough(world: World, project: Project): Promise<void> {
  const drills = await Promise.all(kits.flatMap(({ drill }) => drill?.() ?? []))
  if (drills.length === 0) return
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-drill-')))
  const root = join(scratch, 'project')
  const own: Project = { ...project, folder: join(root, '.sigma') }
  try {
    mkdirSync(root)
    await using session = await openSession({
      folder: own.folder,
      protocols: kits,
      surroundings: { runtimeFolder: '', temporaryFolder: scratch },
      command: 'drill',
      configuration: '',
      signal: world.signal,
      notice: () => undefined,
      hosting: () => hostingOver(world, own, root),
    })
    for (const drill of drills) await played(world, { project: own, session, root }, drill)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

interface Ground {
  readonly project: Project
  readonly session: Session
  readonly root: string
}

async function played(world: World, { project, session, root }: Ground, drill: Drill): Promise<void> {
  const printed: string[] = []
  for (;;) {
    await pause(gapMs, undefined, { signal: world.signal })
    const words = drill({ printed, root })
    if (words === null) return
    const [out, err] = [gathering(), gathering()]
    const giveBack = (): never => {
      throw new Error('A drill is not given back.')
    }
    const lent = { project, session, key: `drill-${printed.length}`, isDrill: true, giveBack } as const
    const terminals = { stdout: out.terminal, stderr: err.terminal, edit: undefined, screen: undefined }
    await world.plays?.({ ...world, ...terminals, typed: undefined, lent }, words, 'sigma')
    printed.push(out.text())
  }
}

const nothing = async (): Promise<never> => {
  throw new Error('In a drill nothing is performed.')
}

function attend(): never {
  throw new Error('In a drill nobody works.')
}

/** Records and writes files as any host does. */
async function hostingOver(world: World, project: Project, root: string): Promise<HostingSpec> {
  const projection = await projectionOf(kits)
  const secrets = projectSecrets(world, project)
  return {
    ports: (_blobs, host) => {
      projectLive({
        ...{ root, top: root, folder: project.folder, protocols: kits, projection, host },
        ...{ isUpToDate: true, tracked: true, memoryBank: bankIn(project), warn: () => undefined },
      })
      return {
        clock: systemClock,
        ids: systemIds,
        secrets,
        agents: { turn: nothing },
        gates: { check: nothing },
        workspaces: {
          ...{ prepare: nothing, intake: nothing, integrate: nothing, restore: nothing, deliver: nothing },
          ...{ observe: nothing, trace: nothing, quarantine: nothing, attend },
        },
        opened: async () => undefined,
        operations: () => [],
        forTurns: () => [],
        closing: async () => undefined,
      }
    },
  }
}
