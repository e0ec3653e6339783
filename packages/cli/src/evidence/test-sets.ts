/** What a gate's two runs of a suite say of each other, as sets of ids. */
import type { Evidence } from '@sigma/measuring'

type TestRun = Evidence['after']
type State = TestRun['tests'][number]['state']

export interface TestSets {
  /** New or changed as RED found them. */
  readonly new: readonly string[]
  /** In the run before, and not in this one. */
  readonly vanished: readonly string[]
  readonly failing: Moments
  readonly passing: Moments
  /** Skipped or only a todo. */
  readonly skipped: Moments
}

export interface Moments {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

export function testSets({ before, after, newTests }: Evidence): TestSets {
  const now = new Set(after.tests.map(({ id }) => id))
  const moments = (...states: readonly State[]): Moments => ({
    before: idsOf(before, states),
    after: idsOf(after, states),
  })
  return {
    new: newTests,
    vanished: (before?.tests ?? []).map(({ id }) => id).filter((id) => !now.has(id)),
    failing: moments('failed'),
    passing: moments('passed'),
    skipped: moments('skipped', 'todo'),
  }
}

const idsOf = (run: TestRun | null, states: readonly State[]): readonly string[] =>
  (run?.tests ?? []).filter(({ state }) => states.includes(state)).map(({ id }) => id)
