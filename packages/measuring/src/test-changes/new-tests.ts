import { definitionOf, isKept } from '../runners/definition.ts'
import type { TestCase, TestRun } from '../runners/test-run.ts'
import { isKnownFlaky } from '../verdicts/known.ts'

export interface Sides {
  readonly before: TestRun
  readonly after: TestRun
  /** Test files whose content differs. */
  readonly changed: ReadonlySet<string>
  /** Content of a test file at each side; empty when there is none. */
  readonly textBefore: (file: string) => string
  readonly textAfter: (file: string) => string
}

export interface NewTests {
  /** Did not exist, or differ: their own text changed, or their file did and with it their outcome. */
  readonly fresh: readonly TestCase[]
  /** New tests that failed before as well, at least at times, by id. */
  readonly failedBefore: ReadonlySet<string>
  /** Passed before and do not now, and are not new: broken by this change. */
  readonly broken: readonly TestCase[]
}

/** Tells new and changed tests from old ones (SIG-37). */
export function newTestsOf(sides: Sides): NewTests {
  const earlier = new Map(sides.before.tests.map((test) => [test.id, test]))
  const fresh: TestCase[] = []
  const broken: TestCase[] = []
  const failedBefore = new Set<string>()
  for (const test of sides.after.tests) {
    const old = earlier.get(test.id)
    if (old === undefined || (sides.changed.has(test.file) && differs(old, test, sides))) {
      fresh.push(test)
      if (old?.state === 'failed' || (old !== undefined && isKnownFlaky(sides.before, test.id)))
        failedBefore.add(test.id)
    } else if (old.state === 'passed' && test.state === 'failed' && !isKnownFlaky(sides.before, test.id)) {
      broken.push(test)
    }
  }
  return { fresh, failedBefore, broken }
}

/** An old test that was switched off is no new one. */
function differs(old: TestCase, now: TestCase, sides: Sides): boolean {
  if (now.state === 'skipped' || now.state === 'todo') return false
  const before = definitionOf(old.file, sides.textBefore(old.file), old.line, old.column)
  const after = definitionOf(now.file, sides.textAfter(now.file), now.line, now.column)
  if (!isKept(before, after)) return true
  return old.state === 'passed' && now.state === 'failed' && !isKnownFlaky(sides.before, now.id)
}
