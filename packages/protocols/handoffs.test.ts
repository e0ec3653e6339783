/** Every handoff that the protocols come to, by random walks through their transitions, is one by its schema. */
import { type Ask, dispatchFindings, handoffOf, handoffSchema, readRecord } from '@sigma/protocol'
import { proves, wander } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kits } from './kits.ts'
import { plan } from './plan/machine/plan.ts'
import { samplePlanInput } from './plan/machine/sample.ts'
import { review } from './review/machine/review.ts'
import { sampleReviewInput } from './review/machine/sample.ts'
import { sampleTddInput } from './tdd/machine/sample.ts'
import { tdd } from './tdd/machine/tdd.ts'

type Picks = readonly (readonly [number, number])[]

const journeys: Readonly<Record<string, (picks: Picks) => ReturnType<typeof wander>>> = {
  plan: (picks) => wander({ protocol: plan, budgets: [] }, samplePlanInput(), { run: 'r', picks }),
  review: (picks) => wander({ protocol: review, budgets: [] }, sampleReviewInput(), { run: 'r', picks }),
  tdd: (picks) => wander({ protocol: tdd, budgets: [] }, sampleTddInput({ batches: [1] }), { run: 'r', picks }),
}

/** All that is asked for on a way. */
function asksIn(name: string, picks: Picks): readonly Ask[] {
  const kit = kits.find((each) => each.name === name)
  if (kit === undefined) throw new Error(`no protocol ${name}`)
  let fold = kit.fresh
  return (journeys[name]?.(picks) ?? []).flatMap((recorded) => {
    const next = fold.next(recorded)
    fold = next.fold
    return next.advance.effects.filter((effect) => effect.kind === 'ask')
  })
}

test('each protocol is walked', () => {
  expect(new Set(Object.keys(journeys))).toEqual(new Set(kits.map(({ name }) => name)))
})

test('every handoff of every walk is valid, names who hands over, and every move of the specification is among them', () => {
  proves('SIG-26', 'SIG-27')
  const moves = new Set<string>()
  // Mostly the good answer, so that walks come far.
  const answer = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(12) })
  const walks = fc.array(fc.tuple(fc.nat(3), answer), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(journeys)), walks, (name, picks) => {
      for (const ask of asksIn(name, picks)) {
        expect(dispatchFindings(ask)).toEqual([])
        const handoff = handoffOf(ask, `${ask.id}@1`, [])
        expect(readRecord(handoffSchema, JSON.parse(JSON.stringify(handoff)))).toMatchObject({ kind: 'read' })
        expect(handoff).toMatchObject({
          to: ask.role,
          metadata: { role: ask.role, codes: expect.arrayContaining(['ME']) },
        })
        moves.add(`${ask.brief.from}→${ask.role}`)
      }
    }),
    { numRuns: 600, seed: 65 },
  )
  for (const move of ['spec→critic', 'critic→spec', 'qa→dev', 'dev→qa', 'engine→reviewer'])
    expect(moves).toContain(move)
})
