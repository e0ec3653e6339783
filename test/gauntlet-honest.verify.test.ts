import { variants } from '@sigma/protocols/tdd/gauntlet'
import { expect, test } from 'vitest'
import { honestyOf, projectOf } from './kit/gauntlet.ts'

/** The gates alone are shown more (`packages/protocols/tdd/gates/honest/`). */
test.for(['node:test', 'vitest', 'jest'] as const)(
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
