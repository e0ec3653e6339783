/** What a plan comes to: cycles of work, in batches. */
export interface Cycle {
  /** As the plan has it, e.g. `TDD_1`. Its number on the wire is its position, from 1. */
  readonly id: string
  readonly title: string
  /** Names of the interfaces this cycle is about. */
  readonly interfaces: readonly string[]
  /** Their declarations as the design has them, joined by newlines. */
  readonly signature: string
  /** What QA may write. */
  readonly tests: readonly string[]
  /** What DE may write. */
  readonly source: readonly string[]
  /** Paths and globs that the plan names for this cycle; absent: the plan names none. */
  readonly files?: readonly string[] | undefined
  /** Where QA and DE may make files that the cycle's base does not have; absent: as `tests` and `source` say. */
  readonly creates?: { readonly tests: readonly string[]; readonly source: readonly string[] } | undefined
}

export interface Batch {
  readonly parallel: 1 | 2 | 3
  /** Positions in `cycles`, from 1. */
  readonly cycles: readonly number[]
}
