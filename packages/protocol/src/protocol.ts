import type { z } from 'zod'
import type { Effect } from './effect.ts'
import type { Event } from './event.ts'
import type { Json } from './json.ts'

/** The answer to an event: where the protocol stands now, and what it asks of the world. */
export interface Step<State> {
  readonly state: State
  readonly effects: readonly Effect[]
}

/** A state that says what it is. */
export interface Kinded {
  readonly kind: string
}

/**
 * A protocol, as a pure function of what has happened: the same state and event give the same step, always.
 * It never throws, waits, reads a clock or invents an id (SIG-12).
 */
export interface Protocol<Input, State extends Kinded> {
  readonly name: string
  readonly version: number
  /** All limits are input. */
  readonly input: z.ZodType<Input>
  start(input: Input): Step<State>
  /** Answers everything, also an agent that says it failed: BL, TO, EX and ME are answers, and no ask is without them. */
  step(state: State, event: Event): Step<State>
  /** What may be called from outside now, with sample arguments for the explorer. */
  calls(state: State): readonly CallSpec[]
  /** What distinguishes states when exploring: texts and ids left out, symmetric cycles sorted. */
  abstract?(state: State): unknown
  /** The state in a few words, for diagrams and transcripts; `state.kind` where absent. */
  label?(state: State): string
  readonly invariants?: readonly Invariant<State>[]
}

export interface CallSpec {
  readonly verb: string
  readonly samples: readonly Json[]
  /** Id of the ask whose agent calls, while it is open; absent: a person. */
  readonly by?: string | undefined
}

export interface Invariant<State> {
  readonly name: string
  holds(state: State): boolean
}
