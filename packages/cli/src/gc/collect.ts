/** `sigma gc`, whoever has the project. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openReader, openTidying, runSizes, SigmaError, type Tidying } from '@sigma/engine'
import { oldIn, type Remains, takeOld } from '@sigma/runtime'
import { interruptedBefore } from '../errors.ts'
import { joinProjectSession } from '../playing/session.ts'
import { cacheFolderOf } from '../project/folders.ts'
import type { Project } from '../project/place.ts'
import { unlessMissing } from '../runs/unless-missing.ts'
import type { World } from '../world.ts'
import { collectAlone, type Wishes } from './alone.ts'
import { collectBeside } from './beside.ts'
import { type Collected, untouched } from './collected.ts'
import { enoughOf, type Family, planOf } from './plan.ts'
import { candidatesOf, remainsOf } from './survey.ts'

/** Fails with `store-locked` where another sigma has the project and cannot be reached, and as a store's opening does. */
export async function collect(world: World, project: Project, wishes: Wishes): Promise<Collected> {
  const remains = remainsOf(world, project)
  const inProject = existsSync(join(project.folder, 'sigma.db'))
    ? await collectHere(world, project, remains, wishes)
    : untouched(remains.bytes(), wishes.ceiling)
  if (world.signal.aborted) throw interruptedBefore()
  const old = oldIn(cacheFolderOf(world), unusedSince(world, wishes))
  await takeOld(old)
  return { ...inProject, elsewhere: old.bytes, notes: [...inProject.notes, ...unknownText(old.unknown)] }
}

const unknownText = (folders: readonly string[]): readonly string[] =>
  folders.length === 0 ? [] : [`Nothing says whose these are, so they stay: ${folders.join(', ')}`]

/** What is all projects', and made again at a cost, goes for its age alone, however eager the person is. */
const unusedSince = ({ now }: World, { endedBefore }: Wishes): number => Math.min(endedBefore, now() - 7 * 86_400_000)

/** What would be done, as far as it can be told beforehand; nothing is touched. */
export function foresee(world: World, project: Project, wishes: Wishes): Collected {
  const remains = remainsOf(world, project)
  const elsewhere = oldIn(cacheFolderOf(world), unusedSince(world, wishes)).bytes
  const before = remains.bytes()
  const nothing = { ...untouched(before, wishes.ceiling), dryRun: true, elsewhere }
  using reader = unlessMissing(() => openReader({ folder: project.folder }))
  if (reader === null) return nothing
  const { take, spare, stays } = planOf(candidatesOf(reader, runSizes(project.folder), remains), wishes)
  const sum = (families: readonly Family[]) => families.reduce((total, { bytes }) => total + bytes, 0)
  const excess = wishes.ceiling === null ? 0 : before - sum(take) - wishes.ceiling
  const all = [...take, ...(excess > 0 ? enoughOf(spare, excess) : [])]
  const taken = all.flatMap(({ runs }) => runs)
  const found = remains.copies(wishes.endedBefore, taken)
  const swept = found.filter((copy) => copy.stays === null).reduce((total, { bytes }) => total + bytes, 0)
  return {
    ...nothing,
    taken,
    after: before - sum(all) - swept,
    stays: stays.filter(({ run }) => !taken.includes(run)),
    copies: found.flatMap(({ kind, name, bytes, stays: why }) => (why === null ? [] : [{ kind, name, bytes, why }])),
  }
}

/** Between two hosts there are moments in which one can neither be joined nor replaced. */
const [patienceMs, pauseMs] = [20_000, 100]

async function collectHere(world: World, project: Project, remains: Remains, wishes: Wishes): Promise<Collected> {
  for (const end = performance.now() + patienceMs; ; await sleep(pauseMs)) {
    if (world.signal.aborted) throw interruptedBefore()
    const tidying = takeProject(world, project, performance.now() < end)
    if (tidying !== null) {
      using held = tidying
      return await collectAlone(world, project, { tidying: held, remains, wishes })
    }
    await using session = await joinProjectSession(world, project, 'sigma gc')
    if (session !== null) return await collectBeside(project, session, { remains, wishes })
  }
}

/** Null: another sigma has it, and is waited for. */
function takeProject(world: World, { folder }: Project, waits: boolean): Tidying | null {
  try {
    return openTidying({ folder, now: world.now() })
  } catch (error) {
    if (waits && error instanceof SigmaError && error.code === 'store-locked') return null
    throw error
  }
}
