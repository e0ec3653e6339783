/** Which tests are new or others on a bench, compared with an earlier run of another commit. */
import type { Checkouts } from '@sigma/engine'
import type { Bench, NewTests, TestRun } from '@sigma/measuring'
import { newTestsOf, noReasons, type Reasons, refuse } from '@sigma/measuring'

export interface ComparedRuns {
  readonly before: TestRun
  readonly after: TestRun
  /** Test files whose content differs. */
  readonly changed: readonly string[]
}

/** `from`: the commit of `before`. */
export async function comparedTests(
  checkouts: Checkouts,
  from: string,
  bench: Bench,
  { before, after, changed }: ComparedRuns,
): Promise<NewTests> {
  const decoder = new TextDecoder()
  const old = new Map<string, string>()
  const now = new Map<string, string>()
  for (const file of changed) {
    old.set(file, decoder.decode((await checkouts.read(from, file)) ?? new Uint8Array()))
    now.set(file, await bench.text(file))
  }
  return newTestsOf({
    before,
    after,
    changed: new Set(changed),
    textBefore: (file) => old.get(file) ?? '',
    textAfter: (file) => now.get(file) ?? '',
  })
}

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
