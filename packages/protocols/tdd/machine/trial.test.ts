/** Green cycles are tried together while they are refactored: whoever does not fit is told early, and nothing hangs on it. */
import { answered, conflicted, failed, integrated, judged, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { sampleTddInput } from './sample.ts'
import { type Journey, journey } from './testing/journey.ts'

const two = sampleTddInput({ batches: [2], rounds: 2, together: true })
const three = sampleTddInput({ batches: [3], parallel: 3, rounds: 2, together: true })
const begun = journey(two).until('slice1.trial.integrate')
const toldTo = (there: Journey, id: string) => there.ask(id).brief.refused.map(({ rule }) => rule)

test('the trial begins with the refactoring, of all that is green, beside the turns', () => {
  proves('DPTR-101')
  expect(begun.open).toEqual(['C1.refactor-tests.qa', 'C2.refactor-tests.qa', 'slice1.trial.integrate'])
  const measuring = begun.happen(integrated('slice1.trial.integrate', 'tried'))
  expect(measuring.check('slice1.trial.check')).toMatchObject({ gate: 'together', commit: 'tried' })
  expect(measuring.check('slice1.trial.check').parameters).toMatchObject({ cycles: [{ name: 'C1' }, { name: 'C2' }] })
})

test('of what does not go together the turns that follow are told, and no gate judges them otherwise', () => {
  proves('DPTR-102', 'F46')
  const warned = begun.happen(conflicted('slice1.trial.integrate', ['a.js'], { evidence: 'sha256:pieces' }))
  const dev = warned.until('C2.refactor-impl.dev')
  expect(dev.ask('C2.refactor-impl.dev').brief.refused).toMatchObject([
    {
      rule: 'conflict-ahead',
      evidence: 'sha256:pieces',
      message: expect.stringContaining('C1, C2 could not be merged'),
    },
  ])
  expect(dev.until('C1.refactor-impl.check').check('C1.refactor-impl.check').parameters).not.toHaveProperty('asked')
  const reviewing = dev.until('C1.review.dev')
  expect(toldTo(reviewing, 'C1.review.dev')).toEqual([])
  expect(reviewing.state).not.toHaveProperty('warnings')
})

test('of three cycles those are warned that make it fail', () => {
  proves('DPTR-102')
  const found = { rule: 'test-fails', message: 'It fails.', remedy: 'Fix.', units: ['C1', 'C3'] }
  const red = journey(three)
    .until('slice1.trial.integrate')
    .happen(integrated('slice1.trial.integrate', 'tried'), judged('slice1.trial.check', 'fail', { findings: [found] }))
    .until('C3.refactor-impl.dev')
  expect([1, 2, 3].map((number) => toldTo(red, `C${number}.refactor-impl.dev`))).toEqual([
    ['red-ahead', 'test-fails'],
    [],
    ['red-ahead', 'test-fails'],
  ])
})

test('what passes, cannot be judged or breaks warns nobody and asks nobody', () => {
  const tried = begun.happen(integrated('slice1.trial.integrate', 'tried'))
  for (const over of [
    tried.happen(judged('slice1.trial.check')),
    tried.happen(judged('slice1.trial.check', 'unknown')),
    tried.happen(failed('slice1.trial.check', 'crash')),
    begun.happen(failed('slice1.trial.integrate', 'crash')),
  ]) {
    expect(over.open).toEqual(['C1.refactor-tests.qa', 'C2.refactor-tests.qa'])
    expect(toldTo(over.until('C1.refactor-impl.dev'), 'C1.refactor-impl.dev')).toEqual([])
  }
})

test('nothing waits for it: what is left of it when the reviews begin is stopped', () => {
  const unchanged = (id: string, code: string) => answered(id, code, { commit: null, changed: [] })
  const now = begun.happen(
    integrated('slice1.trial.integrate', 'tried'),
    ...[1, 2].map((number) => unchanged(`C${number}.refactor-tests.qa`, 'RTC')),
    ...[1, 2].map((number) => unchanged(`C${number}.refactor-impl.dev`, 'RIC')),
  )
  expect(now.open).toContain('C1.review.dev')
  expect(now.effects).toContainEqual({ kind: 'stop', id: 'slice1.trial.check', graceMs: 0 })
  expect(now.open).not.toContain('slice1.trial.check')
  expect(now.state).not.toHaveProperty('trial')
  expect(now.toTheEnd().last.kernel.outcome).toMatchObject({ outcome: 'completed' })
})

test('a cycle alone, and a run begun by an earlier Sigma, are not tried', () => {
  const alone = journey(sampleTddInput({ batches: [1], together: true })).until('C1.refactor-tests.qa')
  const earlier = journey(sampleTddInput({ batches: [2] })).until('C1.refactor-tests.qa')
  expect([alone, earlier].flatMap(({ open }) => open).filter((id) => id.includes('trial'))).toEqual([])
})

test('it is tried once: iterations that follow are judged by their combination', () => {
  const again = begun.until('slice1.integrate').happen(conflicted('slice1.integrate'))
  expect(again.open).toEqual(['C1.refactor-tests.qa', 'C2.refactor-tests.qa'])
})
