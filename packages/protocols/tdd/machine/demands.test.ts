import { answered, failed, judged, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import type { ChangedDemand } from './gate-parameters.ts'
import { sampleTddInput } from './sample.ts'
import { decide, type Journey, journey } from './testing/journey.ts'

const one = sampleTddInput({ batches: [1] })
const two = sampleTddInput({ batches: [2] })
const check = 'slice1.demands.check'

const dropped = (cycle: string): ChangedDemand => ({
  cycle,
  file: 'test/a.test.js',
  test: 'adds',
  how: 'dropped',
  before: 'assert.equal(add(1, 2), 3)',
  after: null,
})
const failing = (cycle: string, changes: readonly ChangedDemand[] = []) =>
  judged(check, 'fail', {
    findings: [
      { rule: 'accepted-test-fails', message: `${cycle}: adds fails`, remedy: 'Decide.', evidence: 'sha256:d' },
    ],
    data: { failing: [cycle], changes: [...changes] },
  })

/** Only the developer changes anything after RED. */
const untouched = (from: Journey): Journey =>
  from.until('C1.refactor-tests.qa').happen(answered('C1.refactor-tests.qa', 'RTC'))

test('where no test was touched since RED, nothing more is run', () => {
  proves('SIG-41', 'SIG-42')
  const end = untouched(journey(one)).until('slice1.check').happen(judged('slice1.check'))
  expect(end.last.kernel.outcome).toMatchObject({ outcome: 'completed' })
})

test('tests that were refactored are run once more as RED accepted them, over the combination', () => {
  proves('SIG-41', 'SIG-45')
  const red = journey(one).until('C1.red.check').check('C1.red.check').commit
  const proving = journey(one).until(check)
  const merged = proving.check(check).commit
  expect(proving.check(check)).toMatchObject({
    gate: 'demands',
    commit: merged,
    parameters: {
      cycles: [
        { name: 'C1', accepted: { commit: red, evidence: expect.any(String) }, now: { commit: expect.any(String) } },
      ],
    },
  })
  expect(merged).toMatch(/^merged/)
  expect(proving.state).toMatchObject({ run: { trunk: { commit: 'base+phase0' } } })
  expect(proving.happen(judged(check)).last.kernel.outcome).toMatchObject({
    outcome: 'completed',
    summary: '1 of 1 cycles of src/sample are done: tested, reviewed and combined.',
    result: { commit: merged },
  })
})

test('an adjusted test does not take the place of the one that RED accepted first', () => {
  proves('SIG-41', 'SIG-42', 'DPTR-95')
  const red = journey(one).until('C1.red.check').check('C1.red.check').commit
  const adjusted = untouched(
    journey(one)
      .until('C1.green.dev')
      .happen(
        answered('C1.green.dev', 'TI', { commit: 'half' }),
        answered('C1.green.qa', 'TA', { commit: 'other-tests' }),
        judged('C1.green.check'),
      ),
  )
  expect(adjusted.until(check).check(check).parameters).toMatchObject({ cycles: [{ accepted: { commit: red } }] })
})

test('what is demanded no more is told, though the accepted tests pass', () => {
  proves('SIG-45')
  const end = journey(one)
    .until(check)
    .happen(judged(check, 'pass', { data: { failing: [], changes: [dropped('C1')] } }))
  expect(end.effects).toMatchObject([
    {
      kind: 'tell',
      message: {
        type: 'demands',
        data: {
          cycle: 'TDD_1',
          by: null,
          message:
            'TDD_1: of what its tests demanded: 1 dropped; as they were accepted, they pass over the finished work.',
          changes: [dropped('C1')],
        },
      },
    },
    {
      kind: 'end',
      outcome: 'completed',
      summary:
        '1 of 1 cycles of src/sample are done: tested, reviewed and combined. The tests of TDD_1 demand less than was accepted in RED.',
    },
  ])
})

test('what a wanted refactoring made harder to follow is told where it is accepted', () => {
  proves('SIG-45')
  const rose = [{ rule: 'complexity-rose', message: 'The code decides in 2 places and did in 1.' }]
  const told = journey(one)
    .until('C1.refactor-impl.check')
    .happen(judged('C1.refactor-impl.check', 'pass', { data: { rose } }))
  expect(told.effects[0]).toMatchObject({
    kind: 'tell',
    message: {
      type: 'measures',
      data: {
        cycle: 'TDD_1',
        message: 'TDD_1, REFACTOR_IMPL, as it was asked for: The code decides in 2 places and did in 1.',
      },
    },
  })
})

test('what RED took out of tests that stood there before is told, though they fail for something new', () => {
  proves('SIG-41', 'SIG-45')
  const { cycle, ...lost } = dropped('C1')
  const told = journey(one)
    .until('C1.red.check')
    .happen(judged('C1.red.check', 'pass', { data: { lost: [lost] } }))
  expect(told.effects[0]).toMatchObject({
    kind: 'tell',
    message: {
      type: 'demands',
      data: {
        cycle: 'TDD_1',
        number: 1,
        by: null,
        message: 'TDD_1, RED: of what its tests demanded: 1 dropped, in tests that stood there before.',
        changes: [{ ...lost, cycle }],
      },
    },
  })
})

test('so is what the plan replaces, and what goes by another name; QA and the gate know which may go', () => {
  proves('SIG-45')
  const replaces = [
    { files: 'test/\\[a\\].js', test: 'adds › twice' },
    { files: 'test/old/*', test: null },
  ]
  const [first] = one.cycles
  if (first === undefined) throw new Error('the sample has a cycle')
  const there = journey({ ...one, cycles: [{ ...first, replaces }] })
  const asked = there.until('C1.red.check')
  expect(asked.effects).toMatchObject([{ gate: 'red', parameters: { replaces } }])
  const gone = { file: 'test/[a].js', test: 'adds › twice', how: 'replaced', before: null, after: null }
  const told = asked.happen(
    judged('C1.red.check', 'pass', { data: { lost: [gone, { ...gone, how: 'renamed', after: 'b' }] } }),
  )
  expect(told.effects[0]).toMatchObject({
    message: {
      type: 'demands',
      data: {
        message: 'TDD_1, RED: of what its tests demanded: 1 replaced, 1 renamed, in tests that stood there before.',
      },
    },
  })
})

test.each(['fail', 'unknown'] as const)('accepted tests that do not pass (%s) are a matter for a person', (verdict) => {
  proves('SIG-41', 'SIG-51')
  const asked = journey(one)
    .until(check)
    .happen(judged(check, verdict, { data: { failing: ['C1'], changes: [dropped('C1')] } }))
  expect(asked.open).toEqual(['slice1.demands.decision'])
  const consult = asked.consult('slice1.demands.decision')
  expect(consult).toMatchObject({
    status: 'waiting',
    fallback: 'abort',
    reasons: [{ rule: `gate-${verdict}` }, { rule: 'demand-changed' }],
  })
  expect(consult.reasons[1]?.message).toBe('C1, test/a.test.js › adds: `assert.equal(add(1, 2), 3)` is dropped.')
  expect(consult.options.map(({ name }) => name)).toEqual(['accept', 'restore', 'abort'])
  expect(asked.happen(decide('slice1.demands', 'abort')).last.kernel.outcome).toMatchObject({ outcome: 'aborted' })
})

test('a person may accept the new tests, which is told with their name', () => {
  proves('SIG-41')
  const end = journey(one)
    .until(check)
    .happen(failing('C1', [dropped('C1')]), decide('slice1.demands', 'accept'))
  expect(end.effects[0]).toMatchObject({
    kind: 'tell',
    message: {
      type: 'demands',
      data: {
        by: expect.stringMatching(/./),
        message: expect.stringMatching(/1 dropped; as they were accepted, they do not pass; .+ accepted the new ones/),
      },
    },
  })
  expect(end.last.kernel.outcome).toMatchObject({ outcome: 'completed' })
})

test('a person may have the accepted tests put back: the cycle is asked for GREEN again, the others keep their approval', () => {
  proves('SIG-41', 'DPTR-91')
  const red = journey(two).until('C2.green.dev').ask('C2.green.dev').base
  const back = journey(two).until(check).happen(failing('C2'), decide('slice1.demands', 'restore'))
  expect(back.open).toEqual(['C2.green.dev'])
  expect(back.ask('C2.green.dev')).toMatchObject({ base: red, brief: { refused: [{ rule: 'accepted-test-fails' }] } })
  expect(back.ask('C2.green.dev').at.round).toBe(0)
  const judging = back.until('C2.green.check').check('C2.green.check')
  expect(judging.parameters).toMatchObject({ red: { commit: red } })
  const again = back.until(check)
  expect(again.check(check).parameters).toMatchObject({ cycles: [{ name: 'C1' }, { name: 'C2' }] })
  expect(again.toTheEnd().last.kernel.outcome).toMatchObject({
    outcome: 'completed',
    result: { cycles: ['TDD_1', 'TDD_2'] },
  })
})

test('a reviewer’s points of before do not loosen the gates after the tests were put back', () => {
  proves('SIG-45')
  const wanted = journey(one)
    .until('C1.review.dev')
    .happen(answered('C1.review.dev', 'NEEDS_CHANGE'), answered('C1.review.qa', 'NEEDS_CHANGE'))
  expect(wanted.until('C1.refactor-tests.check').check('C1.refactor-tests.check').parameters).toMatchObject({
    asked: true,
  })
  const back = wanted.until(check).happen(failing('C1'), decide('slice1.demands', 'restore'))
  expect(back.until('C1.refactor-tests.check').check('C1.refactor-tests.check').parameters).not.toHaveProperty('asked')
})

test('where the tests could not be run once more, a person has it tried again', () => {
  proves('DPTR-112')
  const halted = journey(one).until(check).happen(failed(check))
  expect(halted.consult('slice1.demands.decision')).toMatchObject({ status: 'halted', expiryMs: null })
  const again = halted.happen(decide('slice1.demands', 'resume'))
  expect(again.open).toEqual([check])
  expect(halted.happen(decide('slice1.demands', 'abort')).last.kernel.outcome).toMatchObject({ outcome: 'aborted' })
})
