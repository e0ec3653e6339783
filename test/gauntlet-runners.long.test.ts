import { counted } from '@sigma/engine/testing'
import { expect, test } from 'vitest'
import { cheatsFor, gauntletOf, projectOf } from './kit/gauntlet.ts'

test.for(['vitest', 'jest'] as const)(
  'with %s the cheats are caught by the same rules',
  { timeout: 3_600_000 },
  async (runner) => {
    using project = projectOf(runner)
    const played = cheatsFor(runner)
    const { cases, ended } = await gauntletOf(project, '--only', played.map(({ id }) => id).join())
    const missed = [...cases.values()].filter(({ caught, skipped }) => !caught && skipped === null)
    expect(missed, ended.stderr).toEqual([])
    // A word may name a case, or a rule and so all of its cases.
    expect([...cases.keys()]).toEqual(expect.arrayContaining(played.map(({ id }) => id)))
    expect(ended.exit).toBe(0)
    counted(`cheats with ${runner}`, cases.size)
  },
)
