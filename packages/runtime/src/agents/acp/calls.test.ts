import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { createCalls } from './calls.ts'
import { messageSchema } from './messages.ts'
import { type CallPart, readUpdate } from './updates.ts'

const part = (toolCallId: string, more: Partial<CallPart> = {}): CallPart => ({
  ...{ toolCallId, title: toolCallId, locations: [], changes: [], meta: null },
  ...more,
})

test('of calls whose results never come no more is kept than memory has room for: the oldest are forgotten', () => {
  proves('T4')
  const calls = createCalls(() => null)
  const rawInput = { text: 'x'.repeat(1024 * 1024) }
  for (let at = 0; at < 200; at += 1) calls.note(part(`c${at}`, { rawInput }))
  const left = calls.rest()
  expect(left.length).toBeLessThan(20)
  expect(left.at(-1)).toMatchObject({ kind: 'tool-call', call: { id: 'c199' } })
  calls.note(part('whole', { rawInput: { text: 'x'.repeat(64 * 1024 * 1024) } }))
  expect(calls.rest()).toMatchObject([{ call: { id: 'whole' } }])
  expect(calls.note(part('whole', { status: 'completed' }))).toMatchObject([{ kind: 'tool-result', id: 'whole' }])
})

test('a name of a tool is cut, and what is named by more than anybody names something by is passed over', () => {
  proves('T4')
  const long = 'i'.repeat(2_000)
  const { call } = createCalls(() => null).ask(part('c', { name: long }))
  expect(call.name).toHaveLength(200)
  const update = { sessionUpdate: 'tool_call', toolCallId: long, title: 'x' }
  expect(readUpdate({ sessionId: 's', update })).toEqual({ session: 's', updates: [] })
  expect(messageSchema.safeParse({ id: long, method: 'session/request_permission' }).success).toBe(false)
})
