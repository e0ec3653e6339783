import { expect, test } from 'vitest'
import type { Event } from '../event.ts'
import { answered, called, elapsed, failed } from '../testing/builders.ts'
import { play, record } from '../testing/play.ts'
import { ask, end, type Heard, scripted } from '../testing/sample-effects.ts'
import { advance } from './advance.ts'
import { budgetOfAsks } from './budgets.ts'
import type { Action, Kernel } from './kernel.ts'

/** Replies to `look` at once; a `wait` is answered when the timer elapses, and `stop` ends the run. */
const desk = scripted(
  [ask('owner'), { kind: 'set-timer', id: 'soon', at: { step: 'wait' }, durationMs: 1 }],
  (event) => {
    if (event.kind === 'elapsed') return [{ kind: 'reply', call: 'wait', data: 'done' }]
    if (event.kind !== 'called') return []
    if (event.verb === 'stop') return [end(), { kind: 'reply', call: event.call, data: 'stopped' }]
    return event.verb === 'look' ? [{ kind: 'reply', call: event.call, data: 'seen' }] : []
  },
)
const machine = { protocol: desk, budgets: budgetOfAsks(9) }

interface Sent {
  readonly event: Event
  readonly key: string
}

function send(...sent: readonly Sent[]): { kernel: Kernel<Heard>; turns: readonly [string, readonly Action[]][] } {
  let kernel = play(machine, {}, [])[0]?.advance.kernel ?? null
  const turns: [string, readonly Action[]][] = []
  for (const [at, { event, key }] of sent.entries()) {
    const recorded = record(machine, event, at + 2, kernel)
    const taken = advance(machine, kernel, { ...recorded, envelope: { ...recorded.envelope, key } })
    turns.push([taken.disposition, taken.actions])
    kernel = taken.kernel
  }
  if (kernel === null) throw new Error('Nothing was played.')
  return { kernel, turns }
}

const look = (call: string, key: string): Sent => ({ event: called('look', {}, { call }), key })
const wait = (call: string, key: string, caller = 'ann'): Sent => ({ event: called('wait', {}, { call, caller }), key })
const time: Sent = { event: elapsed('soon'), key: 't' }

test('a call by a key that was answered gets the same reply, and the protocol hears nothing of it', () => {
  const { kernel, turns } = send(look('a', 'k'), look('b', 'k'))
  const reply = { kind: 'replied', data: 'seen' }
  expect(turns[1]).toEqual(['repeated', [{ kind: 'respond', call: 'b', result: reply }]])
  expect(kernel.state.heard).toHaveLength(1)
})

test('a call by a key that waits attaches: one reply answers all', () => {
  const { kernel, turns } = send(wait('wait', 'k'), wait('again', 'k'), wait('again', 'k'), time)
  expect(turns.map(([disposition]) => disposition)).toEqual(['applied', 'attached', 'attached', 'applied'])
  expect(turns[3]?.[1]).toMatchObject([
    { kind: 'respond', call: 'wait' },
    { kind: 'respond', call: 'again' },
  ])
  expect(kernel.calls).toEqual({})
})

test('an ask that closes drops what its agent waited for; its successor may call anew', () => {
  const done: Sent = { event: answered('owner', 'RC'), key: 'd' }
  const { kernel, turns } = send(wait('wait', 'k', 'owner@1'), wait('mine', 'k2'), done)
  expect(turns[2]?.[1]).toMatchObject([{ call: 'wait', result: { kind: 'refused', rule: 'caller-gone' } }])
  expect(Object.keys(kernel.calls)).toEqual(['mine'])
  expect(kernel.keys).toEqual([])
})

test('an attempt that is retried drops what it waited for as well', () => {
  const lost: Sent = { event: failed('owner', 'interrupted'), key: 'd' }
  const { kernel, turns } = send(wait('wait', 'k', 'owner@1'), lost)
  expect(turns[1]).toMatchObject(['retried', [{ call: 'wait', result: { rule: 'caller-gone' } }, { kind: 'perform' }]])
  expect(kernel.calls).toEqual({})
})

test('who attached still waits when the first caller is gone', () => {
  const done: Sent = { event: answered('owner', 'RC'), key: 'd' }
  const { turns } = send(wait('wait', 'k', 'owner@1'), wait('other', 'k'), done, time)
  expect(turns[2]?.[1]).toMatchObject([{ call: 'wait', result: { rule: 'caller-gone' } }])
  expect(turns[3]?.[1]).toEqual([{ kind: 'respond', call: 'other', result: { kind: 'replied', data: 'done' } }])
})

test('the end gives the replies of its own step first, refuses who waits, and turns later callers away (rule 5)', () => {
  const stop: Sent = { event: called('stop', {}, { call: 's' }), key: 's' }
  const { turns } = send(wait('wait', 'k'), stop, look('late', 'k3'), wait('late', 'k'))
  expect(turns[1]?.[1]).toMatchObject([
    { kind: 'respond', call: 's', result: { data: 'stopped' } },
    { kind: 'cancel', open: { effect: { id: 'owner' } }, graceMs: 5_000 },
    { kind: 'cancel', open: { effect: { id: 'soon' } }, graceMs: 0 },
    { kind: 'respond', call: 'wait', result: { rule: 'run-ended' } },
    { kind: 'finish' },
  ])
  expect(turns[2]).toMatchObject(['refused', [{ call: 'late', result: { rule: 'run-ended' } }]])
  expect(turns[3]).toMatchObject(['repeated', [{ call: 'late', result: { rule: 'run-ended' } }]])
})

test('a key may be named like something every object has', () => {
  const { turns } = send(look('a', '__proto__'), look('b', '__proto__'), look('c', 'constructor'))
  expect(turns.map(([disposition]) => disposition)).toEqual(['applied', 'repeated', 'applied'])
})

test('two calls never share an id: the second is turned away', () => {
  const { turns } = send(wait('wait', 'k'), wait('wait', 'k2'))
  expect(turns[1]).toEqual(['late', []])
})
