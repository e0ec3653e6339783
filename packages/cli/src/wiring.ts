/** Joins engine, runtime and gates into a host that works in this project. */
import { type Host, knownProtocols, openHost, systemClock, systemIds } from '@sigma/engine'
import { createGates } from '@sigma/gates'
import { createAgents, createProcesses, createWorkspaces, usableRepository, type WorkspaceStore } from '@sigma/runtime'
import { prepareCache } from './folders.ts'
import type { Project } from './project.ts'
import type { World } from './world.ts'

/** A host, with the workspaces it works in: a person's fix is taken in from there. */
export interface Wired extends AsyncDisposable {
  readonly host: Host
  readonly workspaces: WorkspaceStore
}

/** Fails with `store-locked`, naming the holder, and with `store-newer`. */
export async function openWired(world: World, project: Project, command: string): Promise<Wired> {
  const repository = await usableRepository(project.root, world.env['PATH'] ?? '')
  const processes = createProcesses({ owner: project.folder, within: world.env['SIGMA_PROCESS'] })
  const { config } = project
  const cacheFolder = prepareCache(world)
  const opened = Promise.withResolvers<WorkspaceStore>()
  const host = await openHost({
    folder: project.folder,
    protocols: knownProtocols,
    command,
    ports: (blobs) => {
      const workspaces = createWorkspaces({
        repository,
        dataFolder: project.folder,
        cacheFolder,
        blobs,
        processes,
        environment: world.env,
        setup: config.setup,
      })
      opened.resolve(workspaces)
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
  })
  // Before any turn begins: agents of a host that was killed may still write into their workspaces (rule 7).
  await processes.endLeftovers()
  return { host, workspaces: await opened.promise, [Symbol.asyncDispose]: () => host.stop() }
}

/** The roles that have an agent. */
export function named(roles: Project['config']['roles']): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(roles).filter((entry) => entry[1] !== undefined))
}
