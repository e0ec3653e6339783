import type { ProcessResult } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { problemOf } from './ending.ts'

const whole: ProcessResult = {
  end: 'exited',
  exit: 0,
  signal: null,
  stdout: '',
  stderr: '',
  truncated: false,
  durationMs: 1,
  reason: null,
}
const complete = { complete: true, failed: false }
const problem = (result: Partial<ProcessResult>, reported = complete) =>
  problemOf({ ...whole, ...result }, reported, 1_000, { missing: 'npm install', byHand: 'node --test' })

test('a report is believed where the command ended as the report says', () => {
  expect(problem({})).toBeNull()
  expect(problem({ exit: 1 }, { complete: true, failed: true })).toBeNull()
})

test('tests that were ended for a limit are no tests that failed, whatever they had reported', () => {
  proves('SIG-49')
  expect(problem({ end: 'signalled', exit: null, signal: 'SIGKILL', exceeded: 'memory' })).toMatchObject({
    rule: 'over-limit',
    message: expect.stringContaining('more memory'),
    remedy: 'Let them take less, or raise limits.memory in the configuration.',
  })
  expect(problem({ exit: 0, exceeded: 'processes' })).toMatchObject({ rule: 'over-limit' })
})

test('what does not fit together says nothing', () => {
  proves('SIG-49')
  expect(problem({ end: 'unstartable', exit: null, reason: 'no node' })).toMatchObject({ rule: 'runner-missing' })
  expect(problem({ end: 'timeout', exit: null })).toMatchObject({ rule: 'timed-out' })
  expect(problem({ exit: 1, stdout: 'Error: no\n', stderr: 'a\nTypeError: why\n' })).toMatchObject({
    rule: 'report-missing',
    message: 'The test command ended with 1 though no test failed. It said: “a / TypeError: why”',
  })
  expect(problem({ exit: 1, stdout: 'Error: no\n' })).toMatchObject({ message: expect.stringMatching(/“Error: no”$/) })
  expect(problem({}, { complete: false, failed: false })).toMatchObject({ rule: 'report-missing' })
})

test.each(['stdout', 'stderr'])('what it said on %s is told as it may be shown', (stream) => {
  const shown = (printed: string): string => printed.replaceAll('/checkouts/1/', '')
  const result = { ...whole, exit: 1, [stream]: 'Error: /checkouts/1/src/a.js is odd\n' }
  expect(problemOf(result, complete, 1_000, { missing: '', byHand: '' }, shown)?.message).toContain(
    '“Error: src/a.js is odd”',
  )
})
