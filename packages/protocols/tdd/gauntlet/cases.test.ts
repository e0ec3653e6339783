import { spawnSync } from 'node:child_process'
import { type Cheat, type HonestWork, rulesOf, type TrialGround } from '@sigma/engine'
import { expect, test } from 'vitest'
import { cheats } from './cases.ts'
import { work } from './honest/work.ts'
import { gauntletKit } from './index.ts'

const idsRefusedBy = (rule: string, runner: string): readonly string[] =>
  cheats.filter((cheat) => rulesOf(cheat, runner).includes(rule)).map(({ id }) => id)

test('a cheat whom a runner stops in its own way is refused by the rule of that runner, and no other', () => {
  expect(idsRefusedBy('ended-early', 'node:test')).toEqual(['exits', 'prints-report'])
  expect(idsRefusedBy('ended-early', 'jest')).toEqual(['exits', 'prints-report'])
  expect(idsRefusedBy('ended-early', 'vitest')).toEqual(['writes-report'])
  expect(idsRefusedBy('report-missing', 'jest')).toEqual(['writes-report'])
  expect(idsRefusedBy('report-missing', 'node:test')).toEqual([])
})

const theirs = {
  top: '/project',
  head: 'c0ffee',
  folder: '',
  configuration: {},
  runner: 'node:test',
  tests: [],
  source: [],
  guarded: [],
  memoryBank: 'memory-bank',
  limits: { exchanges: 1 },
  coverage: { lines: 80 },
}
const layout = {
  runner: 'node:test',
  source: 'src/a.js',
  test: 'test/a.test.js',
  oldSource: 'src/b.js',
  oldTest: 'test/b.test.js',
  specifier: '../src/a.js',
  oldSpecifier: '../src/b.js',
  language: 'js',
  modules: 'esm',
  globals: false,
  testsFrom: 'vitest',
  manifest: 'package.json',
  lockFile: 'package-lock.json',
  config: 'node.config.js',
  secondConfig: 'node.config.mjs',
} as const
const ground = { theirs, layout, confined: true, has: () => true }

/** Why some of them are not played there, each reason once. */
const unplayed = (all: readonly (Cheat | HonestWork)[], there: TrialGround): readonly string[] => [
  ...new Set(all.flatMap((each) => each.whyNot(there) ?? [])),
]

test('a cheat is played wherever what it needs is there, and else says why it is not', () => {
  const why = (there: Partial<TrialGround>) => unplayed(cheats, { ...ground, ...there })
  expect(why({})).toEqual([])
  expect(why({ confined: false })).toEqual(['nothing confines agents here'])
  expect(why({ theirs: { ...theirs, coverage: { lines: 0 } } })).toEqual(['no coverage is asked for'])
  expect(why({ theirs: { ...theirs, limits: { exchanges: 0 } } })).toEqual(['no exchanges are allowed'])
})

test('honest work is played wherever it can be done', () => {
  const why = (there: Partial<TrialGround>) => unplayed(work, { ...ground, ...there })
  expect(why({})).toEqual([])
  expect(why({ theirs: { ...theirs, limits: { exchanges: 0 } } })).toEqual(['no exchanges are allowed'])
  expect(why({ has: () => false })).toEqual(['fast-check is not installed here'])
})

test('a run begins with a design and a plan of its own, in the folder of the user’s modules', () => {
  const [trial] = cheats.flatMap((cheat) => (cheat.id === 'theatre' ? [cheat.trial] : []))
  const planned = work.find(({ id }) => id === 'splits-file')?.trial
  expect(trial?.begin(ground)).toEqual({
    files: {
      'memory-bank/modules/theatre/design.md': expect.stringContaining('export function slug(text)'),
      'memory-bank/modules/theatre/tdd_plan.md': 'Batch₁: (parallel 1)\n□ TDD₁: Work (slug) → ℜ→ℜᴳ→ℜᶠ\n',
    },
    roles: ['qa', 'dev'],
    command: ['tdd', 'theatre'],
  })
  expect(planned?.variant).toMatchObject({ id: 'splits-file' })
})

test('every case has its agent, and there is no agent without a case', () => {
  const { stderr } = spawnSync(process.execPath, [gauntletKit.program, 'nobody'], {
    env: { SIGMA_GAUNTLET: JSON.stringify(layout) },
    input: JSON.stringify(gauntletKit.founder.input),
    encoding: 'utf8',
  })
  const agents = /No agent is called nobody; there are (.*)\./.exec(stderr)?.[1]?.split(' ')
  expect(new Set(agents)).toEqual(new Set(['found', 'honest', ...cheats.map(({ id }) => id)]))
})
