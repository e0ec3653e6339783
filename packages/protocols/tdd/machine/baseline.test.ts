import { cannotBeginRule, type Event } from '@sigma/protocol'
import { decided, failed, judged } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { tddInputSchema } from './input.ts'
import { sampleTddInput } from './sample.ts'
import { type Journey, journey } from './testing/journey.ts'

const input = sampleTddInput({ batches: [1] })
const run = journey(input)
const known = journey({ ...input, tolerate: 'known' })

const evidence = 'sha256:seen-at-base'
const finding = { rule: 'fails-already', message: 'test/old.test.js › adds fails.', remedy: 'Nothing.' }
const found = {
  failing: 2,
  flaky: ['test/b.test.js › waits'],
  leftOut: [{ file: 'test/c.test-d.ts', message: 'Left out.' }],
}
const old = judged('baseline.check', 'fail', { evidence, findings: [finding], data: found })
const asked = run.happen(old)

const tells = ({ effects }: Journey): readonly unknown[] =>
  effects.flatMap((effect) => (effect.kind === 'tell' ? [effect.message] : []))

test('the base commit is measured before anybody is asked, and before nothing else', () => {
  expect(run.open).toEqual(['baseline.check'])
  expect(run.check('baseline.check')).toMatchObject({
    gate: 'baseline',
    commit: input.base,
    at: { step: 'baseline', part: 'check' },
    parameters: { project: input.project },
  })
})

test('what was seen there is what Phase 0, and every later gate, begins from', () => {
  const passed = run.happen(judged('baseline.check', 'pass', { evidence }))
  expect(passed.open).toEqual(['phase0'])
  expect(tells(passed)).toEqual([])
  expect(passed.until('phase0.check').check('phase0.check').parameters).toMatchObject({
    before: { commit: input.base, evidence },
  })
})

test.each<readonly [string, Event, readonly string[]]>([
  ['clean', judged('baseline.check'), ['phase0']],
  ['old failures', old, ['baseline.decision']],
  ['broke', failed('baseline.check'), ['baseline.decision']],
])('%s: %#', (_name, event, open) => {
  expect(run.happen(event).open).toEqual(open)
})

test('old failures are a question for a person, asked once, and nobody is asked meanwhile', () => {
  const consult = asked.consult('baseline.decision')
  expect(consult).toMatchObject({
    status: 'waiting',
    fallback: 'abort',
    expiryMs: input.limits.decisionMs,
    reasons: [finding],
    at: { step: 'baseline', session: input.session },
  })
  expect(consult.options.map(({ name }) => name)).toEqual(['go-on', 'again', 'abort'])
  // Who goes on learns how not to be asked again.
  expect(consult.options[0]?.consequence).toContain('"tests": { "tolerate": "known" } in sigma.config.json')
})

test('going on takes them as they are, tells what is so, and starts from what was seen', () => {
  const on = asked.happen(decided('baseline.decision', 'go-on'))
  expect(on.open).toEqual(['phase0'])
  expect(on.until('phase0.check').check('phase0.check').parameters).toMatchObject({ before: { evidence } })
  expect(tells(on)).toMatchObject([
    {
      type: 'baseline',
      data: {
        message:
          'Before the run: 2 tests or files fail; flaky: test/b.test.js › waits; left out by the configuration of the test runner: test/c.test-d.ts.',
        ...found,
      },
    },
  ])
})

test('with old failures that are known, no person is asked, and all is told the same', () => {
  const on = known.happen(old)
  expect(on.open).toEqual(['phase0'])
  expect(tells(on)).toEqual(tells(asked.happen(decided('baseline.decision', 'go-on'))))
})

test('flaky tests and files left out are told, and are no question', () => {
  const on = run.happen(judged('baseline.check', 'pass', { data: { ...found, failing: 0 } }))
  expect(on.open).toEqual(['phase0'])
  expect(tells(on)).toMatchObject([{ type: 'baseline', data: { failing: 0, flaky: found.flaky } }])
})

test('measured again, the second time counts, and is asked about anew', () => {
  const again = asked.happen(decided('baseline.decision', 'again'))
  expect(again.open).toEqual(['baseline.check'])
  expect(again.happen(judged('baseline.check')).open).toEqual(['phase0'])
  expect(again.happen(old).open).toEqual(['baseline.decision'])
})

test.each([
  ['a person', 'person', 'aborted'],
  ['nobody in time', 'expiry', 'decision-expired'],
])('%s: the run ends, and nothing was done', (_name, by, rule) => {
  const over = asked.happen(decided('baseline.decision', 'abort', { by }))
  expect(over.last.kernel.outcome).toMatchObject({ outcome: 'aborted', reasons: [{ rule }], result: { cycles: [] } })
})

test.each([
  ['asks', run],
  ['knows', known],
])('where no test can be run the run ends before the first turn, also one that %s', (_name, from) => {
  const over = from.happen(judged('baseline.check', 'unknown', { findings: [finding] }))
  expect(over.open).toEqual([])
  expect(over.last.kernel.outcome).toMatchObject({
    outcome: 'refused',
    summary: expect.stringContaining('No agent was asked.'),
    reasons: [{ rule: cannotBeginRule }, finding],
    result: { cycles: [], skipped: [] },
  })
})

test('a gate that broke halts the run until a person has it tried again', () => {
  const halted = known.happen(failed('baseline.check'))
  const consult = halted.consult('baseline.decision')
  expect(consult).toMatchObject({ status: 'halted', expiryMs: null, reasons: [{ rule: 'crash' }] })
  expect(consult.options.map(({ name }) => name)).toEqual(['resume', 'abort'])
  expect(halted.happen(decided('baseline.decision', 'resume')).open).toEqual(['baseline.check'])
  expect(halted.happen(decided('baseline.decision', 'abort')).last.kernel.outcome).toMatchObject({ outcome: 'aborted' })
})

test.each([
  ['as many as before', {}, / 2 tests or files fail as before the run\.$/],
  ['fewer, where the work mended one', { oldFailures: 1 }, / 1 test or file fails as before the run\.$/],
  ['none, where it mended all', { oldFailures: 0 }, /combined\.$/],
])('the end tells how many still fail: %s', (_name, data, summary) => {
  const checked = known
    .happen(old)
    .until('slice1.check')
    .happen(judged('slice1.check', 'pass', { data }))
  expect(checked.toTheEnd().last.kernel.outcome).toMatchObject({
    outcome: 'completed',
    summary: expect.stringMatching(summary),
  })
})

test('an input of before there was a choice asks', () => {
  const { tolerate: _tolerate, ...before } = input
  expect(tddInputSchema.parse(before).tolerate).toBe('ask')
  expect(tddInputSchema.safeParse({ ...before, tolerate: 'all' }).success).toBe(false)
})

test('a plan that replaces what is not there ends the run before anybody is asked', () => {
  const [cycle] = input.cycles
  if (cycle === undefined) throw new Error('the sample has a cycle')
  const tests = [{ files: 'test/a.js', test: 'adds' }]
  const planned = journey({ ...input, cycles: [{ ...cycle, replaces: tests }] })
  expect(planned.check('baseline.check').parameters).toMatchObject({ replaces: [{ cycle: 'TDD_1', tests }] })
  const unknown = { rule: 'replaces-unknown', message: 'Cycle TDD_1 replaces …', remedy: 'Correct it.' }
  const ended = planned.happen(judged('baseline.check', 'unknown', { findings: [unknown] }))
  expect(ended.last.kernel.outcome).toMatchObject({
    outcome: 'refused',
    reasons: [
      {
        rule: cannotBeginRule,
        message: 'The plan of src/sample replaces tests that are not there at base.',
        remedy: 'Correct its entries, then: sigma tdd src/sample',
      },
      unknown,
    ],
  })
})
