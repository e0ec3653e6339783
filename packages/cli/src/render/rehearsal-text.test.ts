import type { Rehearsal } from '@sigma/engine'
import { expect, test } from 'vitest'
import { rehearsalText } from './rehearsal-text.ts'

const failure = { what: 'test/a.test.js › adds', message: 'Expected:\n  2 == 3', place: 'src/a.js:4' }
const failed: Rehearsal = {
  outcome: 'failed',
  passed: 3,
  failed: 1,
  skipped: 2,
  tests: { [failure.what]: 'failed' },
  failures: [failure],
  problem: null,
  ran: ['a'],
  kept: 2,
  how: 'warm',
  durationMs: 34,
}

test('says what failed, where and why, and the sum', () => {
  expect(rehearsalText(failed)).toBe(
    [
      '✗ test/a.test.js › adds',
      '  src/a.js:4  Expected: 2 == 3',
      '✗ 3 passed, 1 failed, 2 skipped (1 test file, 2 unchanged; warm, 34 ms)',
    ].join('\n'),
  )
})

test('counts what went wrong outside of tests by itself', () => {
  const broken = { what: 'test/b.test.js', message: 'load-error: no such file', place: null }
  expect(rehearsalText({ ...failed, failures: [failure, broken], skipped: 0 })).toMatch(
    /✗ test\/b\.test\.js\n {2}load-error: no such file\n✗ 3 passed, 1 failed, 1 error outside of tests \(/,
  )
})

test('stays short, whatever failed', () => {
  const text = rehearsalText({
    ...failed,
    failures: Array.from({ length: 500 }, () => ({ ...failure, message: 'x'.repeat(9_000) })),
  })
  expect(text.split('\n')).toHaveLength(42)
  expect(text).toContain('… and 480 more; all are in: sigma gates --json')
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(330)
})

test('says why it cannot tell', () => {
  const problem = { rule: 'timed-out', message: 'The tests did not end.', remedy: 'End them.' }
  const text = rehearsalText({
    ...failed,
    outcome: 'unknown',
    failures: [],
    problem,
    passed: 0,
    failed: 0,
    skipped: 0,
    kept: 0,
    how: 'cold',
  })
  expect(text).toBe('? The tests did not end.\n  End them.\n? 0 passed (1 test file; cold, 34 ms)')
})

test('says how the checks of the project stand, with what the failed ones print', () => {
  const checks = [
    { command: 'npm run lint', outcome: 'failed' as const, why: null, said: 'src/a.js\n  1:1  error\u001b[2J' },
    { command: 'tsc', outcome: 'passed' as const, why: null, said: '' },
    { command: 'x', outcome: 'cannot-run' as const, why: 'it is not found', said: '' },
  ]
  const lines = rehearsalText({ ...failed, checks })
    .split('\n')
    .slice(3)
  expect(lines).toEqual([
    '✗ npm run lint: fails',
    '  src/a.js',
    expect.stringContaining('1:1 error'),
    '✓ tsc: passes',
    '? x: cannot be run: it is not found',
  ])
  expect(lines.join('')).not.toContain('\u001b')
})
