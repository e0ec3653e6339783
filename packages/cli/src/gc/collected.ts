import type { Reason } from './plan.ts'

/** What `sigma gc` did, or would do. */
export interface Collected {
  readonly dryRun: boolean
  /** Longest ended first. */
  readonly taken: readonly string[]
  /** Runs of whom nothing was recorded, but something left. */
  readonly leftovers: readonly string[]
  /** Bytes that Sigma takes for this project, before and after. */
  readonly before: number
  readonly after: number
  /** Bytes freed outside of this project: of projects that are gone, and compiled code. */
  readonly elsewhere: number
  /** Bytes; null: none is set. */
  readonly ceiling: number | null
  readonly stays: readonly { readonly run: string; readonly why: Reason }[]
  /** Copies that stay, where only a look was asked for. */
  readonly copies: readonly KeptCopy[]
  /** Sentences for the person. */
  readonly notes: readonly string[]
}

/** What is made again when it is needed. */
export interface KeptCopy {
  readonly kind: 'dependencies' | 'set-up'
  readonly name: string
  readonly bytes: number
  /** `linked`: by a workspace of a run that stays. */
  readonly why: 'linked' | 'recent'
}

/** Where nothing was done. */
export const untouched = (bytes: number, ceiling: number | null): Collected => ({
  dryRun: false,
  taken: [],
  leftovers: [],
  before: bytes,
  after: bytes,
  elsewhere: 0,
  ceiling,
  stays: [],
  copies: [],
  notes: [],
})
