/** The way of one failure, and of a run whose fixes change what others had passed on. */
import { answered, judged, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { checkedOf, PlayedValidation } from '../testing/played.ts'
import { usualSpecialists } from './input.ts'
import { sampleValidationInput } from './sample.ts'

const played = (specialists = 1): PlayedValidation =>
  new PlayedValidation(sampleValidationInput({ specialists })).surveyed()

test('one failure that is fixed: detected, reported, requested, fixed, checked again, and told as a success', () => {
  proves('VAL-01', 'VAL-08', 'VAL-09', 'VAL-14', 'VAL-15', 'VAL-16', 'VAL-53', 'VAL-101')
  const run = played().failing('unit-test', 'trims').mends('unit-test').passing('unit-test')
  expect(run.ids).toEqual([
    'DETECTED-42-1-20261121T101500Z',
    'VFR-42-unit-test-1',
    'FIXREQ-42-1',
    'FIXDONE-42-1',
    'REVAL-42-unit-test-2',
    'REVALRES-42-unit-test-2',
    'SUCCESS-42-unit-test-2',
  ])
  run.surveyed()
  expect(run.end).toMatchObject({ outcome: 'completed', result: { outcome: 'success', commit: 'commit-1' } })
  const writers = run.heard.map(({ told: { entry } }) => [entry.sender, entry.recipient])
  for (const pair of writers) expect(pair.includes('@validation-orchestrator')).toBe(true)
})

test('its statuses change along the legal pairs, each told', () => {
  proves('VAL-50', 'VAL-51', 'VAL-105')
  const run = played().failing('unit-test', 'trims').mends('unit-test').passing('unit-test').surveyed()
  expect(run.changes).toEqual([
    'Orchestrator: PENDING → IN_PROGRESS',
    'unit-test: PENDING → IN_PROGRESS',
    'unit-test: IN_PROGRESS → FAIL',
    'unit-test: FAIL → AWAITING_FIX',
    'unit-test: AWAITING_FIX → FIXING',
    'unit-test: FIXING → RE_CHECKING',
    'unit-test: RE_CHECKING → PASS',
    'unit-test: PASS → COMPLETED',
    'Orchestrator: IN_PROGRESS → COMPLETED',
  ])
  expect(run.others).toEqual([])
})

test('no fix is requested before the report is acknowledged; request and completion are acknowledged, each by itself', () => {
  proves('VAL-10', 'VAL-11')
  const run = played().failing('unit-test', 'trims')
  expect(run.open).toEqual(['unit-test.report'])
  expect(run.ask('unit-test.report')).toMatchObject({ role: 'fixer', writes: [], codes: ['AK'] })
  expect(run.ids).not.toContain('FIXREQ-42-1')
  expect(run.one('unit-test').status).toBe('AWAITING_FIX')
  run.acknowledges('unit-test')
  expect(run.kinds('acknowledgement')).toMatchObject([
    { body: { message: 'VFR-42-unit-test-1', words: 'Understood.' } },
  ])
  expect(run.one('unit-test').status).toBe('FIXING')
  expect(run.ask('unit-test.fix')).toMatchObject({ role: 'fixer', codes: ['FD'], writes: ['src/**', 'test/**'] })
  run.fixes('unit-test')
  expect(run.kinds('acknowledgement').slice(1)).toMatchObject([
    { header: { from: '@validation-orchestrator' }, body: { message: 'FIXDONE-42-1' } },
  ])
})

test('the six run strictly in their order, each when the one before has passed', () => {
  proves('VAL-02', 'VAL-04', 'VAL-55')
  const run = new PlayedValidation(sampleValidationInput({})).surveyed()
  for (const name of usualSpecialists) {
    expect(run.open).toEqual([`${name}.check`])
    run.failing(name, 'one').mends(name)
    expect(run.one(name).iteration).toBe(2)
    run.passing(name)
  }
  const names = run.heard.flatMap(({ record }) =>
    record.kind === 'success' ? [[record.body.specialist, record.body.next]] : [],
  )
  expect(names.map(([name]) => name)).toEqual(usualSpecialists)
  expect(names.at(0)).toEqual(['unit-test', 'integration-test'])
})

test('where it is set they check at the same time, and the main agent fixes one after the other', () => {
  proves('VAL-04')
  const run = new PlayedValidation(sampleValidationInput({ specialists: 3, order: 'parallel' })).surveyed()
  expect(run.open).toEqual(['unit-test.check', 'integration-test.check', 'test-runner.check'])
  run.failing('integration-test', 'one').failing('unit-test', 'two')
  expect(run.open).toEqual(['test-runner.check', 'integration-test.report'])
  run.mends('integration-test')
  expect(run.open).toEqual(['test-runner.check', 'integration-test.check', 'unit-test.report'])
})

test('a specialist that passed on another tree than the final one is run again, from the beginning and as its next iteration', () => {
  proves('VAL-17', 'VAL-112')
  const run = played(2).passing('unit-test').failing('integration-test', 'joins').mends('integration-test')
  run.passing('integration-test')
  expect(run.open).toEqual(['survey'])
  run.surveyed()
  expect(run.open).toEqual(['unit-test.check'])
  expect(run.one('unit-test')).toMatchObject({ status: 'IN_PROGRESS', iteration: 2, pass: null })
  run.passing('unit-test')
  expect(run.end.result).toMatchObject({
    outcome: 'success',
    tree: 'tree-commit-1',
    specialists: [
      { name: 'unit-test', status: 'COMPLETED', tree: 'tree-commit-1', iterations: 2 },
      { name: 'integration-test', status: 'COMPLETED', tree: 'tree-commit-1', iterations: 2 },
    ],
  })
})

test('a fix that leaves the tree as it was makes nothing stale', () => {
  proves('VAL-17')
  const run = played(2).passing('unit-test').failing('integration-test', 'joins')
  run.acknowledges('integration-test').fixes('integration-test', []).passing('integration-test')
  expect(run.end.result).toMatchObject({ outcome: 'success' })
})

test('a specialist that passed last with its last iteration is not run a sixth time without a person’s word', () => {
  proves('VAL-54', 'VAL-110')
  const run = new PlayedValidation(sampleValidationInput({ specialists: 2, iterations: 2 })).surveyed()
  run.failing('unit-test', 'one').mends('unit-test').passing('unit-test')
  run.failing('integration-test', 'two').mends('integration-test').passing('integration-test').surveyed()
  expect(run.open).toEqual(['unit-test.decision'])
  expect(run.kinds('escalation')).toMatchObject([{ body: { cause: 'max-iterations', specialist: 'unit-test' } }])
  run.decides('unit-test', 'extend')
  expect(run.one('unit-test')).toMatchObject({ status: 'RE_CHECKING', iteration: 3, left: 0 })
})

test('one that does not apply is not started, with the reason, and is no pass', () => {
  proves('VAL-05')
  const run = new PlayedValidation(sampleValidationInput({ specialists: 2 }))
  run.surveyed([{ name: 'integration-test', reason: 'There are no integration tests.' }]).passing('unit-test')
  expect(run.end.result).toMatchObject({
    outcome: 'success',
    specialists: [
      { outcome: 'passed' },
      {
        name: 'integration-test',
        status: 'PENDING',
        outcome: 'not-applicable',
        why: 'There are no integration tests.',
        tree: null,
      },
    ],
  })
  const nobody = new PlayedValidation(sampleValidationInput({ specialists: 1 }))
  nobody.surveyed([{ name: 'unit-test', reason: 'There are no tests.' }])
  expect(nobody.end).toMatchObject({
    outcome: 'refused',
    result: { outcome: 'error' },
    reasons: [{ rule: 'nothing-validated' }],
  })
})

test('a completion without a changed file needs a reason, and is marked in the history', () => {
  proves('VAL-13')
  const silent = played().failing('unit-test', 'trims').acknowledges('unit-test')
  silent.happen(answered('unit-test.fix', 'FD', { message: ' ' }))
  expect(silent.one('unit-test').status).toBe('FIXING')
  expect(silent.ask('unit-test.fix').brief.refused).toMatchObject([{ rule: 'nothing-changed' }])
  const said = silent.happen(answered('unit-test.fix', 'FD', { message: 'The test is wrong.' }))
  expect(said.one('unit-test')).toMatchObject({
    status: 'RE_CHECKING',
    rows: [{ iteration: 1, unchanged: true, files: [] }],
  })
})

test('the files of a completion are the measured ones; what the agent listed otherwise stands beside them', () => {
  proves('VAL-41')
  const run = played().failing('unit-test', 'trims').acknowledges('unit-test')
  const data = { files: ['src/a.js', 'src/never.js'], fixes: ['Trimmed.', 'Joined.'] }
  const changed = ['src/a.js', 'src/quiet.js']
  run.happen(answered('unit-test.fix', 'FD', { message: 'Done.', commit: 'c1', changed, data }))
  expect(run.kinds('fix-completion')).toMatchObject([
    {
      body: {
        files: changed,
        onlySaid: ['src/never.js'],
        unsaid: ['src/quiet.js'],
        fixes: ['Trimmed.', 'Joined.'],
        ready: true,
      },
    },
  ])
})

test('from the second iteration on failures are told as resolved, persisting and new, and so is the history', () => {
  proves('VAL-44', 'VAL-57')
  const run = played().failing('unit-test', 'one', 'two').mends('unit-test').failing('unit-test', 'two', 'three')
  expect(run.kinds('failure-report').at(-1)).toMatchObject({
    body: {
      iteration: 2,
      max: 5,
      resolved: [{ name: 'one' }],
      persisting: [{ name: 'two' }],
      fresh: [{ name: 'three' }],
    },
  })
  expect(run.one('unit-test').rows).toMatchObject([
    { iteration: 1, failed: 2, fresh: 2, fix: 'Trimmed the names.', files: ['src/slugs.js'] },
    { iteration: 2, failed: 2, resolved: 1, persisting: 1, fresh: 1 },
  ])
})

test('two specialists in the same iteration do not share an id: the second gets its name', () => {
  proves('VAL-42')
  const run = played(2).failing('unit-test', 'a').mends('unit-test').passing('unit-test')
  run.failing('integration-test', 'b').acknowledges('integration-test')
  // What the main agent is told is what the log says.
  expect(run.ask('integration-test.fix').brief.parameters).toMatchObject({
    message: 'FIXREQ-42-1-integration-test',
    completion: 'FIXDONE-42-1-integration-test',
  })
  run.fixes('integration-test')
  expect(run.ids).toContain('FIXREQ-42-1')
  expect(run.ids).toContain('FIXREQ-42-1-integration-test')
  expect(run.ids).toContain('FIXDONE-42-1-integration-test')
  expect(new Set(run.ids).size).toBe(run.ids.length)
})

test('every message of an iteration shows its number and the limit', () => {
  proves('VAL-56')
  const run = played().failing('unit-test', 'a').mends('unit-test').passing('unit-test')
  const shown = run.heard.flatMap(({ record: { body } }) =>
    'iteration' in body ? [`${body.iteration}/${body.max}`] : [],
  )
  expect(new Set(shown)).toEqual(new Set(['1/5', '2/5']))
  expect(shown.length).toBe(run.heard.length - run.changes.length)
})

test('a check of a commit that could not tell its tree is no pass', () => {
  proves('VAL-112')
  const run = played().happen(judged('unit-test.check', 'pass', { data: checkedOf('') }))
  expect(run.one('unit-test').status).toBe('IN_PROGRESS')
})
