/** What a check of a decision looks at, and what it comes to. */
import type { GateWorld } from '@sigma/engine'
import type { Reasons } from '@sigma/measuring'
import type { Json } from '@sigma/protocol'
import type { DecisionCheck } from '../machine/calls.ts'

export interface Work {
  readonly world: GateWorld
  /** The commit that the task began on. */
  readonly base: string
  /** The commit that would land. */
  readonly commit: string
  readonly signal: AbortSignal
  readonly acts: (text: string) => void
}

export interface Seen {
  readonly check: DecisionCheck
  readonly reasons: Reasons
  /** What it was judged by, for the evidence. */
  readonly by: Json
}

/** How a decision that cannot be kept is changed: never by the work. */
export const byAPerson = 'If it cannot be kept, `pm wait --question "…"`: a person may take it back by `pm veto`.'
