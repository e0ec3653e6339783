import { type AgentConfig, agentFaults } from '@sigma/runtime'
import type { Role } from '../config/config.ts'
import { noAgent } from '../errors.ts'
import type { Project } from '../project/project.ts'
import type { World } from '../world.ts'

/** The roles of a TDD run. */
export const playing: readonly Role[] = ['qa', 'dev']

/** The roles that have an agent. */
export function named(roles: Project['config']['roles']): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(roles).filter((entry) => entry[1] !== undefined))
}

/** True: the agent may search and fetch from the web, which its vendor does past the sandbox. */
export const isOpenToWeb = (agent: AgentConfig | undefined): boolean =>
  (agent?.kind === 'acp' || agent?.kind === 'claude') && agent.web === true

/** Fails with the first thing that would keep the agents of a TDD run from starting. Starts none. */
export function readyAgents(world: World, { config, configFile, root }: Project): void {
  for (const role of playing) if (config.roles[role] === undefined) throw noAgent(role, configFile !== null)
  const [fault] = agentFaults({ agents: config.agents, roles: named(config.roles), environment: world.env, root })
  if (fault !== undefined) throw fault
}
