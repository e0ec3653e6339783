import { type Registered, registered } from '@sigma/engine'
import type { Protocol } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { moved } from '../testing/playout.ts'
import { stage } from '../testing/stage.ts'

interface Chat {
  readonly kind: 'asking' | 'over'
}

/** A protocol that asks once, in words that each version changes. */
function chat(version: number): Registered {
  const protocol: Protocol<object, Chat> = {
    name: 'chat',
    version,
    input: z.object({}),
    calls: () => [],
    start: () => ({
      state: { kind: 'asking' },
      effects: [
        {
          kind: 'consult',
          id: 'go',
          at: { step: 'go' },
          question: `Version ${version} asks.`,
          options: [{ name: 'go', consequence: 'It goes on.', input: null }],
          fallback: 'go',
          expiryMs: null,
          status: 'waiting',
          reasons: [],
        },
      ],
    }),
    step: (state, event) =>
      event.kind === 'decided'
        ? {
            state: { kind: 'over' },
            effects: [
              { kind: 'end', outcome: 'completed', summary: `Version ${version} ends.`, reasons: [], result: {} },
            ],
          }
        : { state, effects: [] },
  }
  return registered(protocol)
}

test('a run stays with the version that it was begun with; a new one begins with the latest', async () => {
  proves('F39')
  const protocols: Registered[] = [chat(1)]
  const play = stage({ protocols })
  const first = play.host()
  first.start('chat', {}, { run: 'run-1' })
  await first.stop()
  protocols.push(chat(2))
  await using second = play.host()
  second.start('chat', {}, { run: 'run-2' })
  second.resume()
  for (const run of ['run-1', 'run-2']) second.decide({ id: `${run}/go`, option: 'go', input: null, by: 'ann' })
  const ends = ['run-1', 'run-2'].map(async (run) => (await moved(second.settled(run), play.clock)).result.status)
  expect(await Promise.all(ends)).toEqual(['Version 1 ends.', 'Version 2 ends.'])
  for (const run of ['run-1', 'run-2']) second.reader.verify(run, protocols)
})

test('a run of a version that is not at hand is shown with what it asks, and not stepped', async () => {
  proves('F38')
  const protocols: Registered[] = [chat(2)]
  const play = stage({ protocols })
  const newer = play.host()
  newer.start('chat', {}, { run: 'run-1' })
  await newer.stop()
  protocols.splice(0, 1, chat(1))
  await using older = play.host()
  expect(older.resume()).toEqual([])
  expect(older.reader.run('run-1')).toMatchObject({ version: 2, status: 'running', events: 1 })
  expect(older.reader.inbox()).toMatchObject([{ id: 'run-1/go', consult: { question: 'Version 2 asks.' } }])
  expect(() => older.decide({ id: 'run-1/go', option: 'go', input: null, by: 'ann' })).toThrow(
    'does not know version 2 of the protocol chat',
  )
  expect(older.reader.events('run-1')).toHaveLength(1)
})
