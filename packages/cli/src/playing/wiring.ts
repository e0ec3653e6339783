/** Joins engine, runtime and gates into a host that works in this project. Loaded when a process is to become one. */
import { join } from 'node:path'
import {
  aboutRun,
  cleanBlobs,
  gatesOf,
  type Handler,
  type Host,
  type HostingSpec,
  handler,
  holderOf,
  type Reader,
  systemClock,
  systemIds,
  turnAddressOf,
} from '@sigma/engine'
import type { LiveProjections } from '@sigma/engine/projecting'
import { createRehearsals } from '@sigma/measuring'
import { kits } from '@sigma/protocols'
import {
  createAgents,
  createFolders,
  createProcesses,
  createWorkspaces,
  gateEnvironment,
  secretsOf,
  secretTurns,
  usableRepository,
  type WorkspaceStore,
  workspaceConfinement,
} from '@sigma/runtime'
import { dropIn, dropOperation } from '../gc/beside.ts'
import { peopleDesk } from '../people/desk.ts'
import { prepareCache } from '../project/folders.ts'
import type { Project } from '../project/project.ts'
import { keepProjections } from '../project/projections.ts'
import { templateSources } from '../prompts/rows.ts'
import { promptsOfRun } from '../prompts/run-templates.ts'
import { isOpenToWeb, named } from '../set-up/agents.ts'
import { limitsOf, sandboxOf } from '../set-up/sandbox.ts'
import { requireTrust } from '../trust/trust.ts'
import type { World } from '../world.ts'
import { noting } from './confined.ts'
import { fixOperation, takeInFix } from './fix.ts'
import { type TurnHost, turnRehearsals } from './rehearsing.ts'
import { turnReports } from './reporting.ts'

/** What this process needs to be the host. Fails with `untrusted`, whatever way led here. */
export async function hostingIn(world: World, project: Project): Promise<HostingSpec> {
  await requireTrust(world, project)
  const repository = await usableRepository(project.root, world.env['PATH'] ?? '')
  const { config } = project
  const { launch, standing } = await sandboxOf(world, project)
  const secrets = secretsOf({ environment: world.env, agents: config.agents })
  const processes = createProcesses({
    owner: project.folder,
    secrets,
    within: world.env['SIGMA_PROCESS'],
    sandbox: launch === null ? undefined : { launch },
  })
  const limits = limitsOf(config)
  const { hosts } = config.tests
  const sources = await templateSources()
  const cacheFolder = prepareCache(world)
  const { dependencies } = createFolders(repository.root, project.folder, cacheFolder)
  const guardedOf = (run: string): readonly string[] => hosting?.projectOf(run)?.guarded ?? config.guarded
  let workspaces: WorkspaceStore | null = null
  let hosting: TurnHost | null = null
  let reader: Reader | null = null
  const rehearsing = turnRehearsals({
    rehearsals: createRehearsals({
      processes,
      scratch: join(cacheFolder, 'rehearsals'),
      environment: (home, temporary) => gateEnvironment(world.env, home, temporary),
      confined: async (path, scratch) => {
        // No file is held one by one: the agent works there now, and could make a link of it just when it is to be mounted.
        const own = await workspaceConfinement(path, dependencies, [])
        return { ...own, writes: [...own.writes, scratch], hosts, limits }
      },
    }),
    program: world.program,
    host: () => hosting,
    socket: () => {
      const socket = holderOf(project.folder)?.socket ?? null
      return socket === null ? null : turnAddressOf(socket)
    },
  })
  const reporting = turnReports()
  const people = peopleDesk()
  let projections: LiveProjections | null = null
  return {
    ports: (kept) => {
      const blobs = cleanBlobs(kept, secrets)
      workspaces = createWorkspaces({
        repository,
        dataFolder: project.folder,
        cacheFolder,
        blobs,
        processes,
        environment: world.env,
        setup: config.setup,
        confining: { hosts, limits },
        withholds: standing.confined,
        projections: () => projections?.places() ?? null,
        secrets,
      })
      const { agents, roles } = config
      return {
        clock: systemClock,
        ids: systemIds,
        agents: noting(
          reporting.agents(
            rehearsing.agents(
              secretTurns(
                createAgents({
                  agents,
                  roles: named(roles),
                  processes,
                  blobs,
                  environment: world.env,
                  root: project.root,
                  failures: config.limits.failures,
                  confining: { holds: standing.confined, limits, dependencies, guardedOf },
                  people,
                  peopleMs: config.limits.decisions,
                  promptsOf: (run) =>
                    reader === null ? { source: null, overrides: [] } : promptsOfRun(reader, run, sources),
                }),
                secrets,
              ),
            ),
          ),
          project.folder,
          standing,
          new Set(Object.keys(agents).filter((name) => isOpenToWeb(agents[name]))),
        ),
        gates: gatesOf(kits, { processes, checkouts: workspaces, blobs }),
        workspaces,
        secrets,
      }
    },
    // Before any turn begins: agents of a host that was killed may still write into their workspaces (rule 7).
    opened: async (host) => {
      hosting = turnHostOf(host)
      reader = host.reader
      await processes.endLeftovers()
      reporting.begin(host)
      projections = await keepProjections(world, project, repository, host)
    },
    forTurns: () => rehearsing.operations(),
    operations: (host) => [
      ...people.operations(host),
      ...(workspaces === null ? [] : operationsOf(host, workspaces)),
      handler(dropOperation, ({ runs }) => {
        const dropped = dropIn(host, runs)
        projections?.forget()
        return dropped
      }),
    ],
  }
}

/** What others ask of a host that only this program can do. */
function operationsOf(host: Host, workspaces: WorkspaceStore): readonly Handler[] {
  return [handler(fixOperation, (fixed) => takeInFix(host.reader, workspaces, fixed))]
}

const turnHostOf = ({ capabilities, reader }: Host): TurnHost => ({
  capabilities,
  projectOf: (run) => {
    const view = reader.run(run)
    return view === null ? null : (aboutRun(kits, view)?.project ?? null)
  },
})
