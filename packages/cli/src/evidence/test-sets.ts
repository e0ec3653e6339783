/** What a gate's two runs of a suite say of each other, as sets of ids. */
import type { Evidence } from '@sigma/measuring'

type TestRun = Evidence['after']
type State = TestRun['tests'][number]['state']

export function testSets({ before, after, newTests }: Evidence) {
  const now = new Set(after.tests.map(({ id }) => id))
  const moments = (...states: readonly State[]) => ({ before: idsOf(before, states), after: idsOf(after, states) })
  return {
    /** New or changed as RED found them. */
    new: newTests,
    /** In the run before, and not in this one. */
    vanished: (before?.tests ?? []).map(({ id }) => id).filter((id) => !now.has(id)),
    failing: moments('failed'),
    passing: moments('passed'),
    /** Skipped or only a todo. */
    skipped: moments('skipped', 'todo'),
  }
}

const idsOf = (run: TestRun | null, states: readonly State[]): readonly string[] =>
  (run?.tests ?? []).filter(({ state }) => states.includes(state)).map(({ id }) => id)
