import { inTier } from '@sigma/engine/testing'
import { variants } from '@sigma/protocols/tdd/gauntlet'
import { expect, test } from 'vitest'
import { honestyOf, projectOf, type RunnerName } from './kit/gauntlet.ts'

/** CI shows a sixth of the kinds, and `npm run verify` all. The gates alone are shown more (`packages/protocols/tdd/gates/honest/`). */
const runners: readonly RunnerName[] = inTier({
  fast: [],
  long: ['node:test'],
  verify: ['node:test', 'vitest', 'jest'],
})

test.for(runners)(
  'no honest work is refused: with %s every kind that is shown comes through',
  { timeout: 3_600_000 },
  async (runner) => {
    using project = projectOf(runner, 'fast-check')
    const shown = inTier({ fast: [], long: variants.filter((_, at) => at % 6 === 0), verify: variants })
    const passages = await honestyOf(project, '--only', shown.map(({ id }) => id).join())
    expect(variants.length).toBeGreaterThanOrEqual(30)
    expect([...passages.keys()]).toEqual(shown.map(({ id }) => id))
    const refused = [...passages.values()].filter(({ passed, skipped }) => !passed && skipped === null)
    expect(refused).toEqual([])
    const played = [...passages.values()].filter(({ skipped }) => skipped === null)
    expect(played.length).toBeGreaterThanOrEqual(runner === 'node:test' ? shown.length : shown.length - 5)
  },
)
