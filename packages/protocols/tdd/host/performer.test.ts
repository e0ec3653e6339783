import { afterMs, registered } from '@sigma/engine'
import type { Ask, Effect, Protocol } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { moved } from '../testing/playout.ts'
import { sampleDesign } from '../testing/sample-run.ts'
import { stage } from '../testing/stage.ts'

interface State {
  readonly kind: 'asking' | 'over'
}

const ask = (id: string): Ask => ({
  kind: 'ask',
  at: { step: 'work' },
  id,
  role: 'spec',
  phase: 'WORK',
  brief: {
    type: 'work',
    purpose: 'Work.',
    from: 'engine',
    subject: 'm',
    context: { module: 'm', designPath: 'design.md' },
    documents: [{ path: 'design.md', blob: sampleDesign }],
    refused: [],
    parameters: {},
  },
  codes: ['PC'],
  writes: [],
  workspace: 'W1',
  base: 'base',
  limitMs: 600_000,
  retry: [],
})
const end: Effect = { kind: 'end', outcome: 'completed', summary: 'Over.', reasons: [], result: {} }

/** Asks `first`; the call `instead` stops it and asks `second` in the same workspace. */
const changeable: Protocol<null, State> = {
  name: 'changeable',
  version: 1,
  input: z.null(),
  start: () => ({ state: { kind: 'asking' }, effects: [ask('first')] }),
  step: (state, event) => {
    if (event.kind === 'called') {
      const reply: Effect = { kind: 'reply', call: event.call, data: null }
      return { state, effects: [{ kind: 'stop', id: 'first', graceMs: 2000 }, ask('second'), reply] }
    }
    return { state: { kind: 'over' }, effects: [end] }
  },
  calls: () => [],
}

test('nobody is asked in a workspace before the process that worked there is over, however long it takes to die', async () => {
  const times: string[] = []
  const play = stage({
    protocols: [registered(changeable)],
    script: () => ({ code: 'PC' }),
    ports: (ports) => ({
      ...ports,
      agents: {
        turn: async (request, signal) => {
          const note = (what: string) => times.push(`${what} ${request.attempt} ${play.clock.monotonic()}`)
          note('begins')
          request.onBegun({ session: null, pid: null })
          signal.addEventListener('abort', () => note('is ended'))
          // The first one takes 40 s to die.
          if (request.attempt.startsWith('first')) {
            await new Promise<void>((resolve) => afterMs(40_000, ports.clock, resolve))
          }
          note('is over')
          return ports.agents.turn({ ...request, onBegun: () => undefined }, signal)
        },
      },
    }),
  })
  await using host = play.host()
  const run = host.start('changeable', null)
  await expect(moved(host.settled(run), { ...play.clock, next: () => false })).rejects.toThrow('Nothing moves')
  play.clock.advance(10_000)
  await host.call(run, { verb: 'instead', arguments: null, caller: 'person', key: 'k' })
  const { result } = await moved(host.settled(run), play.clock)
  expect(times.slice(0, 5)).toEqual([
    'begins first@1 0',
    'is ended first@1 12000',
    'is over first@1 40000',
    'begins second@3 40000',
    'is over second@3 40000',
  ])
  expect(result.outcome).toBe('completed')
  const late = host.reader.events(run).filter(({ envelope }) => envelope.attempt === 'first@1')
  expect(late.map(({ event }) => event.kind)).toEqual(['begun', 'failed'])
})

test('whose agent has not begun when it is stopped gets no grace', async () => {
  const times: string[] = []
  const play = stage({
    protocols: [registered(changeable)],
    script: () => ({ code: 'PC' }),
    ports: (ports) => ({
      ...ports,
      agents: {
        turn: async (request, signal) => {
          if (!request.attempt.startsWith('first')) return ports.agents.turn(request, signal)
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
          times.push(`is ended ${play.clock.monotonic()}`)
          return ports.agents.turn(request, signal)
        },
      },
    }),
  })
  await using host = play.host()
  const run = host.start('changeable', null)
  await expect(moved(host.settled(run), { ...play.clock, next: () => false })).rejects.toThrow('Nothing moves')
  play.clock.advance(10_000)
  await host.call(run, { verb: 'instead', arguments: null, caller: 'person', key: 'k' })
  await moved(host.settled(run), play.clock)
  expect(times).toEqual(['is ended 10000'])
})

test('what a host tells beside the protocol is in the Handoff and its record, in the place of nothing of the protocol’s', async () => {
  const contexts: unknown[] = []
  const play = stage({
    protocols: [registered(changeable)],
    script: () => ({ code: 'PC' }),
    ports: (ports) => ({
      ...ports,
      contextOf: async (_, attempt) => ({ chat: `of ${attempt}`, module: 'another' }),
      agents: {
        turn: (request, signal) => {
          contexts.push(request.handoff.context)
          return ports.agents.turn(request, signal)
        },
      },
    }),
  })
  await using host = play.host()
  const run = host.start('changeable', null)
  await moved(host.settled(run), play.clock)
  const told = { module: 'm', designPath: 'design.md', chat: 'of first@1' }
  expect(contexts).toEqual([told])
  const begun = host.reader.events(run).flatMap(({ event }) => (event.kind === 'begun' ? [event.brief] : []))
  const records = begun.map((brief) => JSON.parse(Buffer.from(host.reader.blob(brief)).toString('utf8')))
  expect(records).toMatchObject([{ context: told }])
})

test('a turn above the number in flight waits, and how long it waited is noted apart from its work', async () => {
  proves('SIG-106')
  const began: string[] = []
  const both: Protocol<null, State> = {
    ...changeable,
    name: 'both',
    start: () => ({ state: { kind: 'asking' }, effects: [ask('first'), { ...ask('second'), workspace: 'W2' }] }),
    step: (state, event) => ({ state, effects: 'id' in event && event.id === 'second' ? [end] : [] }),
  }
  const play = stage({
    turns: 1,
    protocols: [registered(both)],
    script: () => ({ code: 'PC' }),
    ports: (ports) => ({
      ...ports,
      agents: {
        turn: async (request, signal) => {
          began.push(`${request.attempt} at ${play.clock.monotonic()}`)
          await new Promise<void>((resolve) => afterMs(5_000, ports.clock, resolve))
          return ports.agents.turn(request, signal)
        },
      },
    }),
  })
  await using host = play.host()
  const run = host.start('both', null)
  await moved(host.settled(run), play.clock)
  expect(began).toEqual(['first@1 at 0', 'second@1 at 5000'])
  const waited = host.reader.notes(run).filter(({ type }) => type === 'waited')
  expect(waited.map(({ data }) => data)).toEqual([
    { message: 'second waited 5.0s for a free turn', id: 'second', attempt: 'second@1', ms: 5_000 },
  ])
})
