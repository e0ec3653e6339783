/** What is known of a TDD run once its events are folded. */
import type { AnyState } from '@sigma/engine'
import type { Advance, Finding, Json, Open, Recorded, Verdict } from '@sigma/protocol'
import type { TddInput } from '../machine/input.ts'

/** One event, with what was open before it and what followed. */
export interface Step {
  readonly recorded: Recorded
  readonly advance: Advance<AnyState>
  readonly open: Readonly<Record<string, Open>>
  /** As asked before the event: what it is about, and not what follows. */
  readonly turns: ReadonlyMap<string, AskedTurn>
}

export interface TddCourse {
  readonly run: string
  readonly input: TddInput
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly lastAt: string
  readonly sequence: number
  readonly measurements: readonly Measurement[]
  readonly told: readonly Told[]
  readonly standing: readonly OpenWork[]
  /** What each cycle was last asked for; a cycle that nobody has worked on is not among them. */
  readonly latest: ReadonlyMap<number, AskedTurn>
  /** Numbers of the cycles whose work is in the run's result. */
  readonly done: ReadonlySet<number>
  readonly skipped: ReadonlySet<number>
  /** Null: it has not ended. */
  readonly end: { readonly outcome: string; readonly summary: string } | null
}

/** A message of the protocol: `log` and `snapshot`, in their order (DPTR-109). */
export interface Told {
  readonly at: string
  readonly sequence: number
  readonly type: string
  readonly data: Readonly<Record<string, Json>>
}

/** What stands open, with the turn it belongs to. */
export interface OpenWork {
  readonly open: Open
  readonly turn: AskedTurn | null
}

/** A judgement, or the acceptance of work that had been judged before. */
export interface Measurement {
  readonly at: string
  /** The work it was about, e.g. `C1.green`. */
  readonly work: string
  readonly sequence: number
  /** Null: of the combination of several cycles. */
  readonly turn: AskedTurn | null
  /** Numbers of the cycles that a combination was measured for; none: it is of a turn. */
  readonly cycles: readonly number[]
  readonly gate: string
  readonly commit: string
  readonly verdict: Verdict
  readonly findings: readonly Finding[]
  readonly data: Json
  readonly evidence: string
  /** Nothing had changed, so that the judgement before it counts. */
  readonly carried: boolean
  /** What followed from a refusal (DPTR-117). */
  readonly follows: 'accepted' | 'put back' | 'asked again' | 'a person decides'
}

/** A turn as it was asked for. */
export interface AskedTurn {
  readonly cycle: number
  /** As a word, e.g. `REFACTOR_IMPL`. */
  readonly phase: string
  /** Kind of work, e.g. `adjust`. */
  readonly task: string
  readonly role: string
  readonly session: string
  readonly round: number
}
