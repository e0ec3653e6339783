import type { JsonObject } from '../json.ts'

/** A plan as written in one form, before it is known to hold together. */
export interface Draft {
  readonly module: string | null
  readonly cycles: readonly DraftCycle[]
  readonly batches: readonly DraftBatch[]
  readonly extra: JsonObject
  readonly line: number
}

export interface DraftCycle {
  readonly id: string
  readonly title: string | null
  readonly interfaces: readonly string[]
  /** As written; null where the plan does not say. */
  readonly phases: readonly string[] | null
  readonly batch: number
  readonly files: readonly string[]
  readonly needs: readonly string[]
  readonly replaces: readonly string[]
  readonly extra: JsonObject
  readonly line: number
}

export interface DraftBatch {
  /** As written; null where the plan does not say. */
  readonly parallel: string | null
  readonly extra: JsonObject
  readonly line: number
}
