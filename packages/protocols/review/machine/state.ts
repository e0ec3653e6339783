import type { Finding, Outcome, Step, Verdict } from '@sigma/protocol'
import type { AspectVerdict } from './gate-parameters.ts'
import type { ReviewInput } from './input.ts'

/** What Sigma found by itself. */
export interface Judgement {
  readonly verdict: Verdict
  readonly verdicts: readonly AspectVerdict[]
  readonly tree: string
  readonly sections: readonly string[]
  /** Shortened; the evidence has all of it. */
  readonly findings: readonly Finding[]
  readonly told: readonly string[]
  readonly evidence: string
}

/** What holds in every state of a review that is not over. */
export interface Review {
  readonly input: ReviewInput
  /** Null: Sigma has not looked yet. */
  readonly judged: Judgement | null
  /** Further asks after an answer that names nothing. */
  readonly left: number
  /** Why the answers so far were not taken. */
  readonly untaken: readonly Finding[]
}

export type Cause = 'blocked' | 'agent-failed' | 'late' | 'engine-failed' | 'asks-spent'

/** What is taken up again after a decision that goes on. */
export type Work = 'checking' | 'reviewing'

export type ReviewState =
  | ({ readonly kind: 'checking' } & Review)
  | ({ readonly kind: 'reviewing' } & Review & { readonly judged: Judgement })
  | ({ readonly kind: 'deciding'; readonly cause: Cause; readonly back: Work } & Review)
  | { readonly kind: 'over'; readonly outcome: Outcome }

export type ReviewStep = Step<ReviewState>
