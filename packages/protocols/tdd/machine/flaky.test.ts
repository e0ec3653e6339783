/** A test that says one thing and then another goes to QA, whoever's turn was measured (SIG-52, F52). */

import type { Event } from '@sigma/protocol'
import { answered, judged, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { sampleTddInput } from './sample.ts'
import { decide, type Journey, journey } from './testing/journey.ts'

const input = sampleTddInput({ batches: [1], tries: 2, exchanges: 2 })
const flaky = { rule: 'flaky', message: 'a › b passed, then failed.', remedy: 'Make it depend on nothing by chance.' }
const wrong = { rule: 'test-fails', message: 'a › c fails.', remedy: 'Make it pass.' }
const refused = (id: string, ...findings: readonly (typeof flaky)[]): Event => judged(id, 'fail', { findings })
const claimed = (): Journey =>
  journey(input)
    .until('C1.green.dev')
    .happen(answered('C1.green.dev', 'GC', { commit: 'work' }))

test('in GREEN it is a test issue with the words of the gate, on what the developer has, and costs no try', () => {
  proves('SIG-52', 'F52')
  const qa = claimed().happen(refused('C1.green.check', flaky)).ask('C1.green.qa')
  expect(qa).toMatchObject({
    role: 'qa',
    codes: ['TA', 'RC'],
    base: 'work',
    writes: input.cycles[0]?.tests,
    brief: { parameters: { issue: `${flaky.message} ${flaky.remedy}`, exchangesLeft: 1 } },
  })
  expect(qa.brief.purpose).toMatch(/^Sigma ran the tests of TDD_1 \(Feature 1\) twice/)
  const back = claimed()
    .happen(refused('C1.green.check', flaky), answered('C1.green.qa', 'TA', { commit: 'ta', message: 'no clock now' }))
    .happen(judged('C1.green.check'))
  expect(back.ask('C1.green.dev')).toMatchObject({ base: 'ta', brief: { parameters: { adjusted: 'no clock now' } } })
  const tried = back.happen(answered('C1.green.dev', 'GC', { commit: 'g' }), refused('C1.green.check', wrong))
  expect(tried.open).toEqual(['C1.green.dev'])
})

test('QA may answer that the implementation is what is left to chance, and the developer has both sides', () => {
  const declined = claimed().happen(
    refused('C1.green.check', flaky),
    answered('C1.green.qa', 'RC', { message: 'the source throws dice' }),
  )
  expect(declined.ask('C1.green.dev').brief).toMatchObject({
    parameters: { declined: 'the source throws dice' },
    refused: [flaky],
  })
})

test('beside other findings it waits: the developer puts those right first', () => {
  const mixed = claimed().happen(refused('C1.green.check', flaky, wrong))
  expect(mixed.ask('C1.green.dev').brief.refused).toMatchObject([flaky, wrong])
})

test('a check that could not judge is no test issue', () => {
  const unknown = claimed().happen(judged('C1.green.check', 'unknown', { findings: [flaky] }))
  expect(unknown.open).toEqual(['C1.green.dev'])
})

test('with the exchanges spent a person decides, who reads what the gate saw', () => {
  proves('SIG-52')
  const none = sampleTddInput({ batches: [1], tries: 2, exchanges: 0 })
  const spent = journey(none)
    .until('C1.green.dev')
    .happen(answered('C1.green.dev', 'GC', { commit: 'work' }), refused('C1.green.check', flaky))
  expect(spent.consult('C1.green.qa.decision')).toMatchObject({ status: 'escalated', reasons: [flaky] })
  expect(spent.happen(decide('C1.green.qa', 'extend')).open).toEqual(['C1.green.qa'])
})

test('in REFACTOR the last green state comes back first, and QA works on that', () => {
  proves('SIG-52', 'DPTR-115')
  const refactoring = journey(input).until('C1.refactor-impl.dev')
  const green = refactoring.ask('C1.refactor-impl.dev').base
  const found = refactoring.happen(
    answered('C1.refactor-impl.dev', 'RIC', { commit: 'tidy' }),
    refused('C1.refactor-impl.check', flaky),
  )
  expect(found.effects).toMatchObject([{ kind: 'restore', workspace: 'C1', commit: green }])
  const qa = found.next().ask('C1.refactor-impl.qa')
  expect(qa).toMatchObject({ base: green, brief: { parameters: { issue: expect.stringContaining('passed, then') } } })
  const none = sampleTddInput({ batches: [1], exchanges: 0 })
  const spent = journey(none)
    .until('C1.refactor-impl.dev')
    .happen(answered('C1.refactor-impl.dev', 'RIC', { commit: 'tidy' }), refused('C1.refactor-impl.check', flaky))
  expect(spent.open).toEqual(['C1.refactor-impl.qa.decision'])
  const extended = spent.happen(decide('C1.refactor-impl.qa', 'extend'))
  expect(extended.effects).toMatchObject([{ kind: 'restore', commit: spent.state.kind === 'over' ? '' : green }])
})

test('what QA itself wrote goes back to QA, as a try', () => {
  const red = journey(input)
    .until('C1.red.qa')
    .happen(answered('C1.red.qa', 'RC', { commit: 'r' }), refused('C1.red.check', flaky))
  expect(red.ask('C1.red.qa').brief.refused).toMatchObject([flaky])
  const tests = journey(input)
    .until('C1.refactor-tests.qa')
    .happen(answered('C1.refactor-tests.qa', 'RTC', { commit: 'rt' }), refused('C1.refactor-tests.check', flaky))
  expect(tests.effects).toMatchObject([{ kind: 'restore' }])
  expect(tests.next().open).toEqual(['C1.refactor-tests.qa'])
})
