import type { UsageSum } from '@sigma/engine'
import type { Allowance, Budget } from '@sigma/protocol'
import { expect, test } from 'vitest'
import { budgetRows, usageRows } from './run-usage.ts'
import { usageText } from './usage-text.ts'

const silent: UsageSum = {
  turns: 4,
  inputTokens: 'unknown',
  outputTokens: 'unknown',
  cachedTokens: 'unknown',
  costUsd: 'unknown',
  unsaid: { tokens: 4, cost: 4 },
  workedMs: 0,
}
const nothing: UsageSum = { ...silent, turns: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0, costUsd: 0 }
const rowsOf = (whole: UsageSum, roles: Readonly<Record<string, UsageSum>> = {}): readonly string[] =>
  usageRows({ whole, roles, phases: {}, agents: {} }).map((row) => row[1] ?? '')

test('what nobody said is unknown, and never nothing', () => {
  expect(rowsOf(silent, { qa: silent, dev: silent })).toEqual(['unknown: no turn said what it used'])
  expect(rowsOf(nothing), 'no turn of an agent is over').toEqual([])
  const priced = { ...silent, costUsd: 0.5, unsaid: { tokens: 4, cost: 0 } }
  expect(rowsOf(priced)).toEqual(['tokens unknown; $0.50'])
  const half = { ...silent, inputTokens: 12_300, unsaid: { tokens: 4, cost: 4 } }
  expect(rowsOf(half)).toEqual(['12,300 tokens in, unknown out (at least: 4 of 4 turns did not say); cost unknown'])
})

test('what was said is summed, and of each role where there are several', () => {
  const qa: UsageSum = {
    turns: 2,
    inputTokens: 1_234_567,
    outputTokens: 89,
    cachedTokens: 1_000_000,
    costUsd: 0.004,
    unsaid: { tokens: 0, cost: 1 },
    workedMs: 5,
  }
  expect(rowsOf({ ...qa, turns: 6, unsaid: { tokens: 4, cost: 5 } }, { qa, dev: silent })).toEqual([
    '1,234,567 tokens in (1,000,000 from the cache), 89 out (at least: 4 of 6 turns did not say); $0.004 (at least: 5 of 6 turns did not say)',
    'qa: 1,234,567 tokens in (1,000,000 from the cache), 89 out; $0.004 (at least: 1 of 2 turns did not say)',
    'dev: unknown: no turn said what it used',
  ])
})

test('a budget is told with whose it is, what is known to be used, and who did not say', () => {
  const texts = (...allowances: readonly Allowance[]): readonly string[] =>
    budgetRows(allowances).map((row) => row.join('|'))
  const of = (budget: Budget, left: number, unsaid = 0): Allowance => ({ budget, granted: budget.most, left, unsaid })
  expect(
    texts(
      of({ unit: 'asks', most: 600 }, 5),
      of({ unit: 'tokens', most: 200_000 }, 187_700, 3),
      of({ unit: 'tokens', most: 500, phase: 'GREEN' }, 500, 2),
      of({ unit: 'milliseconds', most: 5_400_000, role: 'dev' }, 5_310_000),
      of({ unit: 'microdollars', most: 2_000_000, role: 'dev', phase: 'RED' }, -500_000),
      of({ unit: 'asks', most: 1, role: 'qa' }, 0),
    ),
  ).toEqual([
    '  budgets|run: at least 12,300 of 200,000 tokens; 3 turns did not say',
    '|GREEN: unknown of 500 tokens; 2 turns did not say',
    '|dev: 1.5 of 90 minutes',
    '|dev in RED: $2.50 of $2.00, spent',
    '|qa: 1 of 1 agent call, spent',
  ])
})

test('one turn is told in a few words', () => {
  expect(usageText('unknown')).toBe('tokens unknown')
  expect(usageText({})).toBe('tokens unknown')
  expect(usageText({ inputTokens: 12_345, outputTokens: 999, costUsd: 0.42 })).toBe('12.3k tokens in, 999 out, $0.42')
  expect(usageText({ inputTokens: 999_999 })).toBe('1.0M tokens in, unknown out')
})
