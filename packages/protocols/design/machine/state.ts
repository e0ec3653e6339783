import type { Document, Finding, Outcome, Step } from '@sigma/protocol'
import type { DesignFound } from './gate-parameters.ts'
import type { DesignInput } from './input.ts'

/** What is designed and audited at a time; a draft is all that was written from a wish, before its parts are audited. */
export type Item = { readonly kind: 'draft' | 'architecture' } | { readonly kind: 'module'; readonly module: string }

/** A text that was accepted. */
export interface Accepted {
  /** Null: the architecture. */
  readonly module: string | null
  readonly path: string
  readonly blob: string
  /** `critic`, a person's name, or `unaudited` where nobody was asked yet. */
  readonly by: string
}

/** What passed Sigma's own look. */
export interface Checked {
  readonly path: string
  readonly blob: string
  readonly evidence: string
}

/** What holds in every state of a loop that is not over. */
export interface Loop {
  readonly input: DesignInput
  readonly item: Item
  /** Modules that come after the item; null: only the architecture says, once it is accepted. */
  readonly queue: readonly string[] | null
  /** Modules that the architecture lists, as it was checked last. */
  readonly listed: readonly string[]
  /** What the architecture says that modules need of others, as it was checked last; absent: it says so of none. */
  readonly needs?: NonNullable<DesignFound['needs']>
  /** From 0, anew for each item. */
  readonly round: number
  /** Audits of the item that may still come, this round's included. */
  readonly left: number
  /** The commit that the next turn begins on. */
  readonly head: string
  /** The item as it passed the check; null: it passed none, so nobody can accept it. */
  readonly checked: Checked | null
  /** What the item is to be changed for, by the gate, the critic or a person. */
  readonly points: readonly Finding[]
  readonly accepted: readonly Accepted[]
  /** Paths that an agent wrote: their text stands in `head`, and no longer in what the person has. */
  readonly written: readonly string[]
  /** Texts of people that took the place of what an agent or an earlier person wrote, until an agent writes there. */
  readonly texts: readonly Document[]
  /** What was found in the repository before anything was designed; null: nobody looked. */
  readonly found: string | null
}

export type Cause =
  | 'rounds-spent'
  | 'revise'
  | 'rejected'
  | 'acceptance'
  | 'blocked'
  | 'asks-spent'
  | 'agent-failed'
  | 'late'
  | 'engine-failed'

/** What is taken up again after a decision that goes on. */
export type Work = 'exploring' | 'designing' | 'checking' | 'auditing'

export type Over = { readonly kind: 'over'; readonly outcome: Outcome; readonly accepted: readonly Accepted[] }

export type DesignState =
  | ({ readonly kind: Work } & Loop)
  | ({ readonly kind: 'deciding'; readonly cause: Cause; readonly back: Work } & Loop)
  /** Sigma looks at a person's own text; the question that it answers stands again where it does not pass. */
  | ({
      readonly kind: 'taking'
      readonly cause: Cause
      readonly back: Work
      readonly text: { readonly path: string; readonly by: string }
    } & Loop)
  | Over

export type DesignStep = Step<DesignState>
