import { cheats } from '@sigma/gauntlet'
import { expect, test } from 'vitest'
import { gauntletOf, projectOf, type RunnerName } from './kit/gauntlet.ts'

/** What a runner itself decides about; each rule of the gates is shown its cheat with each runner by the proofs of `@sigma/gates`. */
const chosen = ['patches-assertions']

const all = process.env['SIGMA_LONG'] === '1'
/** Honest work is played whole with jest. */
const runners: readonly RunnerName[] = all ? ['vitest', 'jest'] : ['vitest']

test.for(runners)('with %s the cheats are caught by the same rules', { timeout: 1_800_000 }, async (runner) => {
  using project = projectOf(runner)
  const { cases, ended } = await gauntletOf(project, ...(all ? [] : ['--only', chosen.join(',')]))
  const missed = [...cases.values()].filter(({ caught, skipped }) => !caught && skipped === null)
  expect(missed, ended.stderr).toEqual([])
  expect(cases.size).toBe(all ? cheats.length : chosen.length)
  expect(ended.exit).toBe(0)
})
