import { expect, test } from 'vitest'
import type { Event } from '../event.ts'
import { advance } from '../kernel/advance.ts'
import { budgetOfAsks } from '../kernel/budgets.ts'
import { called, decided } from '../testing/builders.ts'
import { errand } from '../testing/errand.ts'
import { record } from '../testing/play.ts'
import { proves } from '../testing/proves.ts'
import { answersTo } from './answers.ts'
import { walk } from './graph.ts'
import { identity } from './identity.ts'

const machine = { protocol: errand, budgets: budgetOfAsks(9) }
const { nodes } = walk(errand, { tries: 2, retry: [] }, 1_000)

/** Everything that is legal anywhere, and some that never is. */
const alphabet: readonly Event[] = [
  ...nodes
    .flatMap(({ kernel }) => Object.values(kernel.open).flatMap(({ effect }) => answersTo(effect)))
    .map((body) => ({ ...body, tick: 0, nonce: 'n' })),
  ...['look', 'wait', 'sing'].map((verb) => called(verb, {}, { call: `new-${verb}` })),
  decided('nothing', 'abort'),
]

test('the full cross product of situations and events: one target in the graph, or a typed refusal', () => {
  proves('SIG-10', 'SIG-12')
  const identify = identity(errand)
  const known = new Set(nodes.map(({ kernel }) => identify(kernel)))
  const counts = { moved: 0, refused: 0 }
  for (const { kernel } of nodes) {
    for (const event of alphabet) {
      const recorded = record(machine, event, 1, kernel)
      const taken = advance(machine, kernel, recorded)
      expect(advance(machine, kernel, recorded)).toEqual(taken)
      expect(known).toContain(identify(taken.kernel))
      if (taken.disposition === 'applied') {
        counts.moved += 1
        continue
      }
      counts.refused += 1
      expect(taken.kernel).toEqual(kernel)
      expect(taken.refusal).toMatchObject({ rule: expect.any(String), remedy: expect.any(String) })
    }
  }
  expect(counts.moved).toBeGreaterThan(100)
  expect(counts.refused).toBeGreaterThan(1_000)
})

test('a refusal names the state, the event, and the events that would be legal', () => {
  proves('SIG-10')
  for (const { kernel } of nodes) {
    const event = decided('nothing', 'abort', { by: 'expiry' })
    const { refusal } = advance(machine, kernel, record(machine, event, 1, kernel))
    expect(refusal?.message).toBe(`decided nothing fits nothing that is open in ${kernel.state.kind}.`)
    for (const { effect } of Object.values(kernel.open)) {
      for (const legal of answersTo(effect)) expect(refusal?.remedy).toContain(`${legal.kind} ${effect.id}`)
    }
  }
})
