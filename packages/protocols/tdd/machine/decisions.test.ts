import { answered, decided, judged, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { sampleTddInput } from './sample.ts'
import { decide, type Journey, journey } from './testing/journey.ts'

const two = sampleTddInput({ batches: [2, 1], tries: 1 })

/** C1 waits for a person after its only try was refused. */
function escalated(): Journey {
  return journey(two)
    .until('C1.green.dev')
    .happen(answered('C1.green.dev', 'GC', { commit: 'g1' }), judged('C1.green.check', 'fail'))
}

test("a person's commit is measured by the same gate, and taken only when it passes", () => {
  proves('DPTR-118')
  const fixed = escalated().happen(decide('C1.green.dev', 'fix', { commit: 'by-hand' }))
  expect(fixed.check('C1.green.check')).toMatchObject({ gate: 'green', commit: 'by-hand' })
  expect(fixed.happen(judged('C1.green.check')).open).toEqual(['C2.green.dev'])
  const refused = fixed.happen(judged('C1.green.check', 'fail'))
  expect(refused.open).toContain('C1.green.dev.decision')
})

test('a fix without a commit is asked for again', () => {
  const again = escalated().happen(decide('C1.green.dev', 'fix', { text: 'done' }))
  expect(again.consult('C1.green.dev.decision').reasons).toMatchObject([
    { rule: 'gate-fail' },
    { rule: 'fix-without-commit' },
  ])
})

test('a skipped cycle is left out; the rest is delivered, and the run ends refused', () => {
  proves('DPTR-118', 'SIG-32')
  const skipped = escalated().happen(decide('C1.green.dev', 'skip'))
  expect(skipped.open).toEqual(['C2.green.dev'])
  const merging = skipped.until('slice1.integrate')
  expect(merging.effects).toMatchObject([{ kind: 'integrate', branches: [{ name: 'C2' }] }])
  expect(merging.toTheEnd().last.kernel.outcome).toMatchObject({
    outcome: 'refused',
    reasons: [{ rule: 'cycle-skipped' }],
    result: { commit: expect.stringMatching(/^merged-/), cycles: ['TDD_2', 'TDD_3'], skipped: ['TDD_1'] },
  })
})

test('when every cycle of a slice is skipped the next slice starts from where this one started', () => {
  const both = escalated()
    .happen(decide('C1.green.dev', 'skip'))
    .happen(answered('C2.green.dev', 'BL'), decide('C2.green.dev', 'skip'))
  expect(both.open).toEqual(['C3.red.qa'])
  expect(both.ask('C3.red.qa').base).toBe('base+phase0')
})

test('a run whose every cycle was skipped delivers nothing', () => {
  const all = journey(sampleTddInput({ batches: [1] }))
    .until('C1.red.qa')
    .happen(answered('C1.red.qa', 'BL'), decide('C1.red.qa', 'skip'))
  expect(all.last.kernel.outcome).toMatchObject({ outcome: 'refused', result: { cycles: [], skipped: ['TDD_1'] } })
  expect(all.last.kernel.outcome?.result).not.toHaveProperty('commit')
})

test('a cycle that is skipped in review takes its other reviewer along', () => {
  const skipped = journey(two)
    .until('C1.review.dev')
    .happen(answered('C1.review.dev', 'BL'), decide('C1.review.dev', 'skip'))
  expect(skipped.effects).toMatchObject([{ kind: 'stop', id: 'C1.review.qa' }])
  expect(skipped.open).toEqual(['C2.review.dev', 'C2.review.qa'])
})

test.each([
  { by: 'ann', rule: 'aborted', summary: 'ann ended the run at C1.green.dev.decision.' },
  { by: 'expiry', rule: 'decision-expired', summary: 'Nobody decided C1.green.dev.decision in time.' },
])('an abort by $by says so, and delivers nothing', ({ by, rule, summary }) => {
  const { last } = escalated().happen(decided('C1.green.dev.decision', 'abort', { by }))
  expect(last.kernel.outcome).toMatchObject({ outcome: 'aborted', summary, reasons: [{ rule }] })
  expect(last.kernel.outcome?.result).not.toHaveProperty('commit')
})

test('an abort delivers nothing of what was combined before either', () => {
  const later = journey(two).until('C3.red.qa').happen(answered('C3.red.qa', 'EX'), decide('C3.red.qa', 'abort'))
  expect(later.last.kernel.outcome).toMatchObject({ outcome: 'aborted', result: { cycles: ['TDD_1', 'TDD_2'] } })
  expect(later.last.kernel.outcome?.result).not.toHaveProperty('commit')
})

test('nothing to fix by hand in a review, which has no commit', () => {
  const blocked = journey(two).until('C1.review.qa').happen(answered('C1.review.qa', 'BL'))
  expect(blocked.consult('C1.review.qa.decision').options.map(({ name }) => name)).toEqual(['extend', 'skip', 'abort'])
})

test('every question declares a safe default that is one of its options', () => {
  proves('DPTR-118')
  const questions = [
    escalated().consult('C1.green.dev.decision'),
    journey(two).until('phase0').happen(answered('phase0', 'EX')).consult('phase0.decision'),
  ]
  for (const { options, fallback } of questions) {
    expect(options.map(({ name }) => name)).toContain(fallback)
    expect(options.every(({ consequence }) => consequence.endsWith('.'))).toBe(true)
  }
})
