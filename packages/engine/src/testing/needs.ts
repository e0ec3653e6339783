/** Tests that need more of a machine than Node, npm and git: where that is not there they are not run, and `npm test` says so. */
import { inject, type TestContext, TestRunner } from 'vitest'
import { tier } from './tier.ts'

/** `scripts/machine.js` knows how each is found and installed. */
export type Need = 'bubblewrap' | 'chromium' | 'gcc' | 'libfaketime' | 'script'

declare module 'vitest' {
  interface ProvidedContext {
    /** What this machine lacks, as `vitest.config.ts` found out. */
    readonly absent: readonly string[]
  }
}

export function isHere(...needed: readonly Need[]): boolean {
  return absentOf(needed).length === 0
}

/** Ends the running test, not as passed, where one of them is absent. Called first in a test or a `beforeEach`. */
export function needs(...needed: readonly Need[]): void {
  const running = TestRunner.getCurrentTest()
  if (running?.concurrent === true) throw new Error('Of concurrent tests it is not known which one runs: needsIn().')
  if (running !== undefined) needsIn(running.context, ...needed)
}

/** The same for concurrent tests: `beforeEach((context) => needsIn(context, 'bubblewrap'))`. */
export function needsIn({ skip }: Pick<TestContext, 'skip'>, ...needed: readonly Need[]): void {
  const absent = absentOf(needed)
  if (absent.length === 0) return
  // A record of proofs has no line for what was left out.
  if (tier === 'verify') throw new Error(`This machine has no ${absent.join(', ')}, so nothing was verified.`)
  // `test/kit/not-run.ts` reads this note.
  skip(`needs ${absent.join(', ')}`)
}

const absentOf = (needed: readonly Need[]): readonly Need[] => needed.filter((need) => inject('absent').includes(need))
