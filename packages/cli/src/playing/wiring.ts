/** Joins engine, runtime and gates into a host that works in this project. Loaded when a process is to become one. */
import { platform } from 'node:os'
import { join } from 'node:path'
import {
  type About,
  aboutRun,
  cleanBlobs,
  gatesOf,
  type Handler,
  type HostingSpec,
  type HostMode,
  handler,
  holderOf,
  markIn,
  systemClock,
  systemIds,
  turnAddressOf,
} from '@sigma/engine'
import { createRehearsals } from '@sigma/measuring'
import type { Project as TestedProject } from '@sigma/protocol'
import { kits } from '@sigma/protocols'
import {
  createAgents,
  createFolders,
  createKeptTexts,
  createOwnTools,
  createProcesses,
  createWorkspaces,
  gateEnvironment,
  givenVariables,
  requireGit,
  usableRepository,
  workspaceConfinement,
} from '@sigma/runtime'
import { graceOf } from '../config/grace.ts'
import { dropOperation } from '../gc/beside.ts'
import { liveDesk } from '../live/desk.ts'
import { lineHandlers } from '../live/line.ts'
import { turnTools } from '../live/tools.ts'
import { turnPrograms } from '../live/turn-programs.ts'
import { decisionFiles } from '../people/decision-files.ts'
import { peopleDesk } from '../people/desk.ts'
import { channelsOf } from '../people/notify-channels.ts'
import { notifying } from '../people/notifying.ts'
import { personOf } from '../people/person.ts'
import { prepareCache } from '../project/folders.ts'
import { formatOf } from '../project/formatter.ts'
import type { Project } from '../project/place.ts'
import { projectionsIn } from '../project/projections.ts'
import { projectSecrets } from '../project/secrets.ts'
import { templateSources } from '../prompts/rows.ts'
import { promptsOfRun } from '../prompts/run-templates.ts'
import { isOpenToWeb } from '../set-up/agents.ts'
import { limitsOf, sandboxOf } from '../set-up/sandbox.ts'
import { requireTrust } from '../trust/trust.ts'
import type { World } from '../world.ts'
import { notingStarts } from './confined.ts'
import { fixOperation, mergeOperation, takeInFix, takeInMerge } from './fix.ts'
import { turnRehearsals } from './rehearsing.ts'
import { turnReports } from './reporting.ts'
import { surroundings } from './surroundings.ts'
import { turnMemory } from './turn-memory.ts'

interface Kind {
  /** What this host does for guests beside what every host does. */
  readonly handlers: readonly Handler[]
  readonly mode: HostMode | undefined
}

/** What this process needs to be the host. Fails with `untrusted`, whatever way led here. */
export async function hostingIn(world: World, project: Project, { handlers, mode }: Kind): Promise<HostingSpec> {
  await requireTrust(world, project)
  const path = world.env['PATH'] ?? ''
  const repository = await usableRepository(project.root, path)
  const { config } = project
  const { launch, standing } = await sandboxOf(world, project)
  const secrets = projectSecrets(world, project)
  const processes = createProcesses({
    owner: project.folder,
    secrets,
    within: markIn(world.env),
    sandbox: launch === null ? undefined : { launch },
  })
  const limits = limitsOf(config)
  const { hosts } = config.tests
  const sources = await templateSources()
  const cacheFolder = prepareCache(world)
  const { dependencies } = createFolders(repository.root, project.folder, cacheFolder)
  const projectionsOf = await projectionsIn(world, project, repository, mode === 'standby')
  return {
    ports: (kept, opening) => {
      const { reader, capabilities } = opening
      const blobs = cleanBlobs(kept, secrets)
      const projections = projectionsOf(opening)
      const aboutOf = (run: string): About | null => {
        const view = reader.run(run)
        return view === null ? null : aboutRun(kits, view)
      }
      const projectOf = (run: string): TestedProject | null => aboutOf(run)?.project ?? null
      const workspaces = createWorkspaces({
        repository,
        dataFolder: project.folder,
        cacheFolder,
        blobs,
        processes,
        environment: world.env,
        setup: config.setup,
        format: formatOf(project),
        readsOf: (run) => projectOf(run)?.reads ?? [],
        confining: { hosts, limits },
        confined: standing.confined,
        withholds: standing.confined,
        projections: () => projections.places(),
        secrets,
      })
      const rehearsals = createRehearsals({
        processes,
        scratch: join(cacheFolder, 'rehearsals'),
        environment: (home, temporary, given) => ({
          ...gateEnvironment(world.env, home, temporary),
          ...givenVariables(given, world.env),
        }),
        mirror: workspaces.mirror,
        confined: async (path, scratch) => {
          // No file is held one by one: the agent works there now, and could make a link of it just when it is to be mounted.
          const own = await workspaceConfinement(path, dependencies, [])
          return {
            ...own,
            reads: [...own.reads, ...workspaces.installed()],
            writes: [...own.writes, scratch],
            hosts,
            limits,
          }
        },
      })
      const turnRehearsing = turnRehearsals({
        rehearsals,
        program: world.program,
        capabilities,
        projectOf,
        path,
        programsOf: (run) => (isLive(reader.run(run)?.protocol) ? turnPrograms(world, cacheFolder) : null),
        socket: () => {
          const socket = holderOf(project.folder)?.socket ?? null
          return socket === null ? null : turnAddressOf(socket)
        },
      })
      const live = liveDesk(kits, opening)
      const lines = lineHandlers({ world, root: project.root, desk: live, protocolOf: protocolOfProgram })
      const liveTools = turnTools(kits, reader, live)
      const memory = turnMemory({
        kits,
        host: opening,
        root: project.root,
        memoryBank: config.memoryBank,
        most: config.limits.context,
        secrets,
      })
      const people = peopleDesk(() => requireGit(path))
      const means = { processes, env: world.env, cwd: project.root, platform: platform() }
      if (standing.confined) decisionFiles({ ...opening, folder: project.folder, person: personOf(world) })
      const told = notifying({
        ...opening,
        channels: channelsOf(config.notify, means),
        root: project.root,
        now: world.now,
      })
      const { agents, roles } = config
      const guardedOf = (run: string): readonly string[] => aboutOf(run)?.guarded ?? config.guarded
      return {
        clock: systemClock,
        ids: systemIds,
        agents: createAgents({
          agents,
          roles,
          processes,
          blobs,
          environment: world.env,
          root: project.root,
          failures: config.limits.failures,
          confining: { holds: standing.confined, limits, dependencies, installed: workspaces.installed, guardedOf },
          people,
          peopleMs: config.limits.decisions,
          graceOf: (limitMs) => graceOf(config.limits.reminder, limitMs),
          promptsOf: (run) => promptsOfRun(reader, run, sources),
          surround: surroundings({
            starts: notingStarts(project.folder, standing, openToWeb(agents)),
            isPerson: (agent) => agents[agent]?.kind === 'person',
            report: turnReports(opening, (turn, gone) => [...memory(turn, gone), ...liveTools(turn, gone)]),
            rehearsals: turnRehearsing,
            secrets,
          }),
        }),
        gates: gatesOf(kits, {
          processes,
          checkouts: workspaces,
          blobs,
          secrets,
          kept: createKeptTexts(project.folder),
          tools: createOwnTools({ folder: join(cacheFolder, 'tools'), processes, environment: world.env }),
        }),
        workspaces,
        contextOf: live.contextOf,
        secrets,
        // Before any turn begins: agents of a host that was killed may still write into their workspaces (rule 7).
        opened: () => processes.endLeftovers(),
        closing: told,
        forTurns: () => [...turnRehearsing.operations, ...live.forTurns, ...lines.forTurns],
        operations: (host) => [
          ...handlers,
          ...people.operations(host),
          ...live.forPeople,
          ...lines.forPeople,
          handler(fixOperation, (fixed) => takeInFix(reader, workspaces, fixed)),
          handler(mergeOperation, (merged) => takeInMerge(reader, workspaces, merged)),
          handler(dropOperation, ({ runs }) => {
            const dropped = runs.filter((run) => host.drop(run))
            projections.forget()
            return dropped
          }),
        ],
      }
    },
  }
}

const isLive = (protocol: string | undefined): boolean =>
  kits.some(({ name, live }) => name === protocol && live !== undefined)

/** The protocol that brings the commands of a program; null: none does. */
const protocolOfProgram = (program: string): string | null =>
  kits.find(({ commands, live }) => live !== undefined && commands.some((each) => each.program === program))?.name ??
  null

const openToWeb = (agents: Project['config']['agents']): ReadonlySet<string> =>
  new Set(Object.keys(agents).filter((name) => isOpenToWeb(agents[name])))
