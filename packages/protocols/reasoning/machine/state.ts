import type { Finding, Step } from '@sigma/protocol'
import type { ReasoningInput } from './input.ts'

/** What a route was not chosen by, and why. */
export interface Undecided {
  /** In a sentence. */
  readonly why: string
  readonly reasons: readonly Finding[]
  /** Whether the agent that chooses ran out of what it may use, so that a person may give it more. */
  readonly spent: boolean
}

export type ReasoningState =
  | {
      readonly kind: 'choosing'
      readonly input: ReasoningInput
      /** Answers that may still be given. */
      readonly left: number
      /** Why earlier answers named no route. */
      readonly refused: readonly Finding[]
    }
  /** `undecided`: null where only rules were asked. */
  | { readonly kind: 'asking'; readonly input: ReasoningInput; readonly undecided: Undecided | null }
  /** `route`: null of a session that was aborted. */
  | {
      readonly kind: 'over'
      readonly input: ReasoningInput
      readonly route: string | null
      readonly reasons: readonly string[]
    }

export type ReasoningStep = Step<ReasoningState>
