import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { checkedOf, failureOf } from '../testing/played.ts'
import { usualCoverage, usualSpecialists } from './input.ts'
import { type Judgement, judgementOf } from './judging.ts'
import { sampleValidationInput } from './sample.ts'

const [first] = sampleValidationInput().specialists
const specialist = { ...(first ?? expect.fail()), name: 'test-runner', coverage: usualCoverage }
const coverage = { lines: 80, functions: 90, branches: 85, statements: 80, tree: 't' }
const judge = (rest: object, own = specialist): Judgement =>
  judgementOf(own, { verdict: 'pass', data: checkedOf('t', [], rest), findings: [] })

test('coverage is demanded of the tree that is judged: missing, stale or too little is no pass', () => {
  expect(usualCoverage).toBe(80)
  expect(usualSpecialists[2]).toBe('test-runner')
  expect(judge({ coverage })).toEqual({ kind: 'pass', tree: 't' })
  expect(judge({ coverage: null })).toMatchObject({ kind: 'unjudged', reasons: [{ rule: 'coverage-missing' }] })
  expect(judge({ coverage: { ...coverage, tree: 'old' } })).toMatchObject({ reasons: [{ rule: 'coverage-stale' }] })
  expect(judge({ coverage: { ...coverage, lines: 79.9 } })).toMatchObject({
    reasons: [{ rule: 'check-contradictory' }],
  })
  expect(judge({ coverage: null }, { ...specialist, coverage: 0 })).toMatchObject({ kind: 'pass' })
})

test('one that examined nothing passes only where that is allowed', () => {
  proves('VAL-113')
  const empty = { coverage, examined: [{ what: 'tests', count: 0 }] }
  expect(judge(empty)).toMatchObject({ kind: 'unjudged', reasons: [{ rule: 'nothing-examined' }] })
  expect(judge({ ...empty, examined: [] })).toMatchObject({ kind: 'unjudged' })
  expect(judge(empty, { ...specialist, mayBeEmpty: true })).toMatchObject({ kind: 'pass' })
})

test('of too many failures the same ones are kept whatever their order, and long texts are cut', () => {
  const many = Array.from({ length: 200 }, (_, at) => failureOf(`test ${at}`, { message: 'x'.repeat(9_000) }))
  const kept = (failures: typeof many): readonly string[] => {
    const judged = judgementOf(specialist, { verdict: 'fail', data: checkedOf('t', failures), findings: [] })
    if (judged.kind !== 'fail') throw new Error(judged.kind)
    for (const { message } of judged.failures) expect(message.length).toBeLessThan(2_000)
    return judged.failures.map(({ name }) => name).toSorted((one, other) => (one < other ? -1 : 1))
  }
  expect(kept(many)).toHaveLength(60)
  expect(kept(many.toReversed())).toEqual(kept(many))
})
