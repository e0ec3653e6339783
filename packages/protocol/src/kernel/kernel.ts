/** The shape of the kernel's state and answers; the rules are in `advance.ts`. */
import type { OpenEffect } from '../closers.ts'
import type { Effect, End, Message } from '../effect.ts'
import type { Finding } from '../finding.ts'
import type { Kinded, Protocol } from '../protocol.ts'
import type { Allowance, Budget } from './allowance.ts'
import type { CallResult, Replies } from './replies.ts'

export interface Machine<Input, State extends Kinded> {
  readonly protocol: Protocol<Input, State>
  /** What turns may use before `failed` (budget); a decision `extend` fills them up again. None: no bound. */
  readonly budgets: readonly Budget[]
}

/** All a run is, as plain JSON. */
export interface Kernel<State> {
  readonly status: 'running' | 'ended'
  readonly state: State
  /** By effect id, in the order they were opened. */
  readonly open: Readonly<Record<string, Open>>
  /** Calls that wait for a reply, by the call id that `step` knows. */
  readonly calls: Readonly<Record<string, WaitingCall>>
  /** Replies already given, by idempotency key. */
  readonly keys: Replies
  /** The latest decisions, oldest first and bounded: a late one is told who was faster. */
  readonly decisions: readonly Decision[]
  /** One for each budget of the machine, in its order; then those that asks brought along. */
  readonly budgets: readonly Allowance[]
  /** Sessions of agents that broke off, by the id of their ask, for the next ask of that id. */
  readonly sessions: Readonly<Record<string, string>>
  /** By the id of an ask whose turn was late and may go on: how much longer than its limit the next takes, in milliseconds; null: by that limit again. */
  readonly more: Readonly<Record<string, number | null>>
  readonly outcome: End | null
}

export interface Open {
  readonly effect: OpenEffect
  /** Unique within the run; see `attempt-name.ts`. */
  readonly attempt: string
  readonly openedTick: number
  /** Failures so far, for the retry rules. */
  readonly failures: readonly PastFailure[]
  /** Told to the next attempt beside the brief's own. */
  readonly refused: readonly Finding[]
  /** Session of the agent in the latest attempt that began, for resuming it. */
  readonly session: string | null
  /** When this attempt began; absent: it has not. */
  readonly begunTick?: number | undefined
  /** Of an ask that a budget of time counts: what was left of it, in milliseconds; its turn takes no longer. */
  readonly withinMs?: number | undefined
  /** Of an ask whose turn was late and goes on: how much longer than its limit it may take, in milliseconds. */
  readonly moreMs?: number | undefined
  /** Of a question about a turn that was late: the id of its ask. */
  readonly lateAsk?: string | undefined
}

export interface PastFailure {
  readonly cause: string
  readonly tick: number
  /** Of `limited`: how long to leave the agent alone, as whoever limits it asked. */
  readonly retryAfterMs?: number | undefined
}

export interface WaitingCall {
  readonly key: string
  /** Who waits for the reply: the first caller, and all that attached with the same key. */
  readonly callers: readonly Caller[]
}

export interface Caller {
  readonly call: string
  /** The attempt id of an agent, else the name of a person or role. */
  readonly caller: string
}

export interface Decision {
  readonly id: string
  readonly option: string
  readonly by: string
}

/** The fate of an event. Only `applied` events reached `step`. */
export type Disposition = 'applied' | 'noted' | 'retried' | 'late' | 'repeated' | 'attached' | 'refused'

/** What the host must do, once it has committed. */
export type Action =
  | { readonly kind: 'perform'; readonly open: Open }
  | { readonly kind: 'cancel'; readonly open: Open; readonly graceMs: number }
  | { readonly kind: 'tell'; readonly message: Message; readonly to: string | null }
  | { readonly kind: 'respond'; readonly call: string; readonly result: CallResult }
  | { readonly kind: 'finish'; readonly end: End }

export interface Advance<State> {
  readonly kernel: Kernel<State>
  readonly disposition: Disposition
  /** The effects of `step` as they were; their hash is stored beside the event (rule 12). */
  readonly effects: readonly Effect[]
  readonly actions: readonly Action[]
  /** For an event that was not taken, and a call that `step` refused: why, and what may come instead (SIG-10). */
  readonly refusal: Finding | null
}
