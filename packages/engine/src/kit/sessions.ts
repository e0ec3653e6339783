/** The dialogues that the turns of a protocol belong to, for the memory that agents share in them. */
import type { Ask } from '@sigma/protocol'

/** Where in its dialogue a turn stands: all that Sigma sets of the observations of that turn. */
export interface SessionPlace {
  /** Id of the dialogue, unique in the store. */
  readonly session: string
  /** Type of the dialogue's entity in the memory, e.g. `plan_loop`. */
  readonly type: string
  readonly mark: SessionMark
  /** Whose words they are, as the wire names the role. */
  readonly agent: string
}

/** What an observation begins with: its round, or its phase as the wire names it. */
export type SessionMark =
  | { readonly kind: 'round'; readonly round: number }
  | { readonly kind: 'phase'; readonly phase: string }

/** A pure function of the ask, so that the same journal always gives the same dialogue; null: the turn belongs to none. */
export type SessionOfTurn = (ask: Ask) => SessionPlace | null
