/**
 * The kernel while one event is worked in: it never leaves this folder. What it shares with the kernel before is
 * replaced, never changed in place; `actions` is its own, and grows.
 */
import type { Effect, End } from '../effect.ts'
import type { Event, Recorded } from '../event.ts'
import type { Finding } from '../finding.ts'
import type { Kinded, Step } from '../protocol.ts'
import type { Allowance } from './allowance.ts'
import type { Action, Advance, Decision, Disposition, Kernel, Machine } from './kernel.ts'

export interface Draft<State> {
  readonly step: (state: State, event: Event) => Step<State>
  readonly sequence: number
  readonly tick: number
  readonly nonce: string
  state: State
  open: Kernel<State>['open']
  calls: Kernel<State>['calls']
  keys: Kernel<State>['keys']
  decisions: readonly Decision[]
  budgets: readonly Allowance[]
  sessions: Kernel<State>['sessions']
  outcome: End | null
  more: Kernel<State>['more']
  /** The ask whose turn was late, while its failure is worked in; else null. */
  lateAsk: string | null
  /** Open asks that a budget did not reach, with the reasons; `step` still has to hear of them. */
  unaffordable: readonly Unaffordable[]
  effects: readonly Effect[]
  actions: Action[]
  refusal: Finding | null
}

export interface Unaffordable {
  readonly id: string
  readonly findings: readonly Finding[]
}

const nothing: readonly never[] = []

/** Copies a kernel to be worked on; `state` stays as it is until `step` gives a new one. */
export function draftOf<Input, State extends Kinded>(
  machine: Machine<Input, State>,
  kernel: Kernel<State>,
  { envelope }: Recorded,
): Draft<State> {
  return {
    step: (state, event) => machine.protocol.step(state, event),
    sequence: envelope.sequence,
    tick: envelope.tick,
    nonce: envelope.nonce,
    // Field by field: a spread would make a transition take twice as long.
    state: kernel.state,
    open: kernel.open,
    calls: kernel.calls,
    keys: kernel.keys,
    decisions: kernel.decisions,
    budgets: kernel.budgets,
    sessions: kernel.sessions,
    outcome: kernel.outcome,
    more: kernel.more,
    lateAsk: null,
    unaffordable: nothing,
    effects: nothing,
    actions: [],
    refusal: null,
  }
}

export function advanceOf<State>(draft: Draft<State>, disposition: Disposition): Advance<State> {
  const { state, open, calls, keys, decisions, budgets, sessions, more, outcome, effects, actions, refusal } = draft
  const status = outcome === null ? 'running' : 'ended'
  return {
    kernel: { status, state, open, calls, keys, decisions, budgets, sessions, more, outcome },
    disposition,
    effects,
    actions,
    refusal,
  }
}

/** Puts an action at the end of what the host must do. */
export function act<State>(draft: Draft<State>, action: Action): void {
  draft.actions.push(action)
}
