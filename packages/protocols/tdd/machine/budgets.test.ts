/** A spent budget is a person's decision, in the words of what is spent. */

import type { Budget } from '@sigma/protocol'
import { explore } from '@sigma/protocol'
import { answered, begun, decided, failed, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { tddInputSchema } from './input.ts'
import { type SampleTdd, sampleTddInput } from './sample.ts'
import { tdd } from './tdd.ts'
import { type Journey, journey } from './testing/journey.ts'

const sampled = (budgets: readonly Budget[], rest: SampleTdd = {}): Journey =>
  journey(sampleTddInput({ batches: [1], budgets, ...rest })).until('phase0')

const used = { usage: { inputTokens: 90, outputTokens: 20, costUsd: 0.5 } }
/** Phase 0 has used 110 tokens and half a dollar. */
const afterPhase0 = (journey: Journey): Journey =>
  journey.happen(begun('phase0'), answered('phase0', 'P0C', { ...used, commit: 'c', changed: ['src/a.js'] })).next()

const bounded: readonly Budget[] = [
  { unit: 'tokens', most: 100 },
  { unit: 'microdollars', most: 400_000 },
]

test('of every budget that is spent the person hears, and may fill up or name what is spent', () => {
  proves('DPTR-118')
  const spent = afterPhase0(sampled(bounded))
  expect(spent.open).toEqual(['C1.red.qa.decision'])
  const consult = spent.consult('C1.red.qa.decision')
  expect(consult).toMatchObject({
    status: 'escalated',
    question: 'C1 RED, qa: a budget is spent. How should it go on?',
    fallback: 'abort',
    reasons: [{ rule: 'tokens-spent' }, { rule: 'cost-spent' }],
  })
  const [extend] = consult.options
  expect(extend?.consequence).toContain('--more tokens=<number> --more cost=<number>')
  const input = z.fromJSONSchema({ ...extend?.input })
  for (const fits of [null, { more: { tokens: 5 } }, { more: { tokens: 5, cost: 0.25 } }]) {
    expect(input.safeParse(fits).success).toBe(true)
  }
  for (const wrong of [
    { more: { minutes: 5 } },
    { more: { tokens: 0 } },
    { more: { tokens: '5' } },
    {},
    { tokens: 5 },
  ]) {
    expect(input.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
  }
  expect(spent.happen(decided('C1.red.qa.decision', 'extend')).open).toEqual(['C1.red.qa'])
  const half = { input: { more: { tokens: 1_000 } } }
  const still = spent.happen(decided('C1.red.qa.decision', 'extend', half)).consult('C1.red.qa.decision')
  expect(still.reasons).toMatchObject([{ rule: 'cost-spent', message: expect.stringContaining('$0.50 used') }])
})

/** Two cycles whose turns together use up what the run may. */
const twoSpent = (budget: Budget): Journey =>
  sampled([budget], { batches: [2] })
    .until('C1.red.qa')
    .happen(begun('C1.red.qa'), begun('C2.red.qa'), red('C1.red.qa', 60), red('C2.red.qa', 60))
    .until('C2.green.dev.decision')
const red = (id: string, inputTokens: number) =>
  answered(id, 'RC', { usage: { inputTokens, outputTokens: 0 }, commit: `c-${id}`, changed: ['test/a.test.js'] })

test('for one spent budget a person is asked once: what is given for one question answers the other', () => {
  const spent = twoSpent({ unit: 'tokens', most: 100 })
  expect(spent.open).toEqual(['C1.green.dev.decision', 'C2.green.dev.decision'])
  const given = spent.happen(decided('C1.green.dev.decision', 'extend', { input: { more: { tokens: 30 } } }))
  expect(given.open).toEqual(['C1.green.dev', 'C2.green.dev'])
  expect(given.last.actions.filter(({ kind }) => kind === 'cancel')).toMatchObject([
    { open: { effect: { id: 'C2.green.dev.decision' } } },
  ])
  expect(given.last.kernel.budgets[1]).toMatchObject({ granted: 150, left: 30 })
  const late = given.happen(decided('C2.green.dev.decision', 'extend', { input: { more: { tokens: 30 } } }))
  expect(late.last).toMatchObject({ disposition: 'refused', refusal: { rule: 'already-decided' } })
  expect(late.last.kernel.budgets).toEqual(given.last.kernel.budgets)
})

test('who gives too little for both is asked about the other still', () => {
  const calls: Budget = { unit: 'asks', most: 2, role: 'qa' }
  const spent = sampled([calls], { batches: [2] }).until('C2.refactor-tests.qa.decision')
  expect(spent.open).toEqual(['C1.refactor-tests.qa.decision', 'C2.refactor-tests.qa.decision'])
  const one = spent.happen(decided('C1.refactor-tests.qa.decision', 'extend', { input: { more: { asks: 1 } } }))
  expect(one.open).toEqual(['C2.refactor-tests.qa.decision', 'C1.refactor-tests.qa'])
  const all = spent.happen(decided('C1.refactor-tests.qa.decision', 'extend'))
  expect(all.open).toEqual(['C1.refactor-tests.qa', 'C2.refactor-tests.qa'])
  expect(spent.happen(decided('C1.refactor-tests.qa.decision', 'abort')).open).toEqual([])
})

test('a question about anything else stays', () => {
  const calls: Budget = { unit: 'asks', most: 4, role: 'qa' }
  const blocked = sampled([calls], { batches: [2] })
    .until('C1.red.qa')
    .happen(answered('C1.red.qa', 'BL'))
  const both = blocked.happen(answered('C2.red.qa', 'BL'))
  expect(both.happen(decided('C1.red.qa.decision', 'extend')).open).toEqual(['C2.red.qa.decision', 'C1.red.qa'])
})

test('a phase or role whose budget is spent waits alone; the others go on', () => {
  const two = sampled([{ unit: 'asks', most: 1, phase: 'RED' }], { batches: [2] }).until('C1.red.qa')
  expect(two.open).toEqual(['C1.red.qa', 'C2.red.qa.decision'])
  expect(two.consult('C2.red.qa.decision').reasons).toMatchObject([
    { message: 'The RED budget of 1 agent call is spent: 1 agent call used.' },
  ])
})

test('an agent that crashes is not begun again by itself; a person says so, and it goes on in its session', () => {
  proves('F36')
  const crashed = journey(sampleTddInput({ batches: [1] }))
    .until('phase0')
    .happen(begun('phase0', { session: 's-1' }), failed('phase0', 'crash'))
  expect(crashed.open).toEqual(['phase0.decision'])
  expect(crashed.effects.map((effect) => (effect.kind === 'tell' ? effect.message.type : effect.kind))).toEqual([
    'log',
    'snapshot',
    'consult',
  ])
  const again = crashed.happen(decided('phase0.decision', 'resume'))
  expect(again.last.kernel.open['phase0']).toMatchObject({ session: 's-1', attempt: 'phase0@5' })
})

test('budgets change no situation that the protocol can get into', () => {
  const small: SampleTdd = { batches: [1], rounds: 1, tries: 1, exchanges: 0 }
  const without = explore(tdd, sampleTddInput(small))
  const { states, transitions, faults } = explore(tdd, sampleTddInput({ ...small, budgets: bounded }))
  expect({ states, transitions, faults }).toEqual({
    states: without.states,
    transitions: without.transitions,
    faults: [],
  })
})

test('budgets are read strictly', () => {
  const reads = (budget: object): boolean =>
    tddInputSchema.safeParse({ ...sampleTddInput(), budgets: [budget] }).success
  expect(reads({ unit: 'tokens', most: 1, phase: 'RED', role: 'qa', without: ['dev'] })).toBe(true)
  expect(reads({ unit: 'tokens', most: 0 })).toBe(false)
  expect(reads({ unit: 'tokens', most: 1.5 })).toBe(false)
  expect(reads({ unit: 'beans', most: 1 })).toBe(false)
  expect(reads({ unit: 'tokens', most: 1, fase: 'RED' })).toBe(false)
})
