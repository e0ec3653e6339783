import type { Ask } from '@sigma/protocol'
import { answered, judged, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { sampleTddInput } from './sample.ts'
import { slicesOf } from './slices.ts'
import { type Journey, journey } from './testing/journey.ts'

const two = sampleTddInput({ batches: [2] })

test('Phase 0 comes before everything, once, in the session of the run', () => {
  proves('DPTR-76', 'DPTR-77')
  const begun = journey(two).until('phase0')
  expect(begun.open).toEqual(['phase0'])
  expect(begun.ask('phase0')).toMatchObject({
    role: 'dev',
    phase: 'Phase0',
    codes: ['P0C'],
    workspace: 'phase0',
    base: 'base',
    brief: { context: { session: { sid: two.session, cycle: 0, phase: 'Phase0', round: 0 } } },
  })
  expect(phasesOf(sampleTddInput({ batches: [2, 1] })).filter((phase) => phase === 'C0 Phase0 R0')).toHaveLength(1)
})

test('no RED turn starts before Phase 0 was measured', () => {
  proves('DPTR-76', 'DPTR-30')
  const claimed = journey(two)
    .until('phase0')
    .happen(answered('phase0', 'P0C', { commit: 'p' }))
  expect(claimed.open).toEqual(['phase0.check'])
  expect(claimed.check('phase0.check')).toMatchObject({
    gate: 'phase0',
    commit: 'p',
    parameters: { before: { commit: 'base' }, interfaces: two.cycles.map(({ signature }) => signature) },
  })
  expect(claimed.happen(judged('phase0.check')).open).toEqual(['C1.red.qa', 'C2.red.qa'])
})

test('every cycle has its own session and workspace, named after the run', () => {
  proves('DPTR-75')
  const red = journey(two).until('C1.red.qa')
  expect([red.ask('C1.red.qa'), red.ask('C2.red.qa')].map(placeOf)).toEqual([
    ['TDD_20261121T101500Z_C1_k3f9', 'C1'],
    ['TDD_20261121T101500Z_C2_k3f9', 'C2'],
  ])
  const plain = journey({ ...two, session: 'TDD_20261121T101500Z' }).until('C1.red.qa')
  expect(placeOf(plain.ask('C1.red.qa'))).toEqual(['TDD_20261121T101500Z_C1', 'C1'])
})

test('RED is over when all tests are written and measured, not when the first are', () => {
  proves('DPTR-83', 'DPTR-85', 'DPTR-98', 'DPTR-112')
  const red = journey(two).until('C1.red.qa')
  expect(red.ask('C2.red.qa')).toMatchObject({ role: 'qa', phase: 'RED', writes: two.cycles[1]?.tests })
  const first = red.happen(answered('C1.red.qa', 'RC', { commit: 'r1' }), judged('C1.red.check'))
  expect(first.open).toEqual(['C2.red.qa'])
  const claimed = first.happen(answered('C2.red.qa', 'RC', { commit: 'r2' }))
  expect(claimed.open).toEqual(['C2.red.check'])
  expect(claimed.check('C2.red.check').gate).toBe('red')
  expect(claimed.happen(judged('C2.red.check')).open).toEqual(['C1.green.dev', 'C2.green.dev'])
})

test('GREEN starts from the accepted tests, and is over when all are green', () => {
  proves('DPTR-84', 'DPTR-85', 'DPTR-99')
  const red = journey(two).until('C2.red.check')
  const green = red.happen(judged('C2.red.check', 'pass', { evidence: 'sha256:red2' }), judged('C1.red.check'))
  const tests = green.ask('C2.green.dev').base
  expect(green.ask('C2.green.dev')).toMatchObject({ role: 'dev', phase: 'GREEN', writes: two.cycles[1]?.source })
  const claimed = green.happen(answered('C2.green.dev', 'GC', { commit: 'g2' }))
  expect(claimed.check('C2.green.check')).toMatchObject({
    gate: 'green',
    commit: 'g2',
    parameters: { red: { commit: tests, evidence: 'sha256:red2' }, before: { commit: 'base+phase0' } },
  })
  const first = claimed.happen(judged('C2.green.check'))
  expect(first.open).toEqual(['C1.green.dev'])
  expect(first.until('C1.refactor-tests.qa').open).toEqual(['C1.refactor-tests.qa', 'C2.refactor-tests.qa'])
})

test('refactor turns carry odd rounds, the reviews after them even ones', () => {
  proves('DPTR-86', 'DPTR-87', 'DPTR-90', 'SIG-05', 'SIG-06')
  const rounds = journey(sampleTddInput({ batches: [1], rounds: 2 }))
    .until('C1.review.qa')
    .happen(answered('C1.review.qa', 'NEEDS_CHANGE'))
  expect(phasesOf(two)).toEqual([
    'C0 Phase0 R0',
    ...['C1 RED R0', 'C2 RED R0', 'C1 GREEN R0', 'C2 GREEN R0'],
    ...['C1 REFACTOR_TESTS R1', 'C2 REFACTOR_TESTS R1', 'C1 REFACTOR_IMPL R1', 'C2 REFACTOR_IMPL R1'],
    ...['C1 REVIEW_TESTS R2', 'C1 REVIEW_IMPL R2', 'C2 REVIEW_TESTS R2', 'C2 REVIEW_IMPL R2'],
  ])
  expect(roundOf(rounds.until('C1.refactor-tests.qa').ask('C1.refactor-tests.qa'))).toBe(3)
  expect(roundOf(rounds.until('C1.refactor-impl.dev').ask('C1.refactor-impl.dev'))).toBe(3)
  const again = rounds.until('C1.refactor-impl.check').until('C1.review.dev')
  expect(roundOf(again.ask('C1.review.dev'))).toBe(4)
})

test('both reviewers read at the same time, each in its own workspace, and may write nothing', () => {
  proves('DPTR-72', 'DPTR-87')
  const reviews = journey(two).until('C1.review.dev')
  expect(reviews.open).toEqual(['C1.review.dev', 'C1.review.qa', 'C2.review.dev', 'C2.review.qa'])
  const [dev, qa] = [reviews.ask('C1.review.dev'), reviews.ask('C1.review.qa')]
  expect([dev.role, dev.phase, dev.workspace, dev.writes]).toEqual(['dev', 'REVIEW_TESTS', 'C1', []])
  expect([qa.role, qa.phase, qa.workspace, qa.writes]).toEqual(['qa', 'REVIEW_IMPL', 'C1-review', []])
  expect(dev.base).toBe(qa.base)
})

test('a batch larger than its parallel degree runs in slices, and none of its cycles is dropped', () => {
  proves('DPTR-81', 'DPTR-79', 'SIG-105')
  const input = sampleTddInput({ batches: [3, 1], parallel: 2 })
  expect(slicesOf(input)).toEqual([[1, 2], [3], [4]])
  const second = journey(input).until('C3.red.qa')
  expect(second.open).toEqual(['C3.red.qa'])
  expect(second.ask('C3.red.qa').base).toMatch(/^merged-/)
  const end = second.toTheEnd().last.kernel.outcome
  expect(end).toMatchObject({ outcome: 'completed', result: { cycles: ['TDD_1', 'TDD_2', 'TDD_3', 'TDD_4'] } })
})

test('the next batch starts only when this one is combined and measured, from where it ended', () => {
  proves('DPTR-79', 'DPTR-88')
  const measuring = journey(sampleTddInput({ batches: [1, 1] })).until('slice1.check')
  expect(measuring.open).toEqual(['slice1.check'])
  const next = measuring.happen(judged('slice1.check'), judged('slice1.demands.check'))
  expect(next.open).toEqual(['C2.red.qa'])
  expect(next.ask('C2.red.qa').base).toBe(measuring.check('slice1.check').commit)
})

/** Every ask of a run in which all goes well. */
function phasesOf(input: typeof two): readonly string[] {
  const seen: string[] = []
  for (let now: Journey = journey(input); now.state.kind !== 'over'; now = now.next()) {
    for (const effect of now.effects) {
      if (effect.kind === 'ask') seen.push(`${effect.at.unit ?? 'C0'} ${effect.phase} R${roundOf(effect)}`)
    }
  }
  return seen
}

function roundOf({ at }: Ask): number | undefined {
  return at.round
}

function placeOf({ at, workspace }: Ask): readonly unknown[] {
  return [at.session, workspace]
}
