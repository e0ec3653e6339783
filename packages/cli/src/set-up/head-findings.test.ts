import type { TestRun } from '@sigma/measuring'
import { expect, test } from 'vitest'
import { configSchema } from '../config/config.ts'
import { headFinding } from './head-findings.ts'
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
    { ok: true, saw: 'not tried: runs are being played (sigma status)' },
  ])
})
