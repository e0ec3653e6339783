import { expect, test } from 'vitest'
import { verdictOf } from '../reasons.ts'
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
const measured = (pct: number) => ({ kind: 'measured', totals: totals(pct), files: 1 }) as const

test('equality reaches a threshold, a hundredth less does not', () => {
  expect(verdictOf(reaches(wanted, measured(80)))).toBe('pass')
  const below = reaches(wanted, measured(79.99))
  expect(verdictOf(below)).toBe('fail')
  expect(below.refused[0]?.message).toBe('Coverage of lines is 79.99 % (7999 of 10000); 80 % is wanted.')
})

test('unknown coverage blocks only where coverage is required', () => {
  const unknown = { kind: 'unknown', reason: 'No report.' } as const
  expect(verdictOf(reaches(wanted, unknown))).toBe('unknown')
  expect(verdictOf(reaches({ ...wanted, lines: 0 }, unknown))).toBe('pass')
})
