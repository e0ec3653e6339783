import { inTier } from '@sigma/engine/testing'
import { variants } from '@sigma/protocols/tdd/gauntlet'
import { expect, test } from 'vitest'
import { honestyOf, projectOf, type RunnerName } from './kit/gauntlet.ts'

/** The gates are shown sixty and more honest pieces with each of them (`packages/protocols/tdd/gates/honest/`). */
const runners: readonly RunnerName[] = inTier({
  fast: [],
  long: ['node:test'],
  verify: ['node:test', 'vitest', 'jest'],
})

test.for(runners)(
  'no honest work is refused: with %s every kind comes through',
  { timeout: 3_600_000 },
  async (runner) => {
    using project = projectOf(runner, 'fast-check')
    const passages = await honestyOf(project)
    expect(variants.length).toBeGreaterThanOrEqual(30)
    expect([...passages.keys()]).toEqual(variants.map(({ id }) => id))
    const refused = [...passages.values()].filter(({ passed, skipped }) => !passed && skipped === null)
    expect(refused).toEqual([])
    const played = [...passages.values()].filter(({ skipped }) => skipped === null)
    expect(played.length).toBeGreaterThanOrEqual(runner === 'node:test' ? variants.length : variants.length - 5)
  },
)
