/** Honest work of one kind: what a good agent writes, which no configuration may refuse. */
export interface Variant {
  readonly id: string
  readonly does: string
  /** As the design has it. */
  readonly signature: string
  /** What tests import. */
  readonly names: string
  readonly stub: string
  readonly code: string
  readonly tests: readonly Example[]
  /** Around the tests: fixtures, helpers. */
  readonly before?: string
  /** Beside the module, by what is added to its name; written in GREEN. `SIBLING(x)` in code is how it is imported. */
  readonly beside?: Readonly<Record<string, string>>
  /** What REFACTOR makes of it; where absent, nothing. */
  readonly tidied?: Tidied
  /** A review that wants a change, or a test that the developer finds wrong: one round or exchange more. */
  readonly talk?: 'needs-change' | 'needs-tests' | 'test-issue'
  /** The plan names the module and its test: what else there is comes in new files. */
  readonly planned?: true
  /** Packages that the project has to have. */
  readonly needs?: readonly string[]
  /** Where it can be: absent, everywhere. */
  readonly only?: { readonly modules?: 'esm' | 'cjs'; readonly runners?: readonly string[] }
}

export interface Tidied {
  readonly code?: string
  readonly beside?: Readonly<Record<string, string>>
  readonly tests?: readonly Example[]
  readonly before?: string
}

/** One test. */
export interface Example {
  readonly name: string
  /** Statements before the assertions. */
  readonly first?: string
  readonly equal?: readonly (readonly [actual: string, expected: string])[]
  readonly deep?: readonly (readonly [actual: string, expected: string])[]
  /** A call, and what its error says. */
  readonly throws?: readonly [call: string, words: string]
  /** In a group of this name. */
  readonly within?: string
}
