/** Which tests are new or others on a bench, compared with an earlier run of another commit. */
import type { Checkouts } from '@sigma/engine'
import type { Bench } from '../benches/bench.ts'
import type { TestRun } from '../runners/test-run.ts'
import { type NewTests, newTestsOf } from './new-tests.ts'

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
