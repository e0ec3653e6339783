/** At full limits, on random ways: what must hold on all of them. */
import { budgetOfAsks, eventSchema } from '@sigma/protocol'
import { type Pick, play, proves, wander } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { refusedTransition } from './draft.ts'
import { idOfTold, stampedRecord, toldSchema } from './records/record.ts'
import { type SampleValidation, sampleValidationInput } from './sample.ts'
import { validation } from './validation.ts'

const machine = { protocol: validation, budgets: budgetOfAsks(600) }

const picks: fc.Arbitrary<readonly Pick[]> = fc.array(
  fc.tuple(fc.nat({ max: 6 }), fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat({ max: 20 }))),
  { maxLength: 120 },
)
const sample: fc.Arbitrary<SampleValidation> = fc.record({
  specialists: fc.integer({ min: 1, max: 3 }),
  order: fc.constantFrom('sequence', 'parallel'),
  iterations: fc.constantFrom(1, 2, 5),
  late: fc.constantFrom('stop', 'leave'),
  decides: fc.constantFrom('person', 'nobody'),
})

const given = z.object({ iterations: z.number() }).catch({ iterations: 1 })

function turnsOf(at: SampleValidation, steps: readonly Pick[]) {
  const input = sampleValidationInput(at)
  const story = wander(machine, input, { run: 'r', picks: steps })
  const events = story
    .slice(1)
    .map(({ event, envelope: { tick, nonce } }) => ({ ...eventSchema.parse(event), tick, nonce }))
  return { input, turns: play(machine, input, events) }
}

test('no specialist ever begins more iterations than its limit and what a person granted', () => {
  proves('VAL-54', 'VAL-110')
  fc.assert(
    fc.property(sample, picks, (at, steps) => {
      const { input, turns } = turnsOf(at, steps)
      for (const { name } of input.specialists) {
        let granted = input.limits.iterations
        let most = 0
        for (const { recorded, advance } of turns) {
          const { event } = recorded
          const applied = advance.disposition === 'applied'
          // An extension may grant one more, a fix by hand grants one more where none is left.
          if (applied && event.kind === 'decided' && event.id === `${name}.decision` && event.option === 'extend')
            granted += given.parse(event.input).iterations
          if (applied && event.kind === 'decided' && event.id === `${name}.by-hand` && event.option === 'fix')
            granted += 1
          for (const effect of advance.effects)
            if (effect.kind === 'check' && effect.id === `${name}.check`)
              most = Math.max(most, Number(effect.parameters['iteration']))
          expect(most).toBeLessThanOrEqual(granted)
        }
      }
    }),
    { numRuns: 300 },
  )
})

test('nothing is started and no timer counts while a person is waited for', () => {
  proves('VAL-20')
  fc.assert(
    fc.property(sample, picks, (at, steps) => {
      for (const { advance } of turnsOf(at, steps).turns) {
        const { open } = advance.kernel
        const waits = Object.values(open).some(({ effect }) => effect.kind === 'consult' && effect.id !== 'halted')
        if (!waits) continue
        expect(Object.values(open).filter(({ effect }) => effect.kind === 'set-timer')).toEqual([])
        const begun = advance.effects.filter(({ kind }) => kind === 'ask' || kind === 'check' || kind === 'set-timer')
        const cleared = new Set(
          advance.effects.flatMap((effect) =>
            effect.kind === 'clear-timer' || effect.kind === 'stop' ? [effect.id] : [],
          ),
        )
        // What began in the step that brought the escalation about was cleared or goes on; after it nothing begins.
        if (!advance.effects.some(({ kind }) => kind === 'consult'))
          expect(begun.filter((effect) => 'id' in effect && !cleared.has(effect.id))).toEqual([])
      }
    }),
    { numRuns: 200 },
  )
})

test('every message is whole, has an id of its own, and no transition is ever refused; success is of one tree', () => {
  proves('VAL-42', 'VAL-48', 'VAL-104', 'VAL-112')
  fc.assert(
    fc.property(sample, picks, (at, steps) => {
      const taken = new Set<string>()
      for (const { advance } of turnsOf(at, steps).turns)
        for (const effect of advance.effects) {
          if (effect.kind === 'end' && effect.result['outcome'] === 'success') {
            const { tree, specialists } = endSchema.parse(effect.result)
            for (const each of specialists) if (each.outcome === 'passed') expect(each.tree).toBe(tree)
          }
          if (effect.kind !== 'tell') continue
          expect(effect.message.type).not.toBe(refusedTransition)
          const told = toldSchema.parse(effect.message.data)
          const id = idOfTold(told, '2026-01-01T00:00:00.000Z', taken)
          expect(stampedRecord(told, '2026-01-01T00:00:00.000Z', id)).not.toBeNull()
          if (id !== null) taken.add(id)
        }
    }),
    { numRuns: 200 },
  )
})

const endSchema = z.object({
  tree: z.string(),
  specialists: z.array(z.object({ outcome: z.string(), tree: z.string().nullable() })),
})

test('in every run each specialist is escalated once for each time that it comes to that', () => {
  proves('VAL-68')
  fc.assert(
    fc.property(sample, picks, (at, steps) => {
      const open = new Set<string>()
      for (const { advance } of turnsOf(at, steps).turns)
        for (const effect of advance.effects) {
          if (effect.kind !== 'tell') continue
          const { kind, entry } = toldSchema.parse(effect.message.data)
          const name = entry.specialist ?? ''
          if (kind === 'escalation') {
            expect(open.has(name)).toBe(false)
            open.add(name)
          }
          if (kind === 'decision') open.delete(name)
        }
    }),
    { numRuns: 200 },
  )
})
