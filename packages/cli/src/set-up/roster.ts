/** The agents that are configured here, as far as each can be seen without playing a turn. */
import type { SandboxStanding } from '@sigma/engine'
import { createProcesses, type Seen, seenOf } from '@sigma/runtime'
import type { Project } from '../project/place.ts'
import type { World } from '../world.ts'
import { sandboxOf } from './sandbox.ts'

export interface Rostered extends Seen {
  readonly name: string
  readonly roles: readonly string[]
}

export interface Roster {
  readonly agents: readonly Rostered[]
  readonly standing: SandboxStanding
}

/** Agents with a role first, in the order of the configuration. Fails with `sandbox-missing`. */
export async function rosterOf(world: World, project: Project): Promise<Roster> {
  const { config, root, top } = project
  const roles = Object.entries(config.roles)
  const processes = createProcesses()
  const seen = Object.entries(config.agents).map(async ([name, agent]) => ({
    name,
    roles: roles.filter(([, player]) => player === name).map(([role]) => role),
    ...(await seenOf(name, agent, { environment: world.env, root, top, processes })),
  }))
  const agents = await Promise.all(seen)
  const { standing } = await sandboxOf(world, project)
  return { agents: agents.toSorted((a, b) => Number(b.roles.length > 0) - Number(a.roles.length > 0)), standing }
}
