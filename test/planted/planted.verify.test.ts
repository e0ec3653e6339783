import { counted } from '@sigma/engine/testing'
import { expect, test } from 'vitest'
import { bugs } from './bugs.ts'
import { searchFor } from './planting.ts'

/** The design asks that the simulation shows each planted bug within so many seeds. */
const within = 1_000
const timeout = 2_400_000

test.concurrent('without a planted bug nothing is found', { timeout: 3_600_000 }, async () => {
  expect(await searchFor(null, within)).toEqual({ seed: null, wrong: null })
  counted('seeds without a bug', within)
})

test.concurrent.for(bugs)('the simulation finds it when $name', { timeout }, async (bug) => {
  const { seed, wrong } = await searchFor(bug, within)
  expect(wrong, `not found in ${within} seeds`).not.toBeNull()
  expect(seed).toBeLessThan(within)
})
