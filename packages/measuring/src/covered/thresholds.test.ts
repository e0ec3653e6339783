import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { verdictOf } from '../verdicts/reasons.ts'
import { reaches } from './thresholds.ts'
import type { CoverageTotals } from './totals.ts'

const count = (pct: number) => ({ total: 10_000, covered: Math.round(pct * 100), skipped: 0, pct })
const totals = (pct: number): CoverageTotals => ({
  lines: count(pct),
  functions: count(100),
  branches: count(100),
  statements: count(100),
})
const wanted = { lines: 80, functions: 0, branches: 0, statements: 0 }
const measured = (pct: number) =>
  ({ kind: 'measured', totals: totals(pct), files: ['src/a.js'], hints: [], counts: new Map() }) as const

test('equality reaches a threshold, a hundredth less does not', () => {
  proves('SIG-59', 'SIG-64')
  expect(verdictOf(reaches(wanted, measured(80)))).toBe('pass')
  const below = reaches(wanted, measured(79.99))
  expect(verdictOf(below)).toBe('fail')
  expect(below.refused[0]?.message).toBe('Coverage of lines is 79.99 % (7999 of 10000) in src/a.js; 80 % is wanted.')
})

test('unknown coverage blocks only where coverage is required', () => {
  const unknown = { kind: 'unknown', reason: 'No report.' } as const
  expect(verdictOf(reaches(wanted, unknown))).toBe('unknown')
  expect(verdictOf(reaches({ ...wanted, lines: 0 }, unknown))).toBe('pass')
})

test('a comment that takes code out of the count is refused, whatever the rest reaches', () => {
  const hinted = { ...measured(100), hints: ['src/a.js:3'], counts: new Map() }
  const { refused } = reaches(wanted, hinted)
  expect(refused.map(({ rule, message }) => [rule, message])).toEqual([
    ['coverage-hint', 'Comments take code of this work out of its coverage: src/a.js:3.'],
  ])
  expect(verdictOf(reaches({ ...wanted, lines: 0 }, hinted))).toBe('pass')
})

test('nothing to cover blocks nothing', () => {
  expect(verdictOf(reaches(wanted, { kind: 'nothing' }))).toBe('pass')
})

test('of many files a few are named, and the rest is counted', () => {
  const files = Array.from({ length: 7 }, (_, at) => `${at}.js`)
  const [finding] = reaches(wanted, { ...measured(10), files }).refused
  expect(finding?.message).toContain('in 0.js, 1.js, 2.js, 3.js, 4.js and 2 more; 80 % is wanted')
})
