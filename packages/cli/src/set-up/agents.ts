import { type Kit, protocolOf } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { type AgentConfig, agentFaults, agentOf } from '@sigma/runtime'
import type { Config } from '../config/config.ts'
import { noAgent } from '../errors.ts'
import type { Project } from '../project/place.ts'
import { readerOf } from '../runs/reader.ts'
import type { World } from '../world.ts'

/** Who takes turns in a run; nobody where its protocol is not known. */
export function rolesOf(folder: string, run: string): readonly string[] {
  using reader = readerOf(folder)
  const view = reader?.run(run) ?? null
  return view === null ? [] : (protocolOf(kits, view)?.roles ?? [])
}

/**
 * Who takes turns in the protocols that a project uses: those of which there is a run, or a role with an agent that no
 * other protocol has. A project that uses none yet is about to use the first.
 */
export function usedRoles(folder: string, configured: Config['roles'], known = kits): readonly string[] {
  using reader = readerOf(folder)
  const runs = reader?.runs() ?? []
  // A protocol whose stages are runs of others has no roles but theirs.
  const isOwn = (kit: Kit, role: string): boolean =>
    known.every((each) => each === kit || each.plays.includes(kit) || !each.roles.includes(role))
  const isUsed = (kit: Kit): boolean =>
    runs.some(({ protocol }) => protocol === kit.name) ||
    kit.roles.some((role) => configured[role] !== undefined && isOwn(kit, role))
  const used = known.filter(isUsed)
  return [...new Set((used.length === 0 ? known.slice(0, 1) : used).flatMap(({ roles }) => roles))]
}

/** True: the agent may search and fetch from the web, which its vendor does past the sandbox. */
export const isOpenToWeb = (agent: AgentConfig | undefined): boolean =>
  (agent?.kind === 'acp' || agent?.kind === 'claude') && agent.web === true

/** Fails with the first thing that would keep the agents of these roles from starting. Starts none. */
export function readyAgents(world: World, { config, configFile, root }: Project, wanted: readonly string[]): void {
  for (const role of wanted) if (agentOf(config.roles, role) === undefined) throw noAgent(role, configFile !== null)
  const [fault] = agentFaults({ agents: config.agents, roles: config.roles, environment: world.env, root })
  if (fault !== undefined) throw fault
}
