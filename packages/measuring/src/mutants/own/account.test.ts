import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readAccount } from './account.ts'

const folder = mkdtempSync(join(tmpdir(), 'sigma-account-'))
afterAll(() => rmSync(folder, { recursive: true }))

// as: a program in plain JavaScript, which says what it takes.
const { hasTime, telling } = createRequire(import.meta.url)('../../runners/mutant-account.cjs') as {
  readonly telling: (path: string, key: string) => (line: object) => void
  readonly hasTime: (budget: object, runMs: number, now: number) => boolean
}
const noted = { kind: 'noted', file: '/p/a.test.js', load: [1], tests: [], failed: null }
let count = 0

function accountOf(lines: readonly object[], key = 'key') {
  count += 1
  const file = join(folder, `${count}.jsonl`)
  for (const line of lines) telling(file, key)(line)
  return readAccount(readFileSync(file, 'utf8'), 'key', '/p')
}

test('an account is whole that came to its end, every line of it by Sigma', () => {
  expect(accountOf([noted, { kind: 'ended' }])).toMatchObject({ files: [{ file: 'a.test.js' }], isWhole: true })
  expect(accountOf([noted]).isWhole).toBe(false)
  expect(accountOf([noted, { kind: 'ended' }], 'another')).toMatchObject({ files: [], isWhole: false })
})

test('where a test file never ended, not all of them were heard, so nothing is known of what none reached', () => {
  expect(accountOf([noted, { kind: 'stalled' }, { kind: 'ended' }]).isWhole).toBe(false)
})

const budget = { began: 1_000, runs: 2, leastMs: 300, until: 9_000 }

test.for([
  ['the least time, where two runs of what tests take are less', 100, budget, 1_299, true],
  ['no longer than the least time then', 100, budget, 1_300, false],
  ['two runs, where they are more than the least time', 400, budget, 1_799, true],
  ['no longer than two runs then', 400, budget, 1_800, false],
  ['as long as there is time, without a bound of runs', 1, { ...budget, runs: null }, 8_999, true],
  ['no longer than there is time', 9_000, budget, 9_000, false],
] as const)('mutants are tried for %s', ([, runMs, given, now, isTime]) => {
  expect(hasTime(given, runMs, now)).toBe(isTime)
})
