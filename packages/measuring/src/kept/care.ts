/**
 * A run of tests may go wrong by how it was made: as a part of a suite that depends on its order, or with more test files at a time
 * than the suite bears. Then all is measured anew with more care, in checkouts of its own: what ran has had its way with the old ones.
 */
import type { TestRun } from '../runners/test-run.ts'

export interface Care {
  /** Why everything is run, a sentence without its full stop; null: what a change reaches is enough. */
  readonly why: string | null
  /** A wide run that something failed in: none is wide any more. Null: there was none. */
  readonly wide: TestRun | null
}

export const noCare: Care = { why: null, wide: null }

export class CareWanted extends Error {
  readonly care: Care

  constructor(care: Care) {
    super('These tests have to be run with more care.')
    this.care = care
  }
}

/** Measures, and measures anew as often as more care is wanted: each time it is more, so that is at most twice. */
export async function withCare<Result>(measure: (care: Care) => Promise<Result>): Promise<Result> {
  let care = noCare
  for (;;) {
    try {
      return await measure(care)
    } catch (error) {
      if (!(error instanceof CareWanted)) throw error
      care = error.care
    }
  }
}
