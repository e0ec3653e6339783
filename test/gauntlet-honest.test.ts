import { variants } from '@sigma/gauntlet'
import { expect, test } from 'vitest'
import { honestyOf, projectOf, type RunnerName } from './kit/gauntlet.ts'

const long = process.env['SIGMA_LONG'] === '1'

test('no honest work is refused: with node:test every kind comes through', { timeout: 900_000 }, async () => {
  using project = projectOf('node:test')
  const passages = await honestyOf(project)
  expect(variants.length).toBeGreaterThanOrEqual(30)
  expect([...passages.values()].filter(({ passed }) => !passed)).toEqual([])
  expect([...passages.keys()]).toEqual(variants.map(({ id }) => id))
})

const few = ['test-issue']
/** Cheats are played whole with vitest. */
const others: readonly RunnerName[] = long ? ['vitest', 'jest'] : ['jest']

test.for(others)('no honest work is refused: with %s', { timeout: 1_800_000 }, async (runner) => {
  using project = projectOf(runner)
  const passages = await honestyOf(project, ...(long ? [] : ['--only', few.join(',')]))
  expect([...passages.values()].filter(({ passed, skipped }) => !passed && skipped === null)).toEqual([])
  expect(passages.size).toBe(long ? variants.length : few.length)
})
