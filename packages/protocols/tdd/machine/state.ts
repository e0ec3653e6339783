/** The states of a TDD run. Budgets count down; what a state carries is true in it. */
import type { Baseline, BlobRef, Finding, Outcome, Step } from '@sigma/protocol'
import type { BaselineFound, ChangedDemand } from './gate-parameters.ts'
import type { TddInput } from './input.ts'

export type TddState = Measuring | Working | Combining | Proving | Stuck | Landing | Over
export type TddStep = Step<TddState>

/** What outlives a slice. */
export interface Run {
  readonly input: TddInput
  /** The run's current commit, and the check that accepted it; no evidence before the base commit was measured. */
  readonly trunk: Baseline
  /** Where the work was carried over to; absent: it stands on the run's base. */
  readonly onto?: string | undefined
  /** Position of the current slice, from 0; -1 in Phase 0. */
  readonly slice: number
  /** Cycles whose work is in `trunk`. */
  readonly done: readonly number[]
  /** Cycles that a person left out. */
  readonly skipped: readonly number[]
  /** Cycles whose tests ended by demanding less than what was accepted in RED. */
  readonly lessened: readonly number[]
  /** Tests and files that fail on the trunk as they did at the base commit, before any work. */
  readonly oldFailures: number
  /** Evidence of the base commit, for what the project's own checks said there, or for the run that began this one; absent: nobody asks. */
  readonly measured?: string
  /** How those stood on the work that was accepted last, in a sentence; absent: none were run so far. */
  readonly checksSaid?: string
}

/** The base commit is measured, before anybody is asked. */
export interface Measuring {
  readonly kind: 'baseline'
  readonly run: Run
  readonly stand: MeasuringStand
}

export type MeasuringStand =
  | { readonly kind: 'checking' }
  /** Sigma could not measure it. */
  | { readonly kind: 'halted' }
  /** Something fails there already: a person decides. */
  | ({ readonly kind: 'deciding' } & MeasuredBase)

export interface MeasuredBase {
  readonly evidence: BlobRef
  readonly found: BaselineFound
}

/** Cycles that work side by side, behind one barrier. */
export interface Slice {
  readonly run: Run
  /** Those not skipped, in order; Phase 0 is the cycle with number 0. */
  readonly cycles: readonly CycleState[]
  /** R on the wire: 0 before the refactoring, then odd for refactor turns and even for reviews. */
  readonly round: number
  /** Refactor iterations left after the present one. */
  readonly rounds: number
  /** Tests of some cycle were accepted that are not those of its RED. */
  readonly isRewritten: boolean
  /** Why the last combination was refused; the next refactor turns are told. */
  readonly outstanding: readonly Finding[]
  /** The cycles are being tried together, beside the refactoring; absent: they are not. */
  readonly trial?: Trial
  /** Why they do not go together as they were then; the refactor turns that follow are told, and nothing hangs on it. */
  readonly warnings?: readonly Finding[]
}

export type Trial = { readonly kind: 'integrating' } | { readonly kind: 'checking' }

export type WorkingKind =
  | 'preparing'
  | 'red'
  | 'green'
  | 'refactoring-tests'
  | 'refactoring-implementation'
  | 'reviewing'

/** Every cycle of the slice is in the phase that `kind` names. */
export interface Working extends Slice {
  readonly kind: WorkingKind
}

/** All approved: their work is merged, then the whole suite is run on it. */
export interface Combining extends Slice {
  readonly kind: 'combining'
  readonly stand: CombiningStand
}

export type CombiningStand = CombiningWork | { readonly kind: 'deciding'; readonly back: CombiningWork }

export type CombiningWork = { readonly kind: 'integrating' } | Checking

export interface Checking {
  readonly kind: 'checking'
  readonly commit: string
  /** What a person finished by hand; absent: it came about by itself. */
  readonly merge?: Merge
  /** Why mutants that no test notices need not be noticed, by a person's word; absent: nobody said so. */
  readonly waiver?: string
}

/** A combination that a person may finish by hand, in a workspace that is laid for them. */
export interface Merge {
  /** What is laid: the combination as far as it goes. */
  readonly commit: string
  /** `conflict`: it holds the marks of conflicts; `red`: it was refused by its check. */
  readonly kind: 'conflict' | 'red'
}

/** Combined, and measured as a whole; tests that were rewritten since RED are run once more as they were accepted. */
export interface Proving extends Slice {
  readonly kind: 'proving'
  readonly merged: Baseline
  readonly stand: ProvingStand
}

export type ProvingStand =
  | { readonly kind: 'checking' }
  /** Sigma could not run them. */
  | { readonly kind: 'halted' }
  /** Those of the cycles `failing` fail, or nobody can tell: a person decides. */
  | {
      readonly kind: 'deciding'
      readonly failing: readonly number[]
      readonly changes: readonly ChangedDemand[]
      readonly reasons: readonly Finding[]
    }

/** The refactor iterations are spent; a person decides. */
export interface Stuck extends Slice {
  readonly kind: 'stuck'
  /** All is approved, and does not go together; absent: there is nothing to finish by hand. */
  readonly merging?: Merge & { readonly stand: 'laying' | 'unlaid' | 'deciding' }
}

/** Every slice is through, and the branch that the run was begun on may have moved meanwhile. */
export interface Landing {
  readonly kind: 'landing'
  readonly run: Run
  readonly stand: LandingStand
}

export type LandingStand =
  | { readonly kind: 'looking' }
  | { readonly kind: 'carrying'; readonly head: string }
  | { readonly kind: 'checking'; readonly head: string; readonly commit: string }
  | { readonly kind: 'deciding' }

export interface Over {
  readonly kind: 'over'
  readonly outcome: Outcome
}

export interface CycleState {
  /** Position in the plan, from 1; 0 for Phase 0. */
  readonly number: number
  /** Commit that its workspace stands at. */
  readonly head: string
  /** The tests that GREEN must pass: those accepted in RED, or as they were adjusted then; the slice's base before. */
  readonly red: Baseline
  /** The tests as RED accepted them first, which nobody takes back but a person; the slice's base before. */
  readonly accepted: Baseline
  /** Commit that holds the implementation as it was when RED was accepted. */
  readonly untouched: string
  /** The last state in which all tests passed; the slice's base before. */
  readonly green: Baseline
  /** One in all phases but the reviews, which have two; none for a cycle that keeps its approval. */
  readonly turns: readonly Turn[]
  /** Test issues that may still be raised in this phase. */
  readonly exchanges: number
  /** Declined issues, with no adjustment between, until a person decides. */
  readonly declines: number
  /** Paths that its turns changed, each once; what was put back since is still among them. */
  readonly touched: readonly string[]
  /** Those changed since the last reviews. */
  readonly recent: readonly string[]
  /** Roles that approved what stands at `head`. */
  readonly approvals: readonly Role[]
  /** What the last reviews wanted changed. */
  readonly points: Points
}

export interface Points {
  readonly tests: string | null
  readonly implementation: string | null
}

export type Role = 'qa' | 'dev'

export type TaskName =
  | 'phase0'
  | 'red'
  | 'green'
  | 'adjust'
  | 'refactor-tests'
  | 'refactor-implementation'
  | 'review-tests'
  | 'review-implementation'

/** One piece of work of one role. */
export interface Turn {
  readonly task: TaskName
  readonly stand: Stand
  /** Attempts left whose work may be refused, the present one included; the kernel counts those of reviewers. */
  readonly tries: number
  /** Repetitions left after a memory error (DPTR-121). */
  readonly memory: number
  /** Why earlier tries were refused, oldest first. */
  readonly refused: readonly Finding[]
  /** What the other role said: the issue that was raised, or the reply to it. */
  readonly note: Note | null
  /** A held-out example was shown, which is done once. */
  readonly shown?: true | undefined
  /** The developer's turn that waits for this adjustment. */
  readonly raisedBy: Turn | null
}

export interface Note {
  readonly kind: 'issue' | 'adjusted' | 'declined'
  readonly text: string
  /** Nobody said it: the gate saw two outcomes, or measured what the test demands. Absent: the other role did. */
  readonly by?: 'gate' | 'measured' | undefined
}

export type Stand = Work | Deciding | { readonly kind: 'finished' }

/** Something is open in the world. */
export type Work =
  | { readonly kind: 'asking' }
  | { readonly kind: 'checking'; readonly commit: string }
  | { readonly kind: 'restoring' }

export interface Deciding {
  readonly kind: 'deciding'
  readonly cause: Cause
  /** What is taken up again after `resume` and `extend`. */
  readonly back: Work
}

/** Why a person is asked about a turn. */
export type Cause =
  | 'agent-failed'
  | 'late'
  | 'engine-failed'
  | 'blocked'
  | 'asks-spent'
  | 'tries-spent'
  | 'exchanges-spent'
  | 'declined-twice'

/** Where an event belongs: a turn, in its cycle, in its slice. */
export interface Seat {
  readonly state: Working
  readonly cycle: CycleState
  readonly turn: Turn
}
