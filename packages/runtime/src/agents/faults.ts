/** What would keep agents from starting, as far as that can be seen without starting any. */
import type { SigmaError } from '@sigma/engine'
import { addressMalformed, agentNotInstalled, agentUnnamed, noAgentForRole } from '../errors.ts'
import { malformedAddresses } from './acp/preparation.ts'
import { profileOf } from './acp/profiles.ts'
import type { AgentsOptions } from './agents.ts'
import { commandFaults } from './command.ts'
import type { AgentConfig, SessionAgent } from './config.ts'
import { knownOf } from './known.ts'
import { tooOpen } from './opened.ts'
import { scriptFaults } from './scripted.ts'

type Surroundings = Pick<AgentsOptions, 'environment' | 'root'>

/** Of all agents that have a role. */
export function agentFaults({
  agents,
  roles,
  ...around
}: Pick<AgentsOptions, 'agents' | 'roles'> & Surroundings): readonly SigmaError[] {
  const missing = Object.entries(roles).filter(([, agent]) => agents[agent] === undefined)
  const faults = [...new Set(Object.values(roles))].flatMap((agent) => {
    const config = agents[agent]
    return config === undefined ? [] : faultsOf(agent, config, around)
  })
  return [...missing.map(([role, agent]) => noAgentForRole(role, agent)), ...faults]
}

export function faultsOf(
  agent: string,
  config: AgentConfig,
  { environment, root }: Surroundings,
): readonly SigmaError[] {
  switch (config.kind) {
    case 'command':
      return [...commandFaults(agent, config, environment, root), ...tooOpen(agent, config, environment, root)]
    case 'acp':
    case 'claude':
      return [...sessionFaults(agent, config, { environment, root }), ...tooOpen(agent, config, environment, root)]
    case 'scripted':
      return scriptFaults(agent, config, root)
    case 'person':
      return []
  }
}

function sessionFaults(
  agent: string,
  config: SessionAgent,
  { environment, root }: Surroundings,
): readonly SigmaError[] {
  const { command: usual, install, title } = knownOf(config)
  const [program, ...rest] = config.command ?? usual
  if (program === undefined) return [agentUnnamed(agent)]
  const { env = {} } = config
  const faults = commandFaults(agent, { command: [program, ...rest], env }, environment, root)
  const profile = profileOf(config.kind === 'claude' ? 'claude' : config.profile)
  const malformed = malformedAddresses(profile, config, environment).map((name) =>
    addressMalformed(agent, name, env[name] !== undefined),
  )
  // What the configuration names itself is its own matter; what it left to the profile can be installed.
  const isUsual = config.command === undefined && install !== null
  const told = faults.map((fault) =>
    fault.code === 'agent-not-found' && isUsual ? agentNotInstalled(agent, title, program, install) : fault,
  )
  return [...told, ...malformed]
}
