import { needs } from '@sigma/engine/needs'
import type { TestRun } from '@sigma/measuring'
import { expect, test } from 'vitest'
import { configSchema } from '../config/config.ts'
import { openProject } from '../project/project.ts'
import { worldOf } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { headFinding, headFindings } from './head-findings.ts'
import { type Tried, trialLimitMs } from './trial.ts'

type Problem = NonNullable<TestRun['problem']>
type Case = TestRun['tests'][number]
const testCase = (name: string, state: Case['state']): Case => ({
  id: `a.js › ${name}`,
  file: 'a.js',
  names: [name],
  outermost: 0,
  state,
  line: 1,
  column: 1,
  failure: null,
})
const whole: TestRun = {
  runner: 'node:test',
  version: null,
  command: [],
  exit: 0,
  signal: null,
  durationMs: 1_000,
  tests: [],
  faults: [],
  empty: [],
  focused: [],
  output: '',
  problem: null,
}
const ran = (run: Partial<TestRun>): Tried => ({ kind: 'ran', run: { ...whole, ...run }, causes: [], checks: [] })
const found = (run: Partial<TestRun>, settings: object = {}) =>
  headFinding(ran(run), { config: configSchema.parse(settings) })
const mixed = { tests: [testCase('works', 'passed'), testCase('is old', 'failed')] }
const problem = (rule: Problem['rule']): Partial<TestRun> => ({
  problem: { rule, message: 'It hangs.', remedy: 'Wait.' },
})

test('old failures are told, and are no fault of the set-up', () => {
  const saw = '1 pass, 1 fail at HEAD (1.0s): a.js › is old'
  expect(found(mixed)).toEqual([
    { what: 'tests at HEAD', ok: true, saw, hint: expect.stringMatching(/^"tests": \{ "tolerate": "known" \} /) },
  ])
  expect(found(mixed, { tests: { tolerate: 'known' } })).toMatchObject([{ ok: true, saw, hint: null }])
  expect(found({ tests: [testCase('works', 'passed')] })).toMatchObject([
    { ok: true, saw: '1 test passes in 1.0s', hint: null },
  ])
  expect(found({})).toMatchObject([{ ok: true, saw: 'no test yet at HEAD', hint: null }])
})

test('tests of which none can be run are a fault, and so is a suite that no gate waits for', () => {
  expect(found({ faults: [{ file: 'a.js', kind: 'load', message: 'It does not load.' }] })).toMatchObject([
    { ok: false, saw: '0 pass, 1 fail at HEAD (1.0s): a.js; no run can begin with that', hint: 'sigma gates' },
  ])
  expect(found(problem('runner-missing'))).toMatchObject([{ ok: false }])
  expect(found(problem('timed-out'), { limits: { check: '10s' } })).toMatchObject([{ ok: false }])
  expect(found(problem('timed-out'))).toMatchObject([{ ok: true }])
  expect(configSchema.parse({}).limits.check).toBeGreaterThan(trialLimitMs)
})

test('what was not tried is told as such; of what was interrupted nothing is', () => {
  const project = { config: configSchema.parse({}) }
  expect(headFinding({ kind: 'interrupted' }, project)).toEqual([])
  const left = { kind: 'left-out', why: 'Runs are being played.', hint: 'sigma status' } as const
  expect(headFinding(left, project)).toMatchObject([
    { ok: true, saw: 'not tried: runs are being played (sigma status)', untried: true },
  ])
})

test('what the tests did at a commit is known until the commit, the surroundings or the settings change', {
  timeout: 60_000,
}, async () => {
  needs('bubblewrap')
  using project = await temporaryProject({
    'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }',
    'src/a.js': '',
    'test/a.test.js': "import { test } from 'node:test'\ntest('one', () => {})\n",
    'sigma.config.json': '{ "tests": { "runner": "node:test", "files": ["test/**"], "env": { "A": "$MINE" } } }',
  })
  const world = worldOf(project, { env: { MINE: '1' } })
  const opened = await openProject(world)
  const at = { head: 'h1', around: ['node 24'], plays: false }
  const untried = [{ saw: 'not run at this commit yet', hint: 'sigma doctor --proofs', untried: true }]
  expect(await headFindings(world, opened, at)).toMatchObject(untried)
  const [now] = await headFindings(world, opened, { ...at, plays: true })
  expect(now?.saw).toMatch(/^1 test passes in [\d.]+s$/)
  const seen = [{ ok: true, saw: expect.stringMatching(/^1 test passes in [\d.]+s \(on \d{4}-.* UTC\)$/), hint: null }]
  expect(await headFindings(world, opened, at)).toMatchObject(seen)
  for (const other of [{ head: 'h2' }, { around: ['node 26'] }])
    expect(await headFindings(world, opened, { ...at, ...other })).toMatchObject(untried)
  const others = [
    { world: worldOf(project, { env: { MINE: '2' } }), opened },
    { world, opened: { ...opened, config: configSchema.parse({ tests: { files: ['test/**', 'b/**'] } }) } },
  ]
  for (const each of others) expect(await headFindings(each.world, each.opened, at)).toMatchObject(untried)
})

test('a commit whose tests could not be run is told as such, and how to look anew once that is put right', {
  timeout: 60_000,
}, async () => {
  needs('bubblewrap')
  using project = await temporaryProject({
    'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }',
    'src/a.js': '',
    'test/a.test.js': "import 'not-installed'\n",
  })
  const world = worldOf(project)
  const opened = await openProject(world)
  const at = { head: 'h1', around: [], plays: true }
  expect(await headFindings(world, opened, at)).toMatchObject([{ ok: false, hint: 'sigma gates' }])
  expect(await headFindings(world, opened, { ...at, plays: false })).toMatchObject([
    { ok: false, saw: expect.stringMatching(/no run can begin with that \(on /), hint: 'sigma doctor --proofs' },
  ])
})
