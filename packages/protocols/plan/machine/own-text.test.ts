/** A person's own plan in the place of the one that they decide about. */
import type { Consult, Effect, Event, Json } from '@sigma/protocol'
import { answered, decided, failed, judged } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { plan } from './plan.ts'
import { samplePlanInput } from './sample.ts'
import type { PlanState } from './state.ts'

interface Now {
  readonly state: PlanState
  readonly effects: readonly Effect[]
}

const path = 'memory-bank/modules/text/tdd_plan.md'
const input = samplePlanInput()
const then = ({ state }: Now, ...events: readonly Event[]): Now =>
  events.reduce<Now>((now, event) => plan.step(now.state, event), { state, effects: [] })
const created = answered('plan', 'PC', { commit: 'first' })
const asking = then(plan.start(input), created, judged('plan.check'), answered('critique', 'EN'))
const own = (given: Json): Event => ({ ...decided('decision', 'edit'), input: given, by: 'ann' })
const taking = then(asking, own({ path, content: 'mine' }))

function asked({ effects: [effect] }: Now): Consult {
  if (effect?.kind !== 'consult') throw new Error(effect?.kind)
  return effect
}
const namesIn = (now: Now): readonly string[] => asked(now).options.map(({ name }) => name)

test('it is looked at like any plan, and accepted by their word where it passes', () => {
  expect(taking.effects).toMatchObject([
    { kind: 'check', gate: 'plan', parameters: { plan: { path, blob: null, content: 'mine' } } },
  ])
  const hands = { plan: { path, blob: 'sha256:mine' } }
  const data = { cycles: 1, batches: 1, warnings: [], hands }
  expect(then(taking, judged('text.check', 'pass', { data })).effects).toMatchObject([
    { kind: 'end', outcome: 'completed', result: { acceptedBy: 'ann', hands } },
  ])
})

test.each([
  ['does not pass', judged('text.check', 'fail')],
  ['cannot be judged', judged('text.check', 'unknown')],
  ['breaks the checker', failed('text.check')],
])('where it %s the same question stands again, and the plan as it was', (_, event) => {
  const again = then(taking, event)
  expect(namesIn(again)).toEqual(['accept', 'edit', 'revise', 'abort'])
  expect(again.state).toEqual(asking.state)
})

test('a decision without a text of the plan is asked for again', () => {
  for (const given of [null, { path: 'src/x.js', content: 'x' }, { path, content: '' }])
    expect(asked(then(asking, own(given))).reasons).toMatchObject([{ rule: 'no-text' }])
})

test('it is not offered where no plan passed, nor in a run that an earlier Sigma began', () => {
  const unread = then(
    plan.start({ ...input, limits: { ...input.limits, rounds: 1 } }),
    created,
    judged('plan.check', 'fail'),
  )
  expect(namesIn(unread)).toEqual(['revise', 'abort'])
  const { edits: _, ...earlier } = input
  const before = then(plan.start(earlier), created, judged('plan.check'), answered('critique', 'EN'))
  expect(namesIn(before)).toEqual(['accept', 'revise', 'abort'])
})
