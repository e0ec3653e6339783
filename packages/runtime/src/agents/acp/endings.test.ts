import { expect, test } from 'vitest'
import type { AgentSide, Heard } from '../../testing/acp-agent.ts'
import { type Answers, played, prompt, sessionOf, text, tried } from '../../testing/acp-start.ts'

const done = { kind: 'end', end: { reason: 'done' } }
const options = [
  { optionId: 'no', kind: 'allow_always' },
  { optionId: 'yes', kind: 'reject_once' },
  { optionId: 'x', kind: 'allow_once' },
]

const end = async (answers: Answers): Promise<unknown> => {
  const last = (await played(await tried(answers))).at(-1)
  return last?.kind === 'end' ? last.end : last
}
const fails = (code: number, message: string, data?: object): Answers => ({
  'session/prompt': (heard, side) => side.fail(heard, code, message, JSON.parse(JSON.stringify(data ?? null))),
})
const trouble = (severity: string, category: string, title: string) => ({
  jetbrains: { air: { version: 1, sessionFailure: { severity, category, title } } },
})

test('why a prompt ended is told in the words of the port', async () => {
  expect(await end(prompt(() => {}, { stopReason: 'max_tokens' }))).toMatchObject({ reason: 'exhausted' })
  expect(await end(prompt(() => {}, { stopReason: 'max_turn_requests' }))).toMatchObject({ reason: 'exhausted' })
  expect(await end(prompt(() => {}, { stopReason: 'refusal' }))).toMatchObject({ reason: 'failed' })
  expect(await end(prompt(() => {}, { stopReason: 'cancelled' }))).toEqual({ reason: 'cancelled' })
  expect(await end(prompt(() => {}, { stopReason: 'moon' }))).toMatchObject({ reason: 'failed' })
  expect(await end(prompt(() => {}, {}))).toMatchObject({ reason: 'failed' })
  expect(await end(fails(-32_000, 'Authentication required'))).toEqual({
    reason: 'unusable',
    message: 'Authentication required',
  })
  expect(await end(fails(-32_603, 'Internal error', { message: '429: try again in 7s' }))).toEqual({
    reason: 'limited',
    message: 'Internal error: 429: try again in 7s',
    retryAfterMs: 7_000,
  })
  expect(await end(fails(-32_603, 'API Error: 529 Overloaded'))).toMatchObject({
    reason: 'limited',
    retryAfterMs: null,
  })
  expect(await end(fails(-32_603, 'Internal error: invalid x-api-key'))).toMatchObject({ reason: 'unusable' })
  expect(await end(fails(-32_603, 'disk full'))).toEqual({ reason: 'failed', message: 'disk full' })
  const of = (category: string, title: string) =>
    end(prompt(() => {}, { stopReason: 'end_turn', _meta: trouble('error', category, title) }))
  expect(await of('service', 'Repeated 529 Overloaded errors.')).toMatchObject({ reason: 'limited' })
  expect(await of('limit', 'No quota.')).toMatchObject({ reason: 'limited' })
  expect(await of('limit', 'The context window is full.')).toMatchObject({ reason: 'exhausted' })
  expect(await of('access', 'Sign in.')).toMatchObject({ reason: 'unusable' })
  expect(await of('connection', 'stream disconnected')).toEqual({ reason: 'failed', message: 'stream disconnected' })
})

test('that it tries its model again is told, where it says so', async () => {
  const one = await tried(
    prompt((side) => {
      side.update('s1', {
        sessionUpdate: 'session_info_update',
        _meta: trouble('warning', 'service', 'Retrying, attempt 2 of 10.'),
      })
      const more = [
        ['connection', 'Reconnecting... 3/5'],
        ['limit', 'Retrying Claude, attempt 1 of 10.'],
        ['service', 'Claude is temporarily overloaded.'],
        ['unknown', 'Once more.'],
      ] as const
      for (const [category, title] of more)
        side.update('s1', { sessionUpdate: 'session_info_update', _meta: trouble('warning', category, title) })
    }),
  )
  const retry = (attempt: number, why: string): object => ({ kind: 'retry', attempt, why, waitMs: null })
  expect(await played(one)).toEqual([
    retry(2, 'the model is overloaded, or its server fails: Retrying, attempt 2 of 10.'),
    retry(3, 'the model is not reached: Reconnecting... 3/5'),
    retry(1, 'the model is limited: Retrying Claude, attempt 1 of 10.'),
    retry(1, 'Claude is temporarily overloaded.'),
    retry(1, 'Once more.'),
    done,
  ])
})

test('an agent that dies in a prompt ends it, and every one after it', async () => {
  const one = await tried({ 'session/prompt': (_, side) => side.die(137, 'Killed') })
  const over = {
    kind: 'end',
    end: { reason: 'over', result: expect.objectContaining({ exit: 137, stderr: 'Killed' }) },
  }
  expect(await played(one)).toEqual([over])
  expect(await played(one)).toEqual([over])
})

const cancels = (onCancel: (heard: Heard, side: AgentSide) => void): Answers => {
  let prompted: Heard | null = null
  return {
    'session/prompt': (heard, side) => {
      prompted = heard
      side.update('s1', text('on and on'))
    },
    'session/cancel': (_, side) => {
      if (prompted !== null) onCancel(prompted, side)
    },
  }
}

test('a prompt that is cancelled ends as cancelled, whatever the program says; what it asks then is not allowed', async () => {
  const asked: unknown[] = []
  const one = await tried(
    cancels(async (heard, side) => {
      asked.push(
        (await side.ask('session/request_permission', { sessionId: 's1', toolCall: { toolCallId: 'c' }, options }))[
          'result'
        ],
      )
      side.fail(heard, -32_603, 'Query closed')
    }),
  )
  const events: unknown[] = []
  for await (const event of sessionOf(one).send('go')) {
    events.push(event)
    if (event.kind === 'text') void sessionOf(one).cancel()
  }
  expect(events).toEqual([
    { kind: 'text', text: 'on and on' },
    { kind: 'end', end: { reason: 'cancelled' } },
  ])
  expect(asked).toEqual([{ outcome: { outcome: 'cancelled' } }])
  expect(one.asked).toEqual([])
  expect(one.agent.ended()).toBe(0)
})

test('a program that does not heed a cancel is ended', async () => {
  const one = await tried(cancels(() => {}))
  const events: unknown[] = []
  for await (const event of sessionOf(one).send('go')) {
    events.push(event)
    if (event.kind === 'text') void sessionOf(one).cancel()
  }
  expect(events.at(-1)).toEqual({ kind: 'end', end: { reason: 'cancelled' } })
  expect(one.agent.ended()).toBe(1)
})
