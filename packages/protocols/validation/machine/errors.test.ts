/** What did not work is tried again first, told each time, and only then a person's to decide. */
import { answered, failed, judged, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { checkedOf, failureOf, PlayedValidation } from '../testing/played.ts'
import { type SampleValidation, sampleValidationInput } from './sample.ts'

const played = (sample: SampleValidation = {}): PlayedValidation =>
  new PlayedValidation(sampleValidationInput({ specialists: 1, ...sample })).surveyed()

const errors = (run: PlayedValidation): readonly unknown[] =>
  run.heard.flatMap(({ record }) =>
    record.kind === 'error' ? [[record.header.type, record.body.recovered, record.body.next]] : [],
  )
const causes = (run: PlayedValidation): readonly unknown[] =>
  run.heard.flatMap(({ record }) => (record.kind === 'escalation' ? [record.body.cause] : []))

test('a specialist that could not run is run once more; that it passes then is a PASS, and the error stays', () => {
  proves('VAL-87', 'VAL-88', 'VAL-92')
  const run = played().fails('unit-test.check')
  expect(run.open).toEqual(['unit-test.check'])
  expect(run.one('unit-test')).toMatchObject({ status: 'IN_PROGRESS', iteration: 1, left: 4 })
  run.passing('unit-test')
  expect(run.end.result).toMatchObject({ outcome: 'success', specialists: [{ iterations: 1 }] })
  expect(errors(run)).toEqual([
    ['Specialist Failure', false, 'try again'],
    ['Specialist Failure', true, 'continue'],
  ])
})

test('run once more in vain it is escalated to the main orchestrator, with what was tried, and no failure is reported', () => {
  proves('VAL-73', 'VAL-84', 'VAL-87', 'VAL-88', 'VAL-108')
  const run = played().fails('unit-test.check').fails('unit-test.check')
  expect(causes(run)).toEqual(['specialist-error'])
  expect(run.kinds('failure-report', 'failure-detected')).toEqual([])
  expect(run.one('unit-test')).toMatchObject({ status: 'ESCALATED', iteration: 1, left: 4 })
  expect(run.heard.find(({ record }) => record.kind === 'escalation')?.told.entry.recipient).toBe('@main-orchestrator')
  expect(run.kinds('error').at(-1)).toMatchObject({
    body: { attempted: ['Ran the specialist once more.'], next: 'escalate' },
  })
  run.decides('unit-test', 'extend')
  expect(run.one('unit-test')).toMatchObject({ status: 'RE_CHECKING', iteration: 1, left: 4 })
  expect(run.open).toEqual(['unit-test.check'])
})

test.each([
  ['examined nothing', 'nothing-examined', 'pass', checkedOf('t', [], { examined: [{ what: 'tests', count: 0 }] })],
  ['brought nothing that can be read', 'check-unreadable', 'pass', {}],
  ['lists failures and passes', 'check-contradictory', 'pass', checkedOf('t', [failureOf('a')])],
  ['fails and lists none', 'check-contradictory', 'fail', checkedOf('t')],
  ['could not judge', 'could-not-judge', 'unknown', checkedOf('t')],
] as const)('a check that %s is neither PASS nor FAIL', (_, rule, verdict, data) => {
  proves('VAL-113')
  const run = played({ errors: 0 }).happen(judged('unit-test.check', verdict, { data, findings: [] }))
  expect(run.consult('unit-test.decision').reasons).toMatchObject([{ rule }])
  expect(causes(run)).toEqual(['specialist-error'])
  expect(run.changes).not.toContain('unit-test: IN_PROGRESS → PASS')
  expect(run.changes).not.toContain('unit-test: IN_PROGRESS → FAIL')
})

test('a message that is not delivered is delivered again, three times in all; the third counts', () => {
  proves('VAL-84', 'VAL-85')
  const run = played()
    .failing('unit-test', 'a')
    .fails('unit-test.report', 'unavailable')
    .fails('unit-test.report', 'unavailable')
  expect(run.open).toEqual(['unit-test.report'])
  run.acknowledges('unit-test')
  expect(run.one('unit-test').status).toBe('FIXING')
  expect(run.kinds('failure-report')).toHaveLength(1)
  const never = played().failing('unit-test', 'a')
  for (const _ of [1, 2, 3]) never.fails('unit-test.report', 'unavailable')
  expect(causes(never)).toEqual(['communication'])
  expect(errors(never)).toEqual([
    ['Communication', false, 'try again'],
    ['Communication', false, 'try again'],
    ['Communication', false, 'escalate'],
  ])
})

test('what arrives twice is handled once', () => {
  proves('VAL-85', 'VAL-110', 'F22')
  const run = played().failing('unit-test', 'a').acknowledges('unit-test')
  const done = answered('unit-test.fix', 'FD', { message: 'Done.', commit: 'c1', changed: ['a.js'] })
  run.happen(done).happen(done).happen(done)
  expect(run.late).toBe(2)
  expect(run.one('unit-test')).toMatchObject({ iteration: 2, left: 3 })
  expect(run.kinds('fix-completion')).toHaveLength(1)
})

test('an invalid answer brings a notice and is asked for again; a second one is escalated; no status changes by one', () => {
  proves('VAL-84', 'VAL-86', 'VAL-89', 'F24')
  const finding = { rule: 'answer-missing', message: 'There is no answer.', remedy: 'Give one.' }
  const invalid = failed('unit-test.fix', 'invalid', { findings: [finding] })
  const run = played().failing('unit-test', 'a').acknowledges('unit-test').happen(invalid)
  expect(run.kinds('violation')).toMatchObject([
    {
      header: { to: '@feature-implementer-main' },
      body: { message: 'FIXREQ-42-1', broken: 'answer-missing', expected: expect.stringContaining('FD') },
    },
  ])
  expect(run.one('unit-test').status).toBe('FIXING')
  expect(run.ask('unit-test.fix').brief.refused).toEqual([finding])
  run.happen(invalid)
  expect(causes(run)).toEqual(['invalid-response'])
})

test('a specialist that changes files is refused and asked again', () => {
  proves('VAL-03')
  const run = played({ agents: 1 })
  expect(run.ask('unit-test.check')).toMatchObject({ writes: [], role: 'unit-test' })
  run.fails('unit-test.check', 'trespass')
  expect(run.kinds('violation')).toMatchObject([{ body: { broken: 'answer-invalid' } }])
  expect(run.open).toEqual(['unit-test.check'])
  run.fails('unit-test.check', 'trespass')
  expect(run.one('unit-test').status).toBe('ESCALATED')
})

test('an agent specialist is taken by what it lists, and by nothing else', () => {
  proves('VAL-04', 'VAL-113')
  const report = { failures: [], examined: [{ what: 'files', count: 2 }] }
  const unreadable = played({ agents: 1 }).happen(answered('unit-test.check', 'VP'))
  expect(unreadable.ask('unit-test.check').brief.refused).toMatchObject([{ rule: 'report-unreadable' }])
  const says = (code: string, data?: object): PlayedValidation =>
    played({ specialists: 2, agents: 2, reasks: 0, errors: 0 }).happen(
      answered('unit-test.check', code, data === undefined ? {} : { data: JSON.parse(JSON.stringify(data)) }),
    )
  expect(says('VP', report).one('unit-test').status).toBe('PASS')
  expect(says('VF', { ...report, failures: [failureOf('a')] }).one('unit-test').status).toBe('AWAITING_FIX')
  for (const run of [
    says('VP'),
    says('VF', report),
    says('VP', { ...report, failures: [failureOf('a')] }),
    says('VP', { ...report, examined: [] }),
    says('EX', report),
  ])
    expect(run.one('unit-test').status).toBe('ESCALATED')
})

test('an agent that passed is known by its commit, and at the end by its tree', () => {
  proves('VAL-112')
  const report = { failures: [], examined: [{ what: 'files', count: 2 }] }
  const run = played({ specialists: 2, agents: 1 }).failing('unit-test', 'a').mends('unit-test').passing('unit-test')
  run.happen(answered('integration-test.check', 'VP', { data: report })).surveyed()
  expect(run.end.result).toMatchObject({
    tree: 'tree-commit-1',
    specialists: [{ tree: 'tree-commit-1' }, { tree: 'tree-commit-1', iterations: 1 }],
  })
})

test('an error says what can be done about it, and what is done next', () => {
  proves('VAL-109')
  const finding = { rule: 'answer-missing', message: 'There is no answer.', remedy: 'Give one.' }
  const run = played()
    .failing('unit-test', 'a')
    .happen(failed('unit-test.report', 'invalid', { findings: [finding] }))
  expect(run.kinds('error')).toMatchObject([
    { body: { message: 'answer-missing: There is no answer. Give one.', next: 'try again' } },
  ])
  for (const { remedy } of run.ask('unit-test.report').brief.refused) expect(remedy).not.toBe('')
})
