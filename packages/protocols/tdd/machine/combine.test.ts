import { conflicted, failed, integrated, judged, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { sampleTddInput } from './sample.ts'
import { decide, journey } from './testing/journey.ts'

const two = sampleTddInput({ batches: [2, 1], rounds: 2 })
const merging = journey(two).until('slice1.integrate')

test('the whole suite is measured on the combination, with what each cycle was accepted with', () => {
  proves('DPTR-88', 'DPTR-101', 'SIG-32')
  const measuring = merging.happen(integrated('slice1.integrate', 'merged'))
  expect(measuring.check('slice1.check')).toMatchObject({
    gate: 'combined',
    commit: 'merged',
    parameters: { cycles: [{ name: 'C1' }, { name: 'C2' }] },
  })
})

test('a conflict sends all cycles back to REFACTOR, each on its own work, told who and where', () => {
  proves('F46', 'DPTR-102')
  const back = merging.happen(conflicted('slice1.integrate', ['src/index.js'], { evidence: 'sha256:pieces' }))
  expect(back.open).toEqual(['C1.refactor-tests.qa', 'C2.refactor-tests.qa'])
  const asks = [back.ask('C1.refactor-tests.qa'), back.ask('C2.refactor-tests.qa')]
  for (const ask of asks) {
    expect(ask.at.round).toBe(3)
    expect(ask.brief.refused).toMatchObject([{ rule: 'conflict', evidence: 'sha256:pieces' }])
    expect(ask.brief.refused[0]?.message).toContain('C1, C2')
    expect(ask.brief.refused[0]?.message).toContain('src/index.js')
  }
  expect(new Set(asks.map(({ base }) => base)).size).toBe(2)
  const dev = back.until('C1.refactor-impl.dev').ask('C1.refactor-impl.dev')
  expect(dev.brief.refused).toMatchObject([{ rule: 'conflict' }])
  expect(back.until('C1.review.dev').ask('C1.review.dev').brief.refused).toEqual([])
})

test.each(['fail', 'unknown'] as const)('a combined run that ends in %s sends the slice back too', (verdict) => {
  proves('DPTR-88', 'DPTR-102', 'DPTR-89', 'SIG-32')
  const back = merging.happen(
    integrated('slice1.integrate', 'merged'),
    judged('slice1.check', verdict, { evidence: 'sha256:run' }),
  )
  expect(back.open).toEqual(['C1.refactor-tests.qa', 'C2.refactor-tests.qa'])
  expect(back.ask('C2.refactor-tests.qa').brief.refused).toMatchObject([
    { rule: 'combined-run-failed', evidence: 'sha256:run' },
    { rule: `gate-${verdict}` },
  ])
})

test('no combination within the iterations: a person decides, and no gate can be overruled', () => {
  proves('DPTR-92', 'DPTR-102', 'F46')
  const spent = journey(sampleTddInput({ batches: [2], rounds: 1 }))
    .until('slice1.integrate')
    .happen(conflicted('slice1.integrate', ['src/index.js']))
  expect(spent.consult('slice1.decision')).toMatchObject({
    status: 'escalated',
    reasons: [{ rule: 'conflict' }],
    options: [{ name: 'extend' }, { name: 'abort' }],
  })
})

test('an approval is not kept through a conflict', () => {
  proves('DPTR-91', 'DPTR-102')
  const kept = journey({ ...two, refactor: 'unconverged' }).until('slice1.integrate')
  const back = kept.happen(conflicted('slice1.integrate'))
  expect(back.open).toEqual(['C1.refactor-tests.qa', 'C2.refactor-tests.qa'])
})

test('when Sigma itself cannot combine or check, the run halts, and resuming does the same thing again', () => {
  proves('DPTR-111')
  const broken = merging.happen(failed('slice1.integrate', 'crash'))
  expect(broken.consult('slice1.decision')).toMatchObject({
    status: 'halted',
    options: [{ name: 'resume' }, { name: 'abort' }],
    reasons: [{ rule: 'crash' }],
  })
  const again = broken.happen(decide('slice1', 'resume'))
  expect(again.open).toEqual(['slice1.integrate'])
  const checker = again.happen(integrated('slice1.integrate', 'm'), failed('slice1.check', 'crash'))
  const resumed = checker.happen(decide('slice1', 'resume'))
  expect(resumed.check('slice1.check').commit).toBe('m')
  expect(checker.happen(decide('slice1', 'abort')).last.kernel.outcome).toMatchObject({ outcome: 'aborted' })
})

test('the trunk moves only after the combined run has passed', () => {
  proves('DPTR-88', 'DPTR-79')
  const measuring = merging.happen(integrated('slice1.integrate', 'merged'))
  expect(measuring.state).toMatchObject({ run: { trunk: { commit: 'base+phase0' }, done: [] } })
  const passed = measuring.happen(
    judged('slice1.check', 'pass', { evidence: 'sha256:combined' }),
    judged('slice1.demands.check'),
  )
  expect(passed.state).toMatchObject({
    run: { trunk: { commit: 'merged', evidence: 'sha256:combined' }, done: [1, 2] },
  })
})
