import type { Finding, Outcome, Step } from '@sigma/protocol'
import type { Failure } from './found.ts'
import type { ValidationInput } from './input.ts'
import type { Cause, IterationRow, OperationName } from './records/bodies.ts'
import type { Status } from './status.ts'

/** Time that an operation has left, in milliseconds as of the tick `since`; null: it does not count, for the run pauses. */
export interface Times {
  readonly since: number | null
  readonly operation: {
    readonly name: OperationName
    readonly limitMs: number
    readonly spentMs: number
    readonly leftMs: number
    /** The reminder was sent, and what is left is the time after it. */
    readonly reminded: boolean
  } | null
  /** Of the whole iteration; null: none is under way. */
  readonly iterationMs: number | null
}

/** What an operation may still try, and what was tried: it starts anew with each operation (VAL-84). */
export interface Tries {
  readonly deliveries: number
  readonly reasks: number
  readonly errors: number
  /** Recovery actions, oldest first. */
  readonly attempted: readonly string[]
  /** Why answers so far were not taken. */
  readonly refused: readonly Finding[]
}

/** What is being done about a specialist. `open`: the effect is out; else it is due, and begins when it may. */
export type Work =
  | { readonly kind: 'none' }
  | { readonly kind: 'check'; readonly open: boolean; readonly tries: Tries }
  /** The failure report is with the main agent, or waits until it is free. */
  | { readonly kind: 'report'; readonly open: boolean; readonly tries: Tries }
  | { readonly kind: 'fix'; readonly open: boolean; readonly tries: Tries }
  | Escalated
  /** The workspace is laid for a person, once nobody else works in it. */
  | { readonly kind: 'laying'; readonly open: boolean; readonly escalated: Escalated }
  | { readonly kind: 'by-hand'; readonly escalated: Escalated }

export interface Escalated {
  readonly kind: 'escalated'
  readonly cause: Cause
  readonly reasons: readonly Finding[]
  /** What `extend` takes up again. `rerun`: a check that needs another iteration first. */
  readonly back: 'check' | 'fix' | 'rerun'
  /** The late operation, which was left running; null: there is none. */
  readonly running: 'check' | 'report' | 'fix' | null
  /** What it came to after all (VAL-67). */
  readonly late: string | null
  /** Nobody decides: it stays so. */
  readonly isFinal: boolean
}

/** One specialist: a machine of its own, that the run sees by its status and outcome. */
export interface Specialist {
  readonly name: string
  readonly status: Status
  readonly outcome: 'skipped' | 'not-applicable' | null
  /** Why it is not applicable; empty: it is. */
  readonly why: string
  /** It is to check, in this round, and has not begun. */
  readonly due: boolean
  /** Number of the iteration, from 1; 0: it has not begun. */
  readonly iteration: number
  /** Iterations that may still be started. */
  readonly left: number
  /** What it passed on last; null: it has not passed since it last began. `tree` is null until it is known. */
  readonly pass: { readonly commit: string; readonly tree: string | null } | null
  readonly failures: readonly Failure[]
  readonly before: readonly Failure[]
  /** Failures that were there in every iteration so far. */
  readonly persistent: readonly Failure[] | null
  /** Sets of failures of the latest iterations, for the deadlock. */
  readonly sets: readonly string[]
  readonly rows: readonly IterationRow[]
  /** What the main agent says that it fixed since the last check. */
  readonly fixes: readonly string[]
  /** What of this iteration has been told: a message that is delivered again is the same message. */
  readonly told: { readonly report: boolean; readonly request: boolean; readonly trigger: boolean }
  readonly work: Work
  readonly times: Times
  /** What a person gave beyond the limits (VAL-58). */
  readonly extraMs: number
  /** The tick at which it first began; null: it has not. */
  readonly begunAt: number | null
}

/** What holds in every state of a run that is not over. */
export interface Run {
  readonly input: ValidationInput
  /** The commit that the work stands at. */
  readonly head: string
  /** The commit that was surveyed last, and what git calls its tree; null: none yet. */
  readonly surveyed: { readonly commit: string; readonly tree: string } | null
  /** Further surveys after one that failed. */
  readonly surveys: number
  readonly orchestrator: Status
  readonly specialists: readonly Specialist[]
  /** Which specialist a fix request or completion was of that has the id of this iteration, from 1 (VAL-42). */
  readonly fixed: Readonly<Record<string, string>>
}

export type ValidationState =
  | ({ readonly kind: 'surveying' } & Run)
  | ({ readonly kind: 'working' } & Run)
  /** Nobody can tell what there is to check: a person looks into it. */
  | ({ readonly kind: 'halted'; readonly reasons: readonly Finding[] } & Run)
  | { readonly kind: 'over'; readonly outcome: Outcome; readonly said: RunOutcome }

/** How a run ends (VAL-111). While it waits for a person it is escalated and has not ended. */
export const runOutcomes = ['success', 'success with skipped checks', 'escalated', 'aborted', 'error'] as const
export type RunOutcome = (typeof runOutcomes)[number]

export type ValidationStep = Step<ValidationState>
