import { expect, test } from 'vitest'
import { bugs } from './bugs.ts'
import { searchFor } from './planting.ts'

const long = process.env['SIGMA_LONG'] === '1'
/** The design asks that the simulation shows each planted bug within so many seeds. */
const within = 1_000
/** In the short form a few, of those that a handful of seeds shows. */
const short = [
  'what is to be done is not written with the event',
  'the branch that was delivered is not recorded',
  'an interrupted turn counts as a crash',
  'time begins anew with each host',
  'asks are not counted',
  'work outside of a role is taken all the same',
]

test('there are thirty bugs and more to plant, each with a name of its own', () => {
  expect(bugs.length).toBeGreaterThanOrEqual(30)
  expect(new Set(bugs.map(({ name }) => name)).size).toBe(bugs.length)
  expect(bugs.map(({ name }) => name)).toEqual(expect.arrayContaining(short))
})

test('without a planted bug nothing is found', { timeout: long ? 3_600_000 : 120_000 }, async () => {
  expect(await searchFor(null, long ? within : 25)).toEqual({ seed: null, wrong: null })
})

test.for(bugs.filter(({ name }) => long || short.includes(name)))(
  'the simulation finds it when $name',
  { timeout: long ? 3_600_000 : 120_000 },
  async (bug) => {
    const { seed, wrong } = await searchFor(bug, within)
    expect(wrong, `not found in ${within} seeds`).not.toBeNull()
    expect(seed).toBeLessThan(within)
    if (long) console.log(`${bug.name}: seed ${seed}, ${wrong?.slice(0, 120)}`)
  },
)
