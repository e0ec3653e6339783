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
  /** Tests that the plan calls obsolete: they may go, or be changed, in RED of this cycle; absent: none. */
  readonly replaces?: readonly ReplacedTests[] | undefined
  /** Where QA and DE may make files that the cycle's base does not have; absent: as `tests` and `source` say. */
  readonly creates?: { readonly tests: readonly string[]; readonly source: readonly string[] } | undefined
}

export interface ReplacedTests {
  /** A glob; of a single file its path with the signs of globs escaped. */
  readonly files: string
  /** `describe › name`; null: every test of the files. */
  readonly test: string | null
}

export interface Batch {
  readonly parallel: 1 | 2 | 3
  /** Positions in `cycles`, from 1. */
  readonly cycles: readonly number[]
}
