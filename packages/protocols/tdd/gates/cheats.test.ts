import { fileURLToPath } from 'node:url'
import { inTier } from '@sigma/engine/testing'
import type { Thresholds } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { describe, expect, test } from 'vitest'
import type { Style } from '../../../measuring/src/fixture/small-project.ts'
import { type Cheat, honest } from './fixture/cheat.ts'
import { cheatProject, playedBy } from './fixture/cheat-project.ts'
import { cheats } from './fixture/cheats.ts'
import { type Judged, trial } from './fixture/trial.ts'

const own = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
const modules = {
  'node:test': null,
  vitest: process.env['SIGMA_VITEST'] ?? own,
  jest: process.env['SIGMA_JEST'] ?? own,
}
const full: Thresholds = { lines: 100, functions: 100, branches: 100, statements: 100 }
const timeout = 240_000

/** All of them for node:test, and for the others one for each rule and way, in the long tier all. */
function playedWith(runner: Style['runner']): readonly Cheat[] {
  const all = cheats.filter((cheat) => playedBy(cheat, runner))
  const key = ({ rules, way = '' }: Cheat): string => [...rules, way].join()
  const few = all.filter((one, at) => at === all.findIndex((each) => key(each) === key(one)))
  return runner === 'node:test' ? all : inTier({ fast: few, long: all, verify: all })
}

for (const runner of ['node:test', 'vitest', 'jest'] as const) {
  describe(runner, () => {
    const stage = trial(undefined, modules[runner])
    const { before, red, after } = cheatProject(runner)
    const accepted: Promise<Judged> = stage.red(before, red, { runner })
    const judge = async (cheat: Partial<Cheat>): Promise<Judged> =>
      await stage.green(before, await accepted, after(cheat), {
        runner,
        ...(cheat.covers === true && { coverage: full }),
      })

    test.concurrent('honest work passes', { timeout }, async () => {
      expect(await accepted).toMatchObject({ verdict: 'pass' })
      expect(await judge({ body: honest, covers: true })).toMatchObject({ verdict: 'pass', findings: [] })
    })

    test.concurrent.each(playedWith(runner).map((cheat) => [cheat.id, cheat.does, cheat] as const))(
      '%s: who %s does not pass',
      { timeout },
      async (_id, _does, cheat) => {
        proves('T9')
        const { verdict, rules: found } = await judge(cheat)
        expect(verdict).not.toBe('pass')
        expect(
          found.filter((rule) => cheat.rules.includes(rule)),
          `found ${found.join(', ')}`,
        ).not.toEqual([])
      },
    )
  })
}

test('there are twenty-five and more, each under a name of its own', () => {
  proves('T9')
  expect(new Set(cheats.map(({ id }) => id)).size).toBeGreaterThanOrEqual(25)
})
