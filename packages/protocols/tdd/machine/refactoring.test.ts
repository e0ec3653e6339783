import { answered, failed, judged, proves, restored } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { sampleTddInput } from './sample.ts'
import { decide, type Journey, journey } from './testing/journey.ts'

const one = sampleTddInput({ batches: [1], tries: 2, rounds: 2 })
const two = sampleTddInput({ batches: [2], rounds: 2 })

/** What the reviewers say, cycle by cycle: developer, then QA. */
function review(from: Journey, ...codes: readonly (readonly [string, string])[]): Journey {
  return codes.reduce(
    (now, [dev, qa], at) =>
      now.happen(
        answered(`C${at + 1}.review.dev`, dev, { message: `tests of C${at + 1}` }),
        answered(`C${at + 1}.review.qa`, qa, { message: `code of C${at + 1}` }),
      ),
    from.until('C1.review.dev'),
  )
}

test('a regression puts the workspace back to the last green state, and the turn is repeated with the reason', () => {
  proves('DPTR-115', 'DPTR-93')
  const refactoring = journey(one).until('C1.refactor-impl.dev')
  const green = refactoring.ask('C1.refactor-impl.dev').base
  const broken = refactoring.happen(
    answered('C1.refactor-impl.dev', 'RIC', { commit: 'broken' }),
    judged('C1.refactor-impl.check', 'fail'),
  )
  expect(broken.open).toEqual(['C1.refactor-impl.restore'])
  expect(broken.effects).toMatchObject([{ kind: 'restore', workspace: 'C1', commit: green }])
  const again = broken.happen(restored('C1.refactor-impl.restore'))
  expect(again.ask('C1.refactor-impl.dev')).toMatchObject({
    phase: 'REFACTOR_IMPL',
    base: green,
    brief: { refused: [{ rule: 'gate-fail' }] },
  })
})

test('what was put back is not the last green state, what was accepted is', () => {
  proves('DPTR-115')
  const tests = journey(one).until('C1.refactor-tests.check')
  const accepted = tests.check('C1.refactor-tests.check').commit
  const trespass = tests.happen(judged('C1.refactor-tests.check')).happen(failed('C1.refactor-impl.dev', 'trespass'))
  expect(trespass.effects).toMatchObject([{ kind: 'restore', commit: accepted }])
})

test('regressions are bounded: then a person decides', () => {
  proves('DPTR-118', 'DPTR-115')
  const regress = [
    answered('C1.refactor-tests.qa', 'RTC', { commit: 'broken' }),
    judged('C1.refactor-tests.check', 'unknown'),
    restored('C1.refactor-tests.restore'),
  ]
  const spent = journey(one)
    .until('C1.refactor-tests.qa')
    .happen(...regress, ...regress)
  expect(spent.consult('C1.refactor-tests.qa.decision')).toMatchObject({ status: 'escalated' })
})

test('a refactor turn that changed nothing is not measured again', () => {
  const unchanged = journey(one).until('C1.refactor-tests.qa').happen(answered('C1.refactor-tests.qa', 'RTC'))
  expect(unchanged.open).toEqual(['C1.refactor-impl.dev'])
})

test('a refactor turn that added nothing to half a change is measured all the same', () => {
  proves('DPTR-93', 'DPTR-30')
  const half = journey(one)
    .until('C1.refactor-impl.dev')
    .happen(answered('C1.refactor-impl.dev', 'TI', { commit: 'half' }), answered('C1.refactor-impl.qa', 'RC'))
  const claimed = half.happen(answered('C1.refactor-impl.dev', 'RIC'))
  expect(claimed.check('C1.refactor-impl.check')).toMatchObject({
    gate: 'refactor',
    commit: 'half',
    parameters: { of: 'implementation' },
  })
})

test('all cycles wait for each other between the tests and the implementation', () => {
  proves('DPTR-85', 'DPTR-86')
  const tests = journey(two).until('C1.refactor-tests.qa')
  const first = tests.happen(answered('C1.refactor-tests.qa', 'RTC'))
  expect(first.open).toEqual(['C2.refactor-tests.qa'])
  const both = first.happen(answered('C2.refactor-tests.qa', 'RTC'))
  expect(both.open).toEqual(['C1.refactor-impl.dev', 'C2.refactor-impl.dev'])
})

test('one wish for a change sends all cycles back together, the approved ones too', () => {
  proves('DPTR-89', 'DPTR-93')
  const wanting = review(journey(two), ['APPROVED', 'APPROVED'], ['APPROVED', 'NEEDS_CHANGE'])
  expect(wanting.open).toEqual(['C1.refactor-tests.qa', 'C2.refactor-tests.qa'])
  expect(wanting.ask('C1.refactor-tests.qa').at.round).toBe(3)
  const reviews = wanting.until('C1.review.dev')
  expect(reviews.open).toHaveLength(4)
})

test('each role hears what the reviewer of its own work wants', () => {
  proves('DPTR-87')
  const tests = review(journey(one), ['NEEDS_CHANGE', 'NEEDS_CHANGE'])
  expect(tests.ask('C1.refactor-tests.qa').brief.parameters).toMatchObject({ points: 'tests of C1' })
  const implementation = tests.until('C1.refactor-impl.dev')
  expect(implementation.ask('C1.refactor-impl.dev').brief.parameters).toMatchObject({ points: 'code of C1' })
})

test('only when everybody approved everything are the cycles combined', () => {
  proves('DPTR-88', 'DPTR-93')
  const reviews = journey(two)
    .until('C1.review.dev')
    .happen(answered('C1.review.dev', 'APPROVED'), answered('C1.review.qa', 'APPROVED'))
    .happen(answered('C2.review.qa', 'APPROVED'))
  expect(reviews.open).toEqual(['C2.review.dev'])
  const approved = reviews.happen(answered('C2.review.dev', 'APPROVED'))
  expect(approved.effects).toMatchObject([{ kind: 'integrate', branches: [{ name: 'C1' }, { name: 'C2' }] }])
})

test.each([
  ['APPROVED', 'NEEDS_CHANGE', 'C1.refactor-tests.qa'],
  ['NEEDS_CHANGE', 'APPROVED', 'C1.refactor-tests.qa'],
  ['APPROVED', 'APPROVED', 'slice1.integrate'],
])('a refactoring that changed nothing stands by both approvals alone: %s and %s', (dev, qa, next) => {
  proves('SIG-45', 'DPTR-88')
  const unchanged = journey(one)
    .until('C1.refactor-tests.qa')
    .happen(answered('C1.refactor-tests.qa', 'RTC'), answered('C1.refactor-impl.dev', 'RIC'))
  expect(unchanged.open).toEqual(['C1.review.dev', 'C1.review.qa'])
  expect(review(unchanged, [dev, qa]).open).toEqual([next])
})

test('spent iterations go to a person with the outstanding points; an extension goes on with the next round', () => {
  proves('DPTR-92', 'DPTR-90')
  const first = review(journey(one), ['NEEDS_CHANGE', 'APPROVED'])
  const spent = review(first, ['APPROVED', 'NEEDS_CHANGE'])
  expect(spent.consult('slice1.decision')).toMatchObject({
    status: 'escalated',
    options: [{ name: 'extend' }, { name: 'abort' }],
    fallback: 'abort',
    reasons: [{ rule: 'needs-change', message: 'C1, implementation: code of C1' }],
  })
  const extended = spent.happen(decide('slice1', 'extend'))
  expect(extended.ask('C1.refactor-tests.qa').at.round).toBe(5)
  expect(review(extended, ['NEEDS_CHANGE', 'APPROVED']).open).toEqual(['C1.refactor-tests.qa'])
  expect(spent.happen(decide('slice1', 'abort')).last.kernel.outcome).toMatchObject({ outcome: 'aborted' })
})

const unconverged = sampleTddInput({ batches: [2], rounds: 3, refactor: 'unconverged' })

test('with the option of D1 approved cycles rest and keep their approval', () => {
  proves('DPTR-91')
  const wanting = review(journey(unconverged), ['APPROVED', 'APPROVED'], ['NEEDS_CHANGE', 'APPROVED'])
  expect(wanting.open).toEqual(['C2.refactor-tests.qa'])
  const reviews = wanting.until('C2.review.dev')
  expect(reviews.open).toEqual(['C2.review.dev', 'C2.review.qa'])
  expect(reviews.until('slice1.integrate').effects).toMatchObject([
    { kind: 'integrate', branches: [{ name: 'C1' }, { name: 'C2' }] },
  ])
})

test('an approval is lost when a repeating cycle changes a file that both changed', () => {
  proves('DPTR-91')
  const shared = { commit: 'g1', changed: ['src/feature1.js', 'src/index.js'] }
  const wanting = review(
    journey(unconverged)
      .until('C1.green.dev')
      .happen(answered('C1.green.dev', 'GC', shared), answered('C2.green.dev', 'GC', { ...shared, commit: 'g2' })),
    ['APPROVED', 'APPROVED'],
    ['NEEDS_CHANGE', 'APPROVED'],
  ).until('C2.refactor-impl.dev')
  const changing = (code: string, changed: readonly string[]): Journey =>
    wanting.happen(answered('C2.refactor-impl.dev', code, { commit: 'x', changed }))
  expect(changing('RIC', ['src/feature2.js']).until('C2.review.dev').open).toEqual(['C2.review.dev', 'C2.review.qa'])
  expect(changing('RIC', ['src/index.js']).until('C1.review.dev').open).toHaveLength(4)
  expect(changing('TI', ['src/index.js']).until('C1.review.dev').open).toHaveLength(4)
  const fixed = changing('BL', []).happen(decide('C2.refactor-impl.dev', 'fix', { commit: 'by-hand' }))
  expect(fixed.until('C1.review.dev').open).toHaveLength(4)
})

test('the gate is told where a refactoring was asked for', () => {
  proves('SIG-45')
  const askedBy = (...code: readonly [string, string]) => {
    const wanting = review(journey(one), code)
    const tests = wanting.happen(answered('C1.refactor-tests.qa', 'RTC', { commit: 'tests' }))
    const implementation = tests
      .happen(judged('C1.refactor-tests.check'))
      .happen(answered('C1.refactor-impl.dev', 'RIC', { commit: 'implementation' }))
    const of = (now: Journey, id: string): unknown => now.check(id).parameters['asked']
    return [of(tests, 'C1.refactor-tests.check'), of(implementation, 'C1.refactor-impl.check')]
  }
  expect(askedBy('NEEDS_CHANGE', 'APPROVED')).toEqual([true, undefined])
  expect(askedBy('APPROVED', 'NEEDS_CHANGE')).toEqual([undefined, true])
  expect(askedBy('NEEDS_CHANGE', 'NEEDS_CHANGE')).toEqual([true, true])
  const unasked = journey(one).until('C1.refactor-tests.check')
  expect('asked' in unasked.check('C1.refactor-tests.check').parameters).toBe(false)
})
