/** What went wrong in a run, test by test and file by file, in one form. */
import type { TestRun } from '../runners/test-run.ts'

export interface Trouble {
  /** The id of a failed test, or the file that a fault is of. */
  readonly id: string
  /** The test file, or where the fault is. */
  readonly file: string
  /** All that was said of it. */
  readonly text: string
  /** Files of the project that it led through; the test file first. */
  readonly places: readonly string[]
}

/** A test that failed only by its subtests is none: they are. */
export function troublesOf({ tests, faults }: Pick<TestRun, 'tests' | 'faults'>): readonly Trouble[] {
  return [
    ...faults.map(({ file, message }): Trouble => ({ id: file, file, text: message, places: [file] })),
    ...tests.flatMap(({ id, file, failure }): readonly Trouble[] => {
      if (failure === null || failure.kind === 'subtests') return []
      const text = [failure.name, failure.code, failure.message].filter(Boolean).join(' ')
      const frame = failure.frame?.replace(/:\d+$/, '')
      return [{ id, file, text, places: [...new Set([file, ...(frame === undefined ? [] : [frame])])] }]
    }),
  ]
}
