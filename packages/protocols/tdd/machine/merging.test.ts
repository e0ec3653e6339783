/** What a person may do where the cycles' work does not go together, and the iterations are spent (D14, DPTR-102). */
import { conflicted, failed, integrated, judged, proves, restored } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { sampleTddInput } from './sample.ts'
import { decide, type Journey, journey } from './testing/journey.ts'

const spent = sampleTddInput({ batches: [2, 1], rounds: 1, together: true })
const conflict = conflicted('slice1.integrate', ['src/index.js'], { commit: 'marked' })
const combining = journey(spent).until('slice1.integrate')
const earlier = journey({ ...spent, together: undefined }).until('slice1.integrate')
const asked = combining.happen(conflict, restored('slice1.lay'))
const merged = (commit: string) => decide('slice1', 'merged', { commit })
const optionsOf = (there: Journey) => there.consult('slice1.decision').options.map(({ name }) => name)

test('a workspace with the merge as far as it goes is laid for a person, who then has three ways', () => {
  proves('F46', 'DPTR-102')
  const laying = combining.happen(conflict)
  expect(laying.effects).toMatchObject([
    { kind: 'restore', id: 'slice1.lay', workspace: 'slice1-merge', commit: 'marked', for: 'person' },
  ])
  expect(asked.open).toEqual(['slice1.decision'])
  expect(asked.consult('slice1.decision')).toMatchObject({
    status: 'escalated',
    at: { workspace: 'slice1-merge' },
    reasons: [{ rule: 'conflict' }],
    fallback: 'abort',
  })
  expect(optionsOf(asked)).toEqual(['extend', 'merged', 'abort'])
})

test('what the person merged passes the gate of every combination before the trunk moves', () => {
  proves('F46', 'DPTR-101')
  const measuring = asked.happen(merged('by-hand'))
  expect(measuring.check('slice1.check')).toMatchObject({ gate: 'combined', commit: 'by-hand' })
  expect(measuring.check('slice1.check').parameters).toMatchObject({ cycles: [{ name: 'C1' }, { name: 'C2' }] })
  expect(measuring.state).toMatchObject({ run: { done: [] } })
  const passed = measuring.happen(judged('slice1.check', 'pass', { evidence: 'sha256:by-hand' }))
  const proved = passed.open.includes('slice1.demands.check') ? passed.next() : passed
  expect(proved.state).toMatchObject({ run: { trunk: { commit: 'by-hand' }, done: [1, 2] } })
  expect(proved.toTheEnd().last.kernel.outcome).toMatchObject({ outcome: 'completed' })
})

test.each(['fail', 'unknown'] as const)(
  'a merge of which the gate says %s comes back to the same question',
  (verdict) => {
    proves('F46', 'SIG-32')
    const back = asked.happen(merged('bad'), judged('slice1.check', verdict, { evidence: 'sha256:bad' }))
    expect(back.open).toEqual(['slice1.decision'])
    expect(optionsOf(back)).toEqual(['extend', 'merged', 'abort'])
    expect(back.consult('slice1.decision').reasons).toMatchObject([
      { rule: 'combined-run-failed', evidence: 'sha256:bad' },
      { rule: `gate-${verdict}` },
    ])
    expect(back.happen(merged('better')).check('slice1.check').commit).toBe('better')
  },
)

test('a red combination may be put right by hand as well, from the very commit that was red', () => {
  const red = combining.happen(integrated('slice1.integrate', 'together'), judged('slice1.check', 'fail'))
  expect(red.effects).toMatchObject([{ kind: 'restore', workspace: 'slice1-merge', commit: 'together' }])
  expect(optionsOf(red.happen(restored('slice1.lay')))).toEqual(['extend', 'merged', 'abort'])
  const before = earlier.happen(integrated('slice1.integrate', 'together'), judged('slice1.check', 'fail'))
  expect(optionsOf(before)).toEqual(['extend', 'abort'])
})

test('extend sends all the cycles back, none with its approval, told what does not go together', () => {
  proves('DPTR-91', 'DPTR-92')
  const extended = asked.happen(decide('slice1', 'extend'))
  expect(extended.open).toEqual(['C1.refactor-tests.qa', 'C2.refactor-tests.qa'])
  expect(extended.ask('C2.refactor-tests.qa').brief.refused).toMatchObject([{ rule: 'conflict' }])
  expect(asked.happen(decide('slice1', 'abort')).last.kernel.outcome).toMatchObject({ outcome: 'aborted' })
})

test('while iterations are left the cycles settle it themselves, and without a kept merge nothing is offered', () => {
  const more = journey(sampleTddInput({ batches: [2], rounds: 2 })).until('slice1.integrate')
  expect(more.happen(conflict).open).toEqual(['C1.refactor-tests.qa', 'C2.refactor-tests.qa'])
  expect(optionsOf(combining.happen(conflicted('slice1.integrate', ['a'])))).toEqual(['extend', 'abort'])
})

test('a workspace that cannot be laid leaves the other two ways, and says why', () => {
  const unlaid = combining.happen(conflict, failed('slice1.lay', 'crash'))
  expect(optionsOf(unlaid)).toEqual(['extend', 'abort'])
  expect(unlaid.consult('slice1.decision').reasons).toMatchObject([{ rule: 'conflict' }, { rule: 'crash' }])
  expect(unlaid.happen(decide('slice1', 'extend')).open).toEqual(['C1.refactor-tests.qa', 'C2.refactor-tests.qa'])
})

test('a merge without a commit is asked for once more; a checker that broke measures the same one again', () => {
  proves('DPTR-111')
  const empty = asked.happen(decide('slice1', 'merged', {}))
  expect(empty.consult('slice1.decision').reasons).toMatchObject([
    { rule: 'conflict' },
    { rule: 'merge-without-commit' },
  ])
  const broken = asked.happen(merged('by-hand'), failed('slice1.check', 'crash'), decide('slice1', 'resume'))
  expect(broken.check('slice1.check').commit).toBe('by-hand')
  expect(optionsOf(broken.happen(judged('slice1.check', 'fail')))).toEqual(['extend', 'merged', 'abort'])
})

test('of three cycles those are told that make the combination fail, or that conflict, and the others are not', () => {
  proves('DPTR-102')
  const three = journey(sampleTddInput({ batches: [3], parallel: 3, rounds: 2 })).until('slice1.integrate')
  const refused = ({ ask }: Journey) =>
    [1, 2, 3].map((number) => ask(`C${number}.refactor-tests.qa`).brief.refused.map(({ rule }) => rule))
  const finding = { rule: 'test-fails', message: 'It fails.', remedy: 'Fix.', units: ['C1', 'C3'] }
  const red = three.happen(
    integrated('slice1.integrate', 'together'),
    judged('slice1.check', 'fail', { findings: [finding] }),
  )
  expect(refused(red)).toEqual([['combined-run-failed', 'test-fails'], [], ['combined-run-failed', 'test-fails']])
  expect(red.ask('C1.refactor-tests.qa').brief.refused[0]?.message).toBe(
    'The test suite does not pass on the combined work of C1, C2, C3; what fails does so with C1 and C3.',
  )
  const conflicting = three.happen(conflicted('slice1.integrate', ['a.js'], { branches: ['C2', 'C3'] }))
  expect(refused(conflicting)).toEqual([[], ['conflict'], ['conflict']])
  expect(conflicting.ask('C2.refactor-tests.qa').brief.refused[0]?.message).toBe(
    'The changes of C2, C3 cannot be merged: they conflict in a.js.',
  )
  const unnamed = three.happen(integrated('slice1.integrate', 'together'), judged('slice1.check', 'fail'))
  expect(refused(unnamed).every((rules) => rules.includes('combined-run-failed'))).toBe(true)
})
