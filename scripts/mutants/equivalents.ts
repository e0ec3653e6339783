/** Mutants that behave as the source does, each with the reason. */
export interface Equivalent {
  readonly file: string
  readonly within: string
  /** As the tool tells it. */
  readonly what: string
  readonly why: string
}

const budgets = 'packages/protocol/src/kernel/budgets.ts'

export const equivalents: readonly Equivalent[] = [
  {
    file: budgets,
    within: 'sumOf',
    what: 'returns true: figure !== undefined',
    why: 'What is undefined is not at least 0, so the next filter leaves it out; this one is there for its type.',
  },
  {
    file: budgets,
    within: 'microdollars',
    what: 'never: usd === undefined',
    why: 'The product is no number then, and is left out as what is undefined is.',
  },
]
