/** Tests that failed before a turn may stand as they were, and in no other way. */
import type { Checkouts } from '@sigma/engine'
import { type Bench, type ComparedRuns, comparedTests, noReasons, type Reasons, refuse } from '@sigma/measuring'

/** A test that failed before is nobody's to tidy: it stands as it was, so that nothing hides behind its name. */
export async function oldFailuresStand(
  checkouts: Checkouts,
  from: string,
  bench: Bench,
  runs: ComparedRuns,
): Promise<Reasons> {
  const { before, after, changed } = runs
  const failed = before.tests.filter(({ file, state, failure }) => {
    return state === 'failed' && failure?.kind !== 'subtests' && changed.includes(file)
  })
  if (failed.length === 0) return noReasons
  const { failedBefore } = await comparedTests(checkouts, from, bench, runs)
  const now = new Set(after.tests.map(({ id }) => id))
  const others = failed.filter(({ id }) => failedBefore.has(id) || !now.has(id))
  return refuse(
    ...others.map(({ id }) => ({
      rule: 'failed-before',
      message: `${id} failed before this turn already, and ${now.has(id) ? 'is another test now' : 'is gone'}.`,
      remedy: 'Leave it as it was; it is a matter for a person.',
    })),
  )
}
