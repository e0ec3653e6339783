/** What would keep agents from starting, as far as that can be seen without starting any. */
import type { SigmaError } from '@sigma/engine'
import { addressMalformed, agentNotInstalled, agentUnnamed, noAgentForRole } from '../errors.ts'
import { malformedAddresses } from './acp/preparation.ts'
import { profileOf } from './acp/profiles.ts'
import type { AgentsOptions } from './agents.ts'
import { commandFaults } from './command.ts'
import type { AgentConfig, SessionAgent } from './config.ts'
import type { Around } from './opened.ts'
import { tooOpen } from './opened.ts'
import { scriptFaults } from './scripted.ts'

/** Of all agents that have a role. */
export function agentFaults({
  agents,
  roles,
  ...around
}: Pick<AgentsOptions, 'agents' | 'roles'> & Around): readonly SigmaError[] {
  const missing = Object.entries(roles).filter(([, agent]) => agents[agent] === undefined)
  const faults = [...new Set(Object.values(roles))].flatMap((agent) => {
    const config = agents[agent]
    return config === undefined ? [] : faultsOf(agent, config, around)
  })
  return [...missing.map(([role, agent]) => noAgentForRole(role, agent, Object.keys(agents))), ...faults]
}

export function faultsOf(agent: string, config: AgentConfig, around: Around): readonly SigmaError[] {
  switch (config.kind) {
    case 'command':
      return [...commandFaults(agent, config, around), ...tooOpen(agent, config, around)]
    case 'acp':
    case 'claude':
      return [...sessionFaults(agent, config, around), ...tooOpen(agent, config, around)]
    case 'scripted':
      return scriptFaults(agent, config, around.root)
    case 'person':
      return []
  }
}

function sessionFaults(agent: string, config: SessionAgent, around: Around): readonly SigmaError[] {
  const { command: usual, install, title } = profileOf(config)
  const { env = {}, command = usual } = config
  const [program] = command
  if (program === undefined) return [agentUnnamed(agent)]
  const malformed = malformedAddresses(config, around.environment).map((name) =>
    addressMalformed(agent, name, env[name] !== undefined),
  )
  // What the configuration names itself is its own matter; what it left to the profile can be installed.
  const isUsual = config.command === undefined && install !== null
  const told = commandFaults(agent, { command, env }, around).map((fault) =>
    fault.code === 'agent-not-found' && isUsual ? agentNotInstalled(agent, title, program, install) : fault,
  )
  return [...told, ...malformed]
}
