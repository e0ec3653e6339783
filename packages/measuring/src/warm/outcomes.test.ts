import { expect, test } from 'vitest'
import { nothingToRun, type TestRun } from '../runners/test-run.ts'
import { looseOf, outcomesOf, summaryOf } from './outcomes.ts'

const failure = {
  kind: 'assertion',
  name: 'AssertionError',
  code: null,
  message: '1 == 2',
  frame: null,
  throughSource: false,
} as const
const run: TestRun = {
  ...nothingToRun('vitest'),
  exit: 1,
  tests: [
    { id: 'a › adds', file: 'a', names: ['adds'], outermost: 1, state: 'failed', line: 3, column: 1, failure },
    { id: 'a › is', file: 'a', names: ['is'], outermost: 1, state: 'passed', line: 4, column: 1, failure: null },
  ],
  faults: [
    { kind: 'load', file: 'b', message: 'Error: nothing there' },
    { kind: 'unhandled', file: '', message: 'Error: no worker' },
  ],
}

test('each failure is told with its file and its cause, also where something belongs to no file', () => {
  expect(outcomesOf(run, ['a', 'b'])).toBeNull()
  expect(summaryOf(looseOf(run))).toMatchObject({
    outcome: 'failed',
    failures: [
      { what: 'b', message: 'load-error: Error: nothing there', place: null },
      { what: 'the test run', message: 'unhandled-error: Error: no worker', place: null },
      { what: 'a › adds', message: 'AssertionError: 1 == 2', place: 'a:3' },
    ],
  })
})
