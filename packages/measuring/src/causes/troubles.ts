/** What went wrong in a run, test by test and file by file, in one form. */
import type { TestRun } from '../runners/test-run.ts'

export interface Trouble {
  /** The id of a failed test, or the file that a fault is of. */
  readonly id: string
  readonly file: string
  /** All that was said of it. */
  readonly text: string
}

/** A test that failed only by its subtests is none: they are. */
export function troublesOf({ tests, faults }: Pick<TestRun, 'tests' | 'faults'>): readonly Trouble[] {
  return [
    ...faults.map(({ file, message }): Trouble => ({ id: file, file, text: message })),
    ...tests.flatMap(({ id, file, failure }): readonly Trouble[] =>
      failure === null || failure.kind === 'subtests'
        ? []
        : [{ id, file, text: [failure.name, failure.code, failure.message].filter(Boolean).join(' ') }],
    ),
  ]
}
