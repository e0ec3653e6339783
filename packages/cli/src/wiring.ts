/** Joins engine, runtime and gates into a host that works in this project. Loaded when a process is to become one. */
import {
  type Handler,
  type Host,
  type HostingSpec,
  handler,
  type LiveProjections,
  systemClock,
  systemIds,
} from '@sigma/engine'
import { createGates } from '@sigma/gates'
import { createAgents, createProcesses, createWorkspaces, usableRepository, type WorkspaceStore } from '@sigma/runtime'
import { named } from './agents.ts'
import { fixOperation, takeInFix } from './fix.ts'
import { prepareCache } from './folders.ts'
import type { Project } from './project.ts'
import { keepProjections } from './projections.ts'
import type { World } from './world.ts'

/** What this process needs to be the host. */
export async function hostingIn(world: World, project: Project): Promise<HostingSpec> {
  const repository = await usableRepository(project.root, world.env['PATH'] ?? '')
  const processes = createProcesses({ owner: project.folder, within: world.env['SIGMA_PROCESS'] })
  const { config } = project
  const cacheFolder = prepareCache(world)
  let workspaces: WorkspaceStore | null = null
  let projections: LiveProjections | null = null
  return {
    ports: (blobs) => {
      workspaces = createWorkspaces({
        repository,
        dataFolder: project.folder,
        cacheFolder,
        blobs,
        processes,
        environment: world.env,
        setup: config.setup,
        projections: () => projections?.places() ?? null,
      })
      const { agents, roles } = config
      return {
        clock: systemClock,
        ids: systemIds,
        agents: createAgents({
          agents,
          roles: named(roles),
          processes,
          blobs,
          environment: world.env,
          root: project.root,
        }),
        gates: createGates({ processes, checkouts: workspaces, blobs }),
        workspaces,
      }
    },
    // Before any turn begins: agents of a host that was killed may still write into their workspaces (rule 7).
    opened: async (host) => {
      await processes.endLeftovers()
      projections = await keepProjections(world, project, repository, host)
    },
    operations: (host) => (workspaces === null ? [] : operationsOf(host, workspaces)),
  }
}

/** What others ask of a host that only this program can do. */
function operationsOf(host: Host, workspaces: WorkspaceStore): readonly Handler[] {
  return [handler(fixOperation, ({ run, about }) => takeInFix(host.reader, workspaces, run, about))]
}
