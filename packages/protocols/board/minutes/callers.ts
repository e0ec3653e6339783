/** Who calls: an agent by the attempt of its open turn, or a person by name. */
import { type Ask, effectOfAttempt, type Kernel } from '@sigma/protocol'
import { readId } from '../machine/places.ts'
import type { Actor, Minutes } from './minutes.ts'

/** An agent as its ask has it. */
export interface Asked {
  readonly name: string
  readonly role: string
  readonly task: string
  /** Null: it owns its task. */
  readonly phase: string | null
}

type OpenEffects = Kernel<unknown>['open']

/** Null: no ask of the board's. */
function askedBy(ask: Ask): Asked | null {
  const { name } = ask.brief.context
  const { unit, step } = ask.at
  if (typeof name !== 'string' || unit === undefined) return null
  return { name, role: ask.role, task: unit, phase: step === 'own' ? null : step }
}

/** Null: the effect is not open, or no ask of the board's. */
export function askedAs(open: OpenEffects, id: string): Asked | null {
  const effect = Object.hasOwn(open, id) ? open[id]?.effect : undefined
  return effect?.kind === 'ask' ? askedBy(effect) : null
}

/** Null: a person, whose name never has an `@`, or an agent whose turn is over. */
export const agentCalling = (open: OpenEffects, caller: string): Asked | null =>
  caller.includes('@') ? askedAs(open, effectOfAttempt(caller)) : null

/** Also of an agent whose turn is over: it may still read, and reads what was its own. */
export function agentReading({ open, agents }: Pick<Minutes, 'open' | 'agents'>, caller: string): Asked | null {
  if (!caller.includes('@')) return null
  return askedAs(open, effectOfAttempt(caller)) ?? agents.get(readId(effectOfAttempt(caller)).name) ?? null
}

export function actorOf(open: OpenEffects, caller: string): Actor {
  const agent = agentCalling(open, caller)
  if (agent !== null) return { name: agent.name, role: agent.role, isHuman: false }
  return { name: caller, role: null, isHuman: !caller.includes('@') }
}
