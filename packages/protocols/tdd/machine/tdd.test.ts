import type { Event } from '@sigma/protocol'
import { answered, called, integrated, judged, proves, transcript } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { sampleTddInput } from './sample.ts'
import { tdd } from './tdd.ts'
import { journey } from './testing/journey.ts'

const one = sampleTddInput({ batches: [1] })

const allGoesWell: readonly Event[] = [
  judged('baseline.check'),
  answered('phase0', 'P0C', { commit: 'p' }),
  judged('phase0.check'),
  answered('C1.red.qa', 'RC', { commit: 'r' }),
  judged('C1.red.check'),
  answered('C1.green.dev', 'GC', { commit: 'g' }),
  judged('C1.green.check'),
  answered('C1.refactor-tests.qa', 'RTC', { commit: 'rt' }),
  judged('C1.refactor-tests.check'),
  answered('C1.refactor-impl.dev', 'RIC', { commit: 'ri' }),
  judged('C1.refactor-impl.check'),
  answered('C1.review.dev', 'APPROVED'),
  answered('C1.review.qa', 'APPROVED'),
  integrated('slice1.integrate', 'm'),
  judged('slice1.check'),
  judged('slice1.demands.check'),
]

test('tests first, then code, then refactoring and reviews by both, and every claim is measured', () => {
  proves('DPTR-30', 'DPTR-76', 'DPTR-86', 'DPTR-87', 'DPTR-88', 'SIG-04', 'SIG-05', 'SIG-06')
  expect(transcript(tdd, one, allGoesWell)).toMatchInlineSnapshot(`
    "start                                            baseline                          check baseline.check (baseline)
    judged baseline.check pass                       preparing                         ask phase0 (dev Phase0)
    answered phase0 P0C with a commit                preparing                         check phase0.check (phase0)
    judged phase0.check pass                         red R0 C1                         ask C1.red.qa (qa RED)
    answered C1.red.qa RC with a commit              red R0 C1                         check C1.red.check (red)
    judged C1.red.check pass                         green R0 C1                       ask C1.green.dev (dev GREEN)
    answered C1.green.dev GC with a commit           green R0 C1                       check C1.green.check (green)
    judged C1.green.check pass                       refactoring-tests R1 C1           ask C1.refactor-tests.qa (qa REFACTOR_TESTS)
    answered C1.refactor-tests.qa RTC with a commit  refactoring-tests R1 C1           check C1.refactor-tests.check (refactor)
    judged C1.refactor-tests.check pass              refactoring-implementation R1 C1  ask C1.refactor-impl.dev (dev REFACTOR_IMPL)
    answered C1.refactor-impl.dev RIC with a commit  refactoring-implementation R1 C1  check C1.refactor-impl.check (refactor)
    judged C1.refactor-impl.check pass               reviewing R2 C1                   ask C1.review.dev (dev REVIEW_TESTS), ask C1.review.qa (qa REVIEW_IMPL)
    answered C1.review.dev APPROVED                  reviewing R2 C1
    answered C1.review.qa APPROVED                   combining R2 C1                   integrate slice1.integrate (C1)
    integrated slice1.integrate                      combining R2 C1                   check slice1.check (combined)
    judged slice1.check pass                         proving R2 C1                     check slice1.demands.check (demands)
    judged slice1.demands.check pass                 over completed                    end completed"
  `)
})

test('delivers the combined commit, and names the cycles', () => {
  proves('DPTR-88')
  const { last } = journey(one).happen(...allGoesWell)
  expect(last.kernel.outcome).toMatchObject({
    outcome: 'completed',
    result: { commit: 'm', cycles: ['TDD_1'], skipped: [] },
  })
})

test('the same input and events give the same steps, byte for byte', () => {
  proves('SIG-12')
  const once = JSON.stringify(journey(one).happen(...allGoesWell.slice(0, 9)).last)
  expect(JSON.stringify(journey(one).happen(...allGoesWell.slice(0, 9)).last)).toBe(once)
})

test('takes no calls', () => {
  const { last } = journey(one).happen(called('say'))
  expect(last).toMatchObject({ disposition: 'applied', refusal: { rule: 'out-of-turn', remedy: 'sigma status' } })
  expect(tdd.calls(last.kernel.state)).toEqual([])
})

test('a plan without cycles is refused before anybody is asked', () => {
  const { last } = journey(sampleTddInput({ batches: [] }))
  expect(last.effects).toMatchObject([{ kind: 'end', outcome: 'refused', reasons: [{ rule: 'no-cycles' }] }])
})
