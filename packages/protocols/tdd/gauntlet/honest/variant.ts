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
  /** The same with other inputs, which the developer is not shown; absent: nothing is held back. */
  readonly held?: readonly Example[]
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

type Declared = Pick<Variant, 'signature' | 'names' | 'stub'>

const withBody = (signature: string, body: string): string => `${signature} {\n  ${body}\n}\n`

/** A module that offers one function. */
export function declared(signature: string): Declared {
  const [, names = ''] = /function\*? ([^(]+)/.exec(signature) ?? []
  return { signature, names, stub: withBody(signature, `throw new Error('not implemented')`) }
}

/** A module that is one function. */
export const functionOf = (signature: string, body: string): Declared & Pick<Variant, 'code'> => ({
  ...declared(signature),
  code: withBody(signature, body),
})

export const slug: ReturnType<typeof functionOf> = functionOf(
  'export function slug(text)',
  `return text.trim().toLowerCase().replaceAll(' ', '-')`,
)

/** The same in two steps, of which one lies beside it. */
export const slugInTwo: Required<Pick<Variant, 'code' | 'beside'>> = {
  code: `import { small } from 'SIBLING(small)'\nexport function slug(text) {\n  return small(text).replaceAll(' ', '-')\n}\n`,
  beside: { small: `export function small(text) {\n  return text.trim().toLowerCase()\n}\n` },
}

export const joins: Example = { name: 'joins words', equal: [[`slug('Two Words')`, `'two-words'`]] }
export const trims: Example = { name: 'trims', equal: [[`slug(' a ')`, `'a'`]] }
