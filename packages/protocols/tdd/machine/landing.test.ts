import { answered, conflicted, decided, failed, integrated, judged } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { tddInputSchema } from './input.ts'
import { sampleTddInput } from './sample.ts'
import { type Journey, journey } from './testing/journey.ts'

const head = 'b'.repeat(40)
const input = sampleTddInput({ batches: [1], target: 'refs/heads/main' })
const looking = journey(input).until('base.look')
const found = (data: object): Journey => looking.happen(judged('base.look', 'pass', { data: { ...data } }))
const carrying = found({ stands: 'ahead', head })
const checking = carrying.happen(integrated('base.integrate', 'carried'))
const trunk = looking.check('base.look').commit

const outcomeOf = (at: Journey): unknown => at.last.kernel.outcome

test('a run without a target ends as it did before there were any', () => {
  const { target: _target, ...rest } = input
  expect(journey(rest).toTheEnd().last.kernel.outcome).toMatchObject({ outcome: 'completed' })
  expect(() => journey(rest).until('base.look')).toThrow(/never reached|Nothing is open/)
})

test('when all slices are through, Sigma looks where the branch stands', () => {
  expect(looking.check('base.look')).toMatchObject({
    gate: 'base',
    parameters: { target: 'refs/heads/main', from: 'base' },
  })
})

test.each([
  ['still', /combined\.$/],
  ['gone', /main is gone; the work stands on what it began from/],
  ['elsewhere', /main was set to another history; the work stands on what it began from/],
])('a branch that is %s is nothing to carry work over to', (stands, summary) => {
  const over = found(stands === 'elsewhere' ? { stands, head } : { stands })
  expect(outcomeOf(over)).toMatchObject({
    outcome: 'completed',
    summary: expect.stringMatching(summary),
    reasons: [],
    result: { commit: trunk },
  })
})

test('work on a branch that went ahead is carried over, and everything is run again there', () => {
  expect(carrying.effects).toMatchObject([
    {
      kind: 'integrate',
      branches: [{ name: 'the work', commit: trunk }],
      onto: { name: 'main', commit: head, from: 'base' },
    },
  ])
  expect(checking.check('base.check')).toMatchObject({
    gate: 'combined',
    commit: 'carried',
    parameters: {
      cycles: [{ name: 'the work', accepted: { commit: trunk } }],
      moved: { from: 'base', to: head },
    },
  })
  expect(outcomeOf(checking.happen(judged('base.check')))).toMatchObject({
    outcome: 'completed',
    summary: expect.stringMatching(/combined\. Carried over to main at b{10}, and everything run again there\.$/),
    result: { commit: 'carried' },
  })
})

const undecided: readonly (readonly [string, Journey, string, string])[] = [
  ['a conflict', carrying.happen(conflicted('base.integrate', ['src/a.js'])), 'waiting', 'conflict'],
  ['a red run', checking.happen(judged('base.check', 'fail')), 'waiting', 'carried-run-failed'],
  ['a run that could not be judged', checking.happen(judged('base.check', 'unknown')), 'waiting', 'carried-run-failed'],
  ['a branch that cannot be seen', looking.happen(judged('base.look', 'unknown')), 'waiting', 'gate-unknown'],
  ['a gate that says nothing of use', found({ stands: 'ahead' }), 'waiting', 'base-unknown'],
  ['a gate that broke', looking.happen(failed('base.look')), 'halted', 'crash'],
  ['carrying that broke', carrying.happen(failed('base.integrate')), 'halted', 'crash'],
  ['a check that broke', checking.happen(failed('base.check')), 'halted', 'crash'],
]

test.each(undecided)('after %s a person decides, and nothing is lost by any choice', (_what, at, status, rule) => {
  const consult = at.consult('base.decision')
  expect(consult).toMatchObject({ status, fallback: 'keep', reasons: [{ rule }, ...consult.reasons.slice(1)] })
  expect(consult.options.map(({ name }) => name)).toEqual(['keep', 'again', 'abort'])
  expect(outcomeOf(at.happen(decided('base.decision', 'keep')))).toMatchObject({
    outcome: 'completed',
    summary: expect.stringContaining('main has moved; the work stands on what it began from'),
    result: { commit: trunk },
  })
  expect(at.happen(decided('base.decision', 'again')).open).toEqual(['base.look'])
  expect(outcomeOf(at.happen(decided('base.decision', 'abort')))).toMatchObject({ outcome: 'aborted', result: {} })
})

test('a run with a cycle left out lands what it has, and is refused all the same', () => {
  const two = sampleTddInput({ batches: [1, 1], target: 'refs/heads/main' })
  const blocked = journey(two).until('C2.red.qa').happen(answered('C2.red.qa', 'BL'))
  const last = blocked.happen(decided('C2.red.qa.decision', 'skip'))
  expect(outcomeOf(last.toTheEnd())).toMatchObject({ outcome: 'refused', reasons: [{ rule: 'cycle-skipped' }] })
  const carried = last
    .happen(judged('base.look', 'pass', { data: { stands: 'ahead', head } }))
    .happen(integrated('base.integrate', 'carried'))
    .happen(judged('base.check'))
  expect(outcomeOf(carried)).toMatchObject({
    outcome: 'refused',
    summary: expect.stringContaining('Carried over to main'),
    result: { commit: 'carried', cycles: ['TDD_1'], skipped: ['TDD_2'] },
  })
})

test.each(['main', 'refs/tags/v1', '--output=x'])('%j is no target', (target) => {
  expect(tddInputSchema.safeParse({ ...input, target }).success).toBe(false)
})
