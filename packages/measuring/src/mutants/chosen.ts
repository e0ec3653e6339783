/** Which of the mutants that a report calls noticed are planted once more, in their order. */
import { createHash } from 'node:crypto'
import type { Mutant } from './report.ts'

/**
 * Every other one is of those that the same test notices, each test in turn, so that a test which notices only the tool is tried
 * though it notices few of them. The rest, and the order, come from the name of the commit, which nobody who writes it can choose
 * freely; so a report in which the names of tests are forged hides nothing for certain.
 */
export function chosen(mutants: readonly Mutant[], commit: string): readonly Mutant[] {
  const spread = bySpread(mutants, commit)
  const inTurn = spreadByTest(spread)
  return [...new Set(inTurn.flatMap((mutant, index) => [mutant, spread[index] ?? mutant]))]
}

const bySpread = (mutants: readonly Mutant[], commit: string): readonly Mutant[] =>
  mutants
    .map((mutant) => ({ mutant, key: hashOf(commit, mutant) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ mutant }) => mutant)

const hashOf = (commit: string, mutant: Mutant): string =>
  createHash('sha256')
    .update(JSON.stringify([commit, mutant]))
    .digest('hex')

/** The first of each test, then the second of each, and so on. */
function spreadByTest(mutants: readonly Mutant[]): readonly Mutant[] {
  const before = new Map<string | null, number>()
  return mutants
    .map((mutant) => {
      const turn = before.get(mutant.noticedBy) ?? 0
      before.set(mutant.noticedBy, turn + 1)
      return { mutant, turn }
    })
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ mutant }) => mutant)
}
