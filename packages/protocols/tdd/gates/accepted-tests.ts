/** Which tests RED accepted that must still pass, and which of them do not. */
import type { Evidence, TestCase, TestRun } from '@sigma/measuring'
import { describe, faultRule, type Reasons, refuse } from '@sigma/measuring'

export interface AcceptedTests {
  readonly tests: readonly Pick<TestCase, 'id' | 'file'>[]
  /** Files to run; null: all, for what changed may be used by any. */
  readonly files: readonly string[] | null
}

export interface ChangedFiles {
  /** Test files that the cycle changed since RED, and that were there then. */
  readonly changed: readonly string[]
  /** What other cycles of the slice made another test of is theirs, but for this cycle's own tests. */
  readonly isOthers: (test: Pick<TestCase, 'id' | 'file'>) => boolean
}

/**
 * The cycle's new tests, and whatever stood in files that it changed since. A file without tests is a helper: every test
 * of then may lean on it.
 */
export function acceptedTests({ after, newTests }: Evidence, { changed, isOthers }: ChangedFiles): AcceptedTests {
  const own = new Set(newTests)
  const { knownFlaky = [] } = after
  const holding = new Set(after.tests.map(({ file }) => file))
  const isAny = changed.some((file) => !holding.has(file))
  const tests = after.tests.filter(({ id, file, state, failure }) => {
    if (state === 'skipped' || state === 'todo' || failure?.kind === 'subtests') return false
    if (own.has(id)) return true
    if (state === 'failed' || isOthers({ id, file }) || knownFlaky.includes(id)) return false
    return isAny || changed.includes(file)
  })
  const files = isAny ? null : [...new Set(tests.map(({ file }) => file))]
  return { tests: tests.map(({ id, file }) => ({ id, file })), files }
}

/** A test that is not there, or is skipped, does not pass; of a file that cannot be run the file is named. */
export function notPassing(cycle: string, wanted: AcceptedTests['tests'], run: TestRun): Reasons {
  if (run.problem !== null) return refuse()
  const now = new Map(run.tests.map((test) => [test.id, test]))
  const failing = wanted.filter(({ id }) => now.get(id)?.state !== 'passed')
  const missing = new Set(failing.filter(({ id }) => !now.has(id)).map(({ file }) => file))
  const faults = run.faults.filter(({ file }) => missing.has(file))
  const faulty = new Set(faults.map(({ file }) => file))
  const said = failing.filter(({ id, file }) => now.has(id) || !faulty.has(file))
  return refuse(
    ...said.map(({ id }) => finding(`${cycle}: ${id}, as RED accepted it, ${wordsOf(now.get(id))}`)),
    ...faults.map(({ file, kind, message }) =>
      finding(`${cycle}: ${file}, as RED accepted it, cannot be run (${faultRule[kind]}: ${message}).`),
    ),
  )
}

function wordsOf(test: TestCase | undefined): string {
  if (test === undefined) return 'is not run.'
  return test.state === 'failed' ? `fails over the finished work: ${describe(test)}` : `is ${test.state}.`
}

const finding = (message: string) => ({
  rule: 'accepted-test-fails',
  message,
  remedy: 'Accept the tests as they stand now, or have the accepted ones put back; no agent decides that.',
})
