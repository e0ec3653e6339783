import type { Finding, JsonObject, Outcome, Step } from '@sigma/protocol'
import type { PlanInput } from './input.ts'

/** What holds in every state of a loop that is not over. */
export interface Loop {
  readonly input: PlanInput
  /** From 0; both turns of a round have it (DPTR-56). */
  readonly round: number
  /** Critiques that may still come, this round's included. */
  readonly left: number
  /** The commit that the next turn begins on. */
  readonly head: string
  /** What the gate found that the plan at `head` passed; null: it passed none, so nobody can accept it. */
  readonly checked: Checked | null
  /** What the plan is to be changed for, by the gate, the critic or a person. */
  readonly points: readonly Finding[]
  /** The planner disagrees with these points; null: it does not. */
  readonly objection: string | null
}

export interface Checked {
  readonly evidence: string
  /** What a run that builds the plan is given of it. */
  readonly hands: JsonObject
}

export type Cause =
  | 'rounds-spent'
  | 'disagreement'
  | 'escalated'
  | 'acceptance'
  | 'blocked'
  | 'asks-spent'
  | 'agent-failed'
  | 'late'
  | 'engine-failed'

/** What is taken up again after a decision that goes on. */
export type Work = 'planning' | 'checking' | 'criticizing'

export type PlanState =
  | ({ readonly kind: 'planning' | 'checking' | 'criticizing' } & Loop)
  | ({ readonly kind: 'deciding'; readonly cause: Cause; readonly back: Work } & Loop)
  /** Sigma looks at a person's own plan; the question that it answers stands again where it does not pass. */
  | ({ readonly kind: 'taking'; readonly cause: Cause; readonly back: Work; readonly by: string } & Loop)
  | { readonly kind: 'over'; readonly outcome: Outcome }

export type PlanStep = Step<PlanState>
