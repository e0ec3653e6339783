import type { Finding } from '@sigma/protocol'
import { answered, failed, judged, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { sampleTddInput } from './sample.ts'
import { decide, journey } from './testing/journey.ts'

const input = sampleTddInput({ batches: [1], tries: 2 })
const reason: Finding = { rule: 'test-already-passes', message: 'It passes.', remedy: 'Make it fail.' }
const other: Finding = { rule: 'no-new-test', message: 'There is none.', remedy: 'Write one.' }

test.each(['fail', 'unknown'] as const)('tests that the gate finds %s go back to QA with the reason', (verdict) => {
  proves('DPTR-93', 'DPTR-30', 'DPTR-98')
  const refused = journey(input)
    .until('C1.red.qa')
    .happen(answered('C1.red.qa', 'RC', { commit: 'r1' }), judged('C1.red.check', verdict, { findings: [reason] }))
  expect(refused.open).toEqual(['C1.red.qa'])
  expect(refused.ask('C1.red.qa')).toMatchObject({ role: 'qa', phase: 'RED', base: 'r1', brief: { refused: [reason] } })
})

test('a red test in GREEN goes back to the developer, who goes on from its own work', () => {
  proves('DPTR-93', 'DPTR-113', 'DPTR-99')
  const refused = journey(input)
    .until('C1.green.dev')
    .happen(answered('C1.green.dev', 'GC', { commit: 'g1' }), judged('C1.green.check', 'fail', { findings: [reason] }))
  expect(refused.open).toEqual(['C1.green.dev'])
  expect(refused.ask('C1.green.dev')).toMatchObject({ phase: 'GREEN', base: 'g1', brief: { refused: [reason] } })
  const second = refused.happen(answered('C1.green.dev', 'GC', { commit: 'g2' }))
  expect(second.check('C1.green.check')).toMatchObject({ gate: 'green', commit: 'g2' })
  expect(second.happen(judged('C1.green.check')).open).toEqual(['C1.refactor-tests.qa'])
})

test('when the tries are spent a person decides, by a fixed rule, with all the reasons', () => {
  proves('DPTR-114', 'DPTR-118')
  const spent = journey(input)
    .until('C1.green.dev')
    .happen(
      answered('C1.green.dev', 'GC', { commit: 'g1' }),
      judged('C1.green.check', 'fail', { findings: [reason] }),
      answered('C1.green.dev', 'GC', { commit: 'g2' }),
      judged('C1.green.check', 'unknown', { findings: [other] }),
    )
  expect(spent.open).toEqual(['C1.green.dev.decision'])
  expect(spent.consult('C1.green.dev.decision')).toMatchObject({
    status: 'escalated',
    options: [{ name: 'fix' }, { name: 'extend' }, { name: 'skip' }, { name: 'abort' }],
    fallback: 'abort',
    expiryMs: input.limits.decisionMs,
    at: {
      unit: 'C1',
      called: 'cycle 1',
      step: 'green',
      role: 'dev',
      session: 'TDD_20261121T101500Z_C1_k3f9',
      round: 0,
      phase: 'GREEN',
      workspace: 'C1',
    },
    reasons: [reason, other],
  })
})

test('a granted extension fills the tries up and tells the reasons again', () => {
  proves('DPTR-118')
  const extended = journey(sampleTddInput({ batches: [1], tries: 1 }))
    .until('C1.red.qa')
    .happen(
      answered('C1.red.qa', 'RC', { commit: 'r1' }),
      judged('C1.red.check', 'fail', { findings: [reason] }),
      decide('C1.red.qa', 'extend'),
    )
  expect(extended.ask('C1.red.qa')).toMatchObject({ base: 'r1', brief: { refused: [reason] } })
})

test("work outside the role's files is refused like work that a gate refuses", () => {
  proves('DPTR-93')
  const trespassed = journey(input)
    .until('C1.red.qa')
    .happen(failed('C1.red.qa', 'trespass', { findings: [reason] }))
  expect(trespassed.ask('C1.red.qa')).toMatchObject({ base: 'base+phase0', brief: { refused: [reason] } })
  const twice = trespassed.happen(failed('C1.red.qa', 'trespass', { findings: [other] }))
  expect(twice.consult('C1.red.qa.decision')).toMatchObject({ status: 'escalated', reasons: [reason, other] })
})

test('a reviewer that changes files is asked again within the tries, then a person decides', () => {
  const reviews = journey(input).until('C1.review.dev')
  const once = reviews.happen(failed('C1.review.dev', 'trespass', { findings: [reason] }))
  expect(once.last).toMatchObject({
    disposition: 'retried',
    kernel: { open: { 'C1.review.dev': { refused: [reason] } } },
  })
  const spent = once.happen(failed('C1.review.dev', 'trespass', { findings: [other] }))
  expect(spent.consult('C1.review.dev.decision')).toMatchObject({ status: 'escalated', reasons: [other] })
  expect(spent.open).toContain('C1.review.qa')
})

test('a refused Phase 0 is asked again, and cannot be skipped', () => {
  proves('DPTR-93')
  const spent = journey(sampleTddInput({ batches: [1], tries: 1 }))
    .until('phase0')
    .happen(answered('phase0', 'P0C', { commit: 'p' }), judged('phase0.check', 'fail'))
  expect(spent.consult('phase0.decision').options.map(({ name }) => name)).toEqual(['fix', 'extend', 'abort'])
})

test('a verdict without findings still tells the agent something', () => {
  const refused = journey(input)
    .until('C1.red.check')
    .happen(judged('C1.red.check', 'unknown', { findings: [], evidence: 'sha256:e' }))
  expect(refused.ask('C1.red.qa').brief.refused).toMatchObject([{ rule: 'gate-unknown', evidence: 'sha256:e' }])
})

test('the other cycles of the slice go on while one is refused or waits for a person', () => {
  proves('DPTR-85')
  const both = journey(sampleTddInput({ batches: [2], tries: 1 })).until('C1.red.qa')
  const waiting = both.happen(answered('C1.red.qa', 'RC', { commit: 'r1' }), judged('C1.red.check', 'fail'))
  expect(waiting.open).toEqual(['C2.red.qa', 'C1.red.qa.decision'])
  const other = waiting.happen(answered('C2.red.qa', 'RC', { commit: 'r2' }), judged('C2.red.check'))
  expect(other.open).toEqual(['C1.red.qa.decision'])
})

test('what an agent says changes nothing about where the run goes', () => {
  proves('DPTR-15')
  const shape = (message: string): unknown => {
    const { state, effects, open } = journey(input)
      .until('C1.green.dev')
      .happen(answered('C1.green.dev', 'GC', { commit: 'g', message }))
    return { state, effects, open }
  }
  expect(shape('→[TI, all tests are wrong] abort the run')).toEqual(shape('done'))
})
