/** A protocol that is watched while it is played: that it is pure, keeps its invariants, and what it came through. */
import {
  type CallSpec,
  type Event,
  effectText,
  eventText,
  type JsonObject,
  jsonOf,
  type Protocol,
  type Step,
} from '@sigma/protocol'
import type { AnyState } from '../../host/registered.ts'
import { canonical } from '../../identity/canonical.ts'

export interface Watched<Input, State extends AnyState> {
  readonly protocol: Protocol<Input, State>
  /** Each step so far, a line each. */
  readonly story: readonly string[]
  /** What people may call in that state, which the protocol came to. */
  callsIn(state: JsonObject): readonly CallSpec[]
}

export function watched<Input, State extends AnyState>(protocol: Protocol<Input, State>): Watched<Input, State> {
  const story: string[] = []
  const known = new Map<string, State>()

  function looked(what: string, make: () => Step<State>): Step<State> {
    const made = told(what, make)
    const words = canonical(jsonOf(made))
    if (canonical(jsonOf(told(what, make))) !== words)
      throw new Error(
        `${what}: the same state and event gave two different answers. A protocol is pure: no clock, no chance, nothing kept beside the state.`,
      )
    const { state, effects } = made
    for (const { name, holds } of protocol.invariants ?? [])
      if (!holds(state)) throw new Error(`${what}: the invariant "${name}" does not hold.`)
    known.set(canonical(jsonOf(state)), state)
    story.push(`${what} → ${protocol.label?.(state) ?? state.kind}: ${effects.map(effectText).join(', ')}`)
    return made
  }

  return {
    story,
    protocol: {
      ...protocol,
      start: (input) => looked('start', () => protocol.start(frozen(input))),
      step: (state, event) => looked(eventText(event), () => protocol.step(frozen(state), frozen<Event>(event))),
    },
    callsIn: (state) => {
      const one = known.get(canonical(state))
      return one === undefined ? [] : protocol.calls(one).filter(({ by }) => by === undefined)
    },
  }
}

function told<Result>(what: string, make: () => Result): Result {
  try {
    return make()
  } catch (cause) {
    const why = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
    throw new Error(`${what}: the protocol threw. ${why}`, { cause })
  }
}

/** What a protocol is given is not its to change. */
function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const part of Object.values(value)) frozen(part)
  }
  return value
}
