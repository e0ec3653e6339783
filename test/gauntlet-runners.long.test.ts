import { type Cheat, rulesOf } from '@sigma/engine'
import { counted, inTier } from '@sigma/engine/testing'
import { cheats } from '@sigma/protocols/tdd/gauntlet'
import { expect, test } from 'vitest'
import { gauntletOf, projectOf, type RunnerName } from './kit/gauntlet.ts'

const runners: readonly RunnerName[] = ['vitest', 'jest']

test.for(runners)('with %s the cheats are caught by the same rules', { timeout: 3_600_000 }, async (runner) => {
  using project = projectOf(runner)
  const played = inTier({ fast: [], long: oneEachRule(runner), verify: cheats })
  const { cases, ended } = await gauntletOf(project, '--only', played.map(({ id }) => id).join())
  const missed = [...cases.values()].filter(({ caught, skipped }) => !caught && skipped === null)
  expect(missed, ended.stderr).toEqual([])
  // A word may name a case, or a rule and so all of its cases.
  expect([...cases.keys()]).toEqual(expect.arrayContaining(played.map(({ id }) => id)))
  expect(ended.exit).toBe(0)
  counted(`cheats with ${runner}`, cases.size)
})

/** Of each rule the first; node:test is shown all of them by `gauntlet.long.test.ts`. */
function oneEachRule(runner: RunnerName): readonly Cheat[] {
  const rule = (cheat: Cheat): string => rulesOf(cheat, runner).join()
  return cheats.filter((cheat, at) => at === cheats.findIndex((each) => rule(each) === rule(cheat)))
}
