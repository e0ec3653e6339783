import type { JsonObject, Outcome, Step } from '@sigma/protocol'
import type { Module, ProjectInput, Stage } from './input.ts'

/** What holds in every state of a run that is not over. */
export interface Going {
  readonly input: ProjectInput
  /** Modules that are to be built, known once they are designed. */
  readonly modules: readonly Module[]
  /** Position of the module that is worked on. */
  readonly at: number
  /** The commit that the work stands at. */
  readonly commit: string
  /** What the plan stage handed over for this module; null: it is not planned yet. */
  readonly planned: JsonObject | null
  /** What was built of this module; null: nothing yet. */
  readonly built: Built | null
  /** What was left as it is by a person's word, each a sentence. */
  readonly left: readonly string[]
}

export interface Built {
  /** Where the work on the module began. */
  readonly base: string
  readonly session: string
  /** Name of the run that built it; null: it is not over. */
  readonly run: string | null
}

export type Cause = 'refused' | 'escalated' | 'failed'

export type ProjectState =
  | ({ readonly kind: Stage } & Going)
  | ({ readonly kind: 'deciding'; readonly cause: Cause; readonly back: Stage } & Going)
  | { readonly kind: 'over'; readonly outcome: Outcome }

export type ProjectStep = Step<ProjectState>
