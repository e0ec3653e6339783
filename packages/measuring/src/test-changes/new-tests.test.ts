import { expect, test } from 'vitest'
import { nothingToRun, type TestCase, type TestRun } from '../runners/test-run.ts'
import { newTestsOf } from './new-tests.ts'

const id = 'a.test.js › a'
const found: Omit<TestCase, 'state'> = {
  ...{ id, file: 'a.test.js', names: ['a'], outermost: 1 },
  ...{ line: 1, column: 1, failure: null },
}
const run = (state: TestCase['state'], more: Partial<TestRun> = {}): TestRun => ({
  ...nothingToRun('node:test'),
  ...more,
  tests: [{ ...found, state }],
})

test('a test that is written anew failed before where it was flaky, though it passed when it was last run', () => {
  const sides = {
    after: run('failed'),
    changed: new Set(['a.test.js']),
    textBefore: () => `test('a', () => wavers())`,
    textAfter: () => `test('a', () => demands())`,
  }
  const failedBefore = (before: TestRun): readonly string[] => [...newTestsOf({ ...sides, before }).failedBefore]
  expect(failedBefore(run('passed', { knownFlaky: [id] }))).toEqual([id])
  expect(failedBefore(run('passed'))).toEqual([])
})
