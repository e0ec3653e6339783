import { counted, inTier } from '@sigma/engine/testing'
import { cheats } from '@sigma/gauntlet'
import { expect, test } from 'vitest'
import { gauntletOf, projectOf, type RunnerName } from './kit/gauntlet.ts'

/** Of each rule the first; node:test is shown all of them by `gauntlet.long.test.ts`. */
const oneEachRule = cheats.filter(
  ({ rules }, at) => at === cheats.findIndex((each) => each.rules.join() === rules.join()),
)
const played = inTier({ fast: [], long: oneEachRule, verify: cheats })
const runners: readonly RunnerName[] = ['vitest', 'jest']

test.for(runners)('with %s the cheats are caught by the same rules', { timeout: 1_800_000 }, async (runner) => {
  using project = projectOf(runner)
  const { cases, ended } = await gauntletOf(project, '--only', played.map(({ id }) => id).join())
  const missed = [...cases.values()].filter(({ caught, skipped }) => !caught && skipped === null)
  expect(missed, ended.stderr).toEqual([])
  expect([...cases.keys()]).toEqual(played.map(({ id }) => id))
  expect(ended.exit).toBe(0)
  counted(`cheats with ${runner}`, cases.size)
})
