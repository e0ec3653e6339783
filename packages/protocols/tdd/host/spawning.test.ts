import { registered } from '@sigma/engine'
import type { Consult, Effect, End, Event, Json, Protocol } from '@sigma/protocol'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { moved } from '../testing/playout.ts'
import { type Stage, stage } from '../testing/stage.ts'

interface State {
  readonly kind: 'waiting' | 'over'
  readonly call: string | null
}

const end: End = { kind: 'end', outcome: 'completed', summary: 'Over.', reasons: [], result: { slept: true } }

/** Sleeps for two minutes. */
const sleeper: Protocol<null, State> = {
  name: 'sleeper',
  version: 1,
  input: z.null(),
  start: () => ({
    state: { kind: 'waiting', call: null },
    effects: [{ kind: 'set-timer', id: 'nap', at: { step: 'nap' }, durationMs: 120_000 }],
  }),
  step: (state, event) =>
    event.kind === 'elapsed' ? { state: { ...state, kind: 'over' }, effects: [end] } : { state, effects: [] },
  calls: () => [],
}

/** Lets a child do it, and takes calls meanwhile: `look` is answered at once, `wait` when it is over, `quit` ends it. */
const parent: Protocol<{ child: string; onParentEnd: 'stop' | 'leave' }, State> = {
  name: 'parent',
  version: 1,
  input: z.object({ child: z.string(), onParentEnd: z.enum(['stop', 'leave']) }),
  start: ({ child, onParentEnd }) => ({
    state: { kind: 'waiting', call: null },
    effects: [{ kind: 'spawn', id: 'child', at: { step: 'child' }, protocol: child, input: null, onParentEnd }],
  }),
  step: (state, event) => ({ state: after(state, event), effects: effectsOf(state, event) }),
  calls: () => [],
}

function after(state: State, event: Event): State {
  if (event.kind === 'called' && event.verb === 'wait') return { ...state, call: event.call }
  return event.kind === 'ended' || event.kind === 'failed' ? { ...state, kind: 'over' } : state
}

function effectsOf({ call }: State, event: Event): readonly Effect[] {
  if (event.kind === 'called' && event.verb === 'look') return [{ kind: 'reply', call: event.call, data: 'here' }]
  if (event.kind === 'called' && event.verb === 'quit') return [end]
  if (event.kind === 'failed') return [{ ...end, outcome: 'aborted', reasons: event.findings }]
  if (event.kind !== 'ended') return []
  return [...(call === null ? [] : [{ kind: 'reply' as const, call, data: event.result }]), end]
}

const question: Consult = {
  kind: 'consult',
  id: 'which',
  at: { step: 'asking' },
  question: 'Which one?',
  options: [{ name: 'this', consequence: 'This one.', input: null }],
  fallback: 'this',
  expiryMs: null,
  status: 'waiting',
  reasons: [],
}

/** Asks a person, and hands over a commit. */
const asker: Protocol<null, State> = {
  name: 'asker',
  version: 1,
  input: z.null(),
  start: () => ({ state: { kind: 'waiting', call: null }, effects: [question] }),
  step: (state, event) =>
    event.kind === 'decided'
      ? { state: { ...state, kind: 'over' }, effects: [{ ...end, result: { commit: 'c'.repeat(40) } }] }
      : { state, effects: [] },
  calls: () => [],
}

const play = (): Stage => stage({ protocols: [registered(sleeper), registered(asker), registered(parent)] })
const look = { verb: 'look', arguments: null, caller: 'person' }
const sleeping: Json = { child: 'sleeper', onParentEnd: 'stop' }

test('a child run ends into its parent, also when both outlive their host', async () => {
  const { host: open, clock, kill } = play()
  const run = open().start('parent', sleeping)
  clock.advance(60_000)
  kill()
  await using second = open()
  expect(second.resume()).toEqual([run, expect.stringMatching(/^sleeper-/)])
  const { result } = await moved(second.settled(run), clock)
  expect(result.outcome).toBe('completed')
  expect(second.reader.runs().map((view) => [view.protocol, view.status, view.parent])).toEqual([
    ['sleeper', 'ended', run],
    ['parent', 'ended', null],
  ])
  expect(clock.monotonic()).toBe(120_000)
})

test('a timer longer than a minute comes due once, also after a sleep of hours', async () => {
  const { host: open, clock } = play()
  const first = open()
  const run = first.start('sleeper', null)
  await first.stop()
  clock.advance(7_200_000)
  await using second = open()
  second.resume()
  await moved(second.settled(run), clock)
  expect(second.reader.events(run).map(({ event }) => event.kind)).toEqual(['started', 'elapsed'])
})

test('a child of an unknown protocol fails, and the parent hears why', async () => {
  const { host: open, clock } = play()
  await using host = open()
  const run = host.start('parent', { child: 'nobody', onParentEnd: 'stop' })
  const { result } = await moved(host.settled(run), clock)
  expect(result).toMatchObject({ outcome: 'aborted', reasons: [{ rule: 'protocol-unknown' }] })
})

test('a parent that ends stops its children', async () => {
  const { host: open, clock } = play()
  await using host = open()
  const run = host.start('parent', sleeping)
  await host.call(run, { ...look, verb: 'quit', key: 'k' }).catch(() => undefined)
  expect(host.reader.runs().map(({ protocol, status }) => [protocol, status])).toEqual([
    ['sleeper', 'ended'],
    ['parent', 'ended'],
  ])
  clock.advance(200_000)
  expect(host.reader.runs()[0]?.events).toBe(1)
})

test('a call is answered now or later, and the same key gives the same answer without a second step', async () => {
  const { host: open, clock } = play()
  await using host = open()
  const run = host.start('parent', sleeping)
  expect(await host.call(run, { ...look, key: 'a' })).toEqual({ kind: 'replied', data: 'here' })
  expect(await host.call(run, { ...look, key: 'a' })).toEqual({ kind: 'replied', data: 'here' })
  const [one, two] = ['b', 'b'].map((key) => host.call(run, { ...look, verb: 'wait', key }))
  await moved(host.settled(run), clock)
  expect(await Promise.all([one, two])).toEqual(Array(2).fill({ kind: 'replied', data: { slept: true } }))
  expect(await host.call(run, { ...look, key: 'c' })).toMatchObject({ kind: 'refused', rule: 'run-ended' })
})

test('a run of a protocol that is not known is shown, and not stepped', async () => {
  const { host: open, disk, clock } = play()
  const first = open()
  const run = first.start('sleeper', null)
  await first.stop()
  disk.sqlite.exec('UPDATE runs SET version = 2')
  clock.advance(200_000)
  await using second = open()
  expect(second.reader.run(run)).toMatchObject({ protocol: 'sleeper', version: 2, status: 'running', events: 1 })
  expect(second.resume()).toEqual([])
  expect(() => second.resume(run)).toThrow('This sigma does not know version 2 of the protocol sleeper.')
})

test('who waits for a run hears that a run which it began waits for a person, and of both as one', async () => {
  const { host: open, world, kill } = play()
  const run = open().start('parent', { child: 'asker', onParentEnd: 'stop' })
  kill()
  await using host = open()
  host.resume(run)
  const { result, decisions } = await host.settled(run)
  const [child] = host.reader.family(run).slice(1)
  expect(host.reader.family(run)).toEqual([run, expect.stringMatching(/^asker-/)])
  expect(decisions.map(({ id }) => id)).toEqual([`${child}/which`])
  expect(result).toMatchObject({
    outcome: 'waiting',
    reasons: [{ rule: 'decision', remedy: `sigma decide ${child}/which this` }],
  })
  expect(host.played()).toEqual([])
  host.decide({ id: `${child}/which`, option: 'this', input: null, by: 'ann' })
  expect((await host.settled(run)).result).toMatchObject({ outcome: 'completed', run })
  // What the child hands over is its parent's to deliver.
  expect([...world.branches]).toEqual([])
})

test('a parent hears once that its child is over, also where a person decided before the parent was taken up', async () => {
  const { host: open, kill } = play()
  const run = open().start('parent', { child: 'asker', onParentEnd: 'stop' })
  kill()
  await using host = open()
  const [, child] = host.reader.family(run)
  host.decide({ id: `${child}/which`, option: 'this', input: null, by: 'ann' })
  host.resume(run)
  expect((await host.settled(run)).result.outcome).toBe('completed')
  expect(host.reader.events(run).map(({ event }) => event.kind)).toEqual(['started', 'ended'])
})
