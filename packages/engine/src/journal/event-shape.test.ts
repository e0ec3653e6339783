import { type EventBody, eventSchema } from '@sigma/protocol'
import * as make from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEvent } from './event-shape.ts'

const finding = { rule: 'r', message: 'm', remedy: 'x' }
const samples: readonly EventBody[] = [
  make.started({ a: 1 }),
  make.called('look', [1]),
  make.begun('a', { session: 's', pid: 1 }),
  make.answered('a', 'PC', { usage: { inputTokens: 1 }, changed: ['x'], data: { b: null }, output: 'o' }),
  make.failed('a', 'crash', { findings: [{ ...finding, evidence: 'e' }] }),
  make.judged('a', 'fail'),
  make.decided('a', 'go'),
  make.elapsed('a'),
  make.integrated('a', 'c'),
  make.conflicted('a', ['f']),
  make.restored('a'),
  { kind: 'ended', id: 'a', run: 'b', outcome: 'completed', result: null },
]

const value = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('pass', 'crash', 'unknown', [finding], [{ rule: 1 }], ['x', 1], {}),
)

test('a reader takes for an event what the protocol takes for one, and nothing else', () => {
  for (const sample of samples) expect([sample.kind, isEvent(sample)]).toEqual([sample.kind, true])
  fc.assert(
    fc.property(fc.constantFrom(...samples), fc.nat(20), value, fc.boolean(), (sample, field, other, leaves) => {
      const fields = Object.entries(sample)
      const at = field % fields.length
      const changed = fields.map(([name, own], index) => [name, index === at ? other : own] as const)
      const event = Object.fromEntries(leaves ? changed.filter((_, index) => index !== at) : changed)
      expect(isEvent(event)).toBe(eventSchema.safeParse(event).success)
    }),
    { numRuns: 2_000 },
  )
})

test('what is no object is no event', () => {
  for (const other of [null, 1, 'started', [], { kind: 'toString' }, { kind: 'begun' }])
    expect(isEvent(other)).toBe(false)
})
