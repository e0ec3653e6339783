import { type Agents, type Clock, type SigmaError, systemClock, type TurnResult } from '@sigma/engine'
import { noAgentForRole } from '../errors.ts'
import { breakerOf } from './breaker.ts'
import { commandFaults, playCommand } from './command.ts'
import type { AgentConfig } from './config.ts'
import { dispatchFaults } from './dispatch.ts'
import { tooOpen } from './opened.ts'
import { playScript, scriptFaults } from './scripted.ts'
import { type AgentsWorld, findingOf, type Turn, unavailable } from './turn.ts'

export interface AgentsOptions extends AgentsWorld {
  readonly agents: Readonly<Record<string, AgentConfig>>
  /** Which agent plays which role. */
  readonly roles: Readonly<Record<string, string>>
  /** Failures of an agent in a row until it is paused (SIG-107); no bound where absent. */
  readonly failures?: number | undefined
  /** Measures the pause; the system's unless given. */
  readonly clock?: Pick<Clock, 'monotonic'> | undefined
}

/** Every dispatch is checked before its agent is started; what is lacking then comes back as `unavailable`. */
export function createAgents(options: AgentsOptions): Agents {
  const breaker = breakerOf(options.failures ?? Number.POSITIVE_INFINITY, options.clock ?? systemClock)
  return {
    nameOf: (role) => options.roles[role] ?? null,
    areConfined: options.confining?.holds === true,
    async turn(request, signal) {
      const agent = options.roles[request.role]
      const config = agent === undefined ? undefined : options.agents[agent]
      if (agent === undefined || config === undefined)
        return unavailable([findingOf(noAgentForRole(request.role, agent))])
      const faults = dispatchFaults(request)
      if (faults.length > 0) return unavailable(faults)
      const refusal = breaker.refusal(agent)
      if (refusal !== null) return refusal
      const result = await play({ agent, request, signal, world: options }, config)
      breaker.note(agent, result)
      return result
    },
  }
}

/** What would keep agents that have a role from starting: for a check before a run. Starts none. */
export function agentFaults(
  options: Omit<AgentsOptions, 'processes' | 'blobs' | 'failures' | 'clock'>,
): readonly SigmaError[] {
  const known = new Set(Object.values(options.roles))
  const missing = Object.entries(options.roles).filter(([, agent]) => options.agents[agent] === undefined)
  const faults = [...known].flatMap((agent) => {
    const config = options.agents[agent]
    if (config === undefined) return []
    return config.kind === 'command'
      ? [
          ...commandFaults(agent, config, options.environment, options.root),
          ...tooOpen(agent, config, options.environment, options.root),
        ]
      : config.kind === 'scripted'
        ? scriptFaults(agent, config, options.root)
        : []
  })
  return [...missing.map(([role, agent]) => noAgentForRole(role, agent)), ...faults]
}

function play(turn: Turn, config: AgentConfig): Promise<TurnResult> {
  switch (config.kind) {
    case 'command':
      return playCommand(turn, config)
    case 'scripted':
      return playScript(turn, config)
    case 'acp':
    case 'claude':
    case 'person':
      return Promise.resolve(
        unavailable([
          {
            rule: 'agent-kind',
            message: `Agents of kind ${config.kind} cannot be played yet.`,
            remedy: 'sigma doctor',
          },
        ]),
      )
  }
}
