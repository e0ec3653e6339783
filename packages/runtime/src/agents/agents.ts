import { type Agents, anyRole, type Clock, systemClock, type TurnRequest, type TurnResult } from '@sigma/engine'
import { withFailures } from '@sigma/protocol'
import { noAgentForRole } from '../errors.ts'
import { acpAdapter } from './acp/adapter.ts'
import { breakerOf } from './breaker.ts'
import { claudeAdapter } from './claude/adapter.ts'
import { playCommand } from './command.ts'
import { type AgentConfig, goesOn } from './config.ts'
import { conversationOf } from './conversations.ts'
import { dispatchFaults } from './dispatch.ts'
import { playPerson } from './person.ts'
import { playScript } from './scripted.ts'
import { playSession } from './session/play-session.ts'
import { type AgentsWorld, type AgentTurn, findingOf, unavailable } from './turn.ts'

export interface AgentsOptions extends AgentsWorld {
  readonly agents: Readonly<Record<string, AgentConfig>>
  /** Which agent plays which role. */
  readonly roles: Readonly<Record<string, string>>
  /** Failures of an agent in a row until it is paused (SIG-107); no bound where absent. */
  readonly failures?: number | undefined
  /** Measures the pause; the system's unless given. */
  readonly clock?: Pick<Clock, 'monotonic'> | undefined
  /** How long people may take for a turn, in milliseconds; absent: as long as agents. */
  readonly peopleMs?: number | undefined
  /** How much longer than its limit, in milliseconds, a turn may take once it was reminded; absent: no longer. */
  readonly graceOf?: Agents['graceOf']
  /** Opens what surrounds each turn; absent: nothing does. */
  readonly surround?: Surround | undefined
}

/** Opened before the agent is started, and ended after it, whatever became of the turn. */
export type Surround = (request: TurnRequest, agent: string) => Promise<Surroundings>

/** A turn with all that it is given of its own. */
export interface Surroundings extends AsyncDisposable {
  readonly request: TurnRequest
}

/** Who plays a role: the agent that is named for it, else the one for every role that is not named. */
export const agentOf = (roles: Readonly<Record<string, string | undefined>>, role: string): string | undefined =>
  (Object.hasOwn(roles, role) ? roles[role] : undefined) ?? roles[anyRole]

/** Every dispatch is checked before its agent is started; what is lacking then comes back as `unavailable`. */
export function createAgents(options: AgentsOptions): Agents {
  const breaker = breakerOf(options.failures ?? Number.POSITIVE_INFINITY, options.clock ?? systemClock)
  /** What is left to do when the work of a turn is taken in. */
  const answered = new WeakMap<TurnRequest, () => void>()
  const isPersons = (role: string): boolean => options.agents[agentOf(options.roles, role) ?? '']?.kind === 'person'
  return {
    nameOf: (role) => agentOf(options.roles, role) ?? null,
    keepsWork: isPersons,
    limitOf: (role) => (isPersons(role) ? (options.peopleMs ?? null) : null),
    graceOf: (limitMs) => options.graceOf?.(limitMs) ?? 0,
    areConfined: options.confining?.holds === true,
    async turn(asked, signal) {
      const agent = agentOf(options.roles, asked.role)
      const config = agent === undefined ? undefined : options.agents[agent]
      if (agent === undefined || config === undefined)
        return unavailable([findingOf(noAgentForRole(asked.role, agent, Object.keys(options.agents)))])
      await using surroundings = await options.surround?.(asked, agent)
      const { request } = surroundings ?? { request: asked }
      const faults = dispatchFaults(request)
      if (faults.length > 0) return unavailable(faults)
      const refusal = breaker.refusal(agent)
      if (refusal !== null) return refusal
      const conversation = goesOn(config) ? conversationOf(request, agent) : null
      const earlier = conversation?.take() ?? null
      let session: string | null = null
      const onBegun: TurnRequest['onBegun'] = (begun) => {
        session = begun.session
        request.onBegun(begun)
      }
      const follows = request.session === null && earlier !== null
      const own = { ...request, session: request.session ?? earlier, onBegun }
      const result = await play({ agent, request: own, signal, world: options, follows }, config)
      if (config.kind !== 'person') breaker.note(agent, result)
      if (result.kind === 'answered' && session !== null && !failures.has(result.code))
        answered.set(asked, () => session !== null && conversation?.put(session))
      return result
    },
    accepted: (asked) => {
      answered.get(asked)?.()
      answered.delete(asked)
    },
  }
}

/** An agent that says its memory failed it, or that it cannot go on, does not go on by it. */
const failures: ReadonlySet<string> = new Set(withFailures([]))

function play(turn: AgentTurn, config: AgentConfig): Promise<TurnResult> {
  const { world } = turn
  switch (config.kind) {
    case 'command':
      return playCommand(turn, config)
    case 'scripted':
      return playScript(turn, config)
    case 'acp':
      return playSession(turn, config, acpAdapter(config, { ...world, isConfined: world.confining?.holds === true }))
    case 'claude':
      return playSession(turn, config, claudeAdapter(config, world.processes))
    case 'person':
      return playPerson(turn)
  }
}
