import { counted, inTier } from '@sigma/engine/testing'
import { expect, test } from 'vitest'
import { type Bug, bugs } from './bugs.ts'
import { searchFor } from './planting.ts'

/** The design asks that the simulation shows each planted bug within so many seeds. */
const within = 1_000
const timeout = 600_000

/** By name, of those that a handful of seeds shows. */
const fast = ['what is to be done is not written with the event', 'work outside of a role is taken all the same']
const few: readonly Bug[] = bugs.filter(({ name }) => fast.includes(name))

test('there are thirty bugs and more to plant, each with a name of its own', () => {
  expect(bugs.length).toBeGreaterThanOrEqual(30)
  expect(new Set(bugs.map(({ name }) => name)).size).toBe(bugs.length)
  expect(few).toHaveLength(fast.length)
})

test.concurrent('without a planted bug nothing is found', { timeout: 3_600_000 }, async () => {
  const seeds = inTier({ fast: 10, long: 150, verify: within })
  expect(await searchFor(null, seeds)).toEqual({ seed: null, wrong: null })
  counted('seeds without a bug', seeds)
})

test.concurrent.for(inTier({ fast: few, long: bugs, verify: bugs }))(
  'the simulation finds it when $name',
  { timeout },
  async (bug) => {
    const { seed, wrong } = await searchFor(bug, within)
    expect(wrong, `not found in ${within} seeds`).not.toBeNull()
    expect(seed).toBeLessThan(within)
  },
)
