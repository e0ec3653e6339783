import type { Effect, Event, Protocol, Step } from '@sigma/protocol'
import { ask, consult, end, zeros } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { simulate } from './simulate.ts'

interface State {
  readonly kind: 'working' | 'asking' | 'over'
  readonly left: number
}

const told = { type: 'work', purpose: 'Do it.', from: 'engine', subject: 'm', context: {} }
const brief = { ...told, documents: [], refused: [], parameters: {} }
const work: Effect = ask('work', { role: 'worker', phase: 'Work', brief, codes: ['RC'], base: zeros })
const question = consult('what-now', ['again', 'abort'])

/** Has something done, at most three times, then asks a person. */
const honest: Protocol<unknown, State> = {
  name: 'small',
  version: 1,
  input: z.unknown(),
  start: () => ({ state: { kind: 'working', left: 3 }, effects: [work] }),
  step: (state, event) => {
    if (event.kind === 'answered' && event.code === 'RC') return over('completed')
    if (event.kind === 'answered' || event.kind === 'failed') return again(state)
    if (event.kind !== 'decided') return { state, effects: [] }
    return event.option === 'abort' ? over('aborted') : again({ ...state, left: 4 })
  },
  calls: () => [],
  invariants: [{ name: 'tries are left', holds: ({ left }) => left >= 0 }],
}

const again = ({ left }: State): Step<State> =>
  left > 1
    ? { state: { kind: 'working', left: left - 1 }, effects: [work] }
    : { state: { kind: 'asking', left: 0 }, effects: [question] }

const over = (outcome: 'completed' | 'aborted'): Step<State> => ({
  state: { kind: 'over', left: 0 },
  effects: [end({ outcome })],
})

/** The same, but for what it does about one kind of event. */
const but = (kind: Event['kind'], does: (state: State, event: Event) => Step<State>): Protocol<unknown, State> => ({
  ...honest,
  step: (state, event) => (event.kind === kind ? does(state, event) : honest.step(state, event)),
})

test('a protocol that keeps its rules is played through every outcome, though hosts die', async () => {
  const { seeds, outcomes, deaths } = await simulate(honest, zeros, { seeds: 60 })
  expect(seeds).toBe(60)
  expect(new Set(Object.keys(outcomes))).toEqual(new Set(['completed', 'aborted']))
  expect(deaths).toBeGreaterThan(60)
})

/** Waits to be called, and is reminded where nobody does. */
const called: Protocol<unknown, State> = {
  ...honest,
  start: () => ({ state: { kind: 'asking', left: 3 }, effects: [reminder] }),
  step: (state, event) => {
    if (event.kind === 'elapsed') return over('aborted')
    if (event.kind !== 'called') return { state, effects: [] }
    const reply: Effect = { kind: 'reply', call: event.call, data: null }
    if (state.left > 1) return { state: { ...state, left: state.left - 1 }, effects: [reply] }
    const { state: last, effects } = over('completed')
    return { state: last, effects: [reply, { kind: 'clear-timer', id: 'reminder' }, ...effects] }
  },
  calls: ({ kind }) => (kind === 'over' ? [] : [{ verb: 'go', samples: [{}] }]),
}
const reminder: Effect = { kind: 'set-timer', id: 'reminder', at: { step: 'wait' }, durationMs: 600_000 }

test('people call what may be called, and time passes', async () => {
  const { outcomes } = await simulate(called, null, { seeds: 20 })
  expect(new Set(Object.keys(outcomes))).toEqual(new Set(['completed', 'aborted']))
  const { outcomes: slept } = await simulate({ ...called, calls: () => [] }, null, { seeds: 3 })
  expect(slept).toEqual({ aborted: 3 })
})

let count = 0

test.each<[string, Protocol<unknown, State>, RegExp]>([
  [
    'throws',
    but('failed', () => {
      throw new Error('Oh.')
    }),
    /failed work \w+: the protocol threw. Error: Oh\./,
  ],
  [
    'changes what it is given',
    but('failed', (state) => {
      Reflect.set(state, 'left', 0)
      Object.assign(state, { left: 0 })
      return again(state)
    }),
    /the protocol threw. TypeError: Cannot assign to read only property/,
  ],
  [
    'keeps something beside its state',
    but('failed', (state) => {
      count += 1
      return again({ ...state, left: count % 2 === 0 ? 1 : 2 })
    }),
    /the same state and event gave two different answers/,
  ],
  [
    'breaks its invariant',
    but('failed', () => ({ state: { kind: 'working', left: -1 }, effects: [work] })),
    /failed work \w+: the invariant "tries are left" does not hold/,
  ],
  ['never ends', but('answered', (state) => ({ state, effects: [work] })), /It has not ended after \d+ commits/],
  [
    'forgets what to do',
    but('failed', (state) => ({ state, effects: [] })),
    /Nothing is left to do in it, and nobody may call it/,
  ],
])('one that %s is found out by a seed, which finds it again', async (_, protocol, why) => {
  const failure = await simulate(protocol, zeros, { most: 400 }).then(
    () => expect.unreachable('it came through'),
    (error: unknown) => String(error),
  )
  expect(failure).toMatch(why)
  const [, seed = ''] = /Seed (\d+) breaks small: /.exec(failure) ?? []
  expect(failure).toContain(`Play it again: simulate(…, { seed: ${seed} })`)
  expect(failure).toMatch(/What happened:\n[\s\S]*→ working: ask work/)
  await expect(simulate(protocol, zeros, { most: 400, seed: Number(seed) })).rejects.toThrow(
    `Seed ${seed} breaks small`,
  )
})
