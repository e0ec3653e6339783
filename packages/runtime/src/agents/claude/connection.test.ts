import type { Living, ProcessResult, Received } from '@sigma/engine'
import type { Json } from '@sigma/protocol'
import { expect, test } from 'vitest'
import { claudeCapabilities } from '../acp/profiles/claude.ts'
import type { AgentEvent } from '../adapter.ts'
import { createPrompts } from '../prompts.ts'
import { exited } from '../session/fixture/fake-adapter.ts'
import { connect } from './connection.ts'

interface Talking {
  readonly isEnded: () => boolean
  /** Sends a prompt. What is said to it is taken one by one. */
  readonly send: (prompt: string) => { readonly next: () => Promise<AgentEvent | null> }
  readonly says: (message: Json) => Promise<void>
}

/** A program that says what it is told to say here. */
function talking(): Talking {
  let hear = (_: Received): void => undefined
  let isEnded = false
  const end = (): Promise<ProcessResult> => {
    isEnded = true
    return Promise.resolve(exited)
  }
  const living: Living = {
    send: () => true,
    receive: () => new Promise((resolve) => (hear = resolve)),
    close: end,
    end,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
  const prompts = createPrompts()
  const { say } = connect(living, () => ({ allowed: true }), 'new', prompts)
  const session = prompts.open({
    ...{ id: 's', resumed: false, capabilities: claudeCapabilities, living, endsMs: 0 },
    prompt: say,
    interrupt: () => {},
  })
  return {
    isEnded: () => isEnded,
    send: (prompt) => {
      const events = session.send(prompt)[Symbol.asyncIterator]()
      return { next: async () => (await events.next()).value ?? null }
    },
    says: async (message) => {
      hear({ kind: 'said', message })
      await new Promise(setImmediate)
    },
  }
}

const result = { type: 'result', subtype: 'success', is_error: false, result: 'x' }
const said = (text: string): Json => ({
  type: 'assistant',
  message: { id: text, content: [{ type: 'text', text }] },
})

test('what was said while nothing was asked answers nothing: neither ends the next prompt nor is its text', async () => {
  const { send, says } = talking()
  const first = send('first')
  await says(result)
  expect(await first.next()).toEqual({ kind: 'end', end: { reason: 'done' } })
  await says({ type: 'system', subtype: 'init', model: 'big-1' })
  await says(said('→[GC, of before]'))
  await says(result)
  const second = send('second')
  await says(said('the answer'))
  expect(await second.next()).toEqual({ kind: 'model', name: 'big-1' })
  expect(await second.next()).toEqual({ kind: 'text', text: 'the answer' })
})

test('a program that says more than anybody takes is ended', async () => {
  const { send, says, isEnded } = talking()
  send('go')
  const many = (count: number): Json => ({
    type: 'assistant',
    message: { id: 'm', content: Array.from({ length: count }, () => ({ type: 'text', text: 'x' })) },
  })
  await says(many(9_000))
  expect(isEnded()).toBe(false)
  await says(many(1_010))
  expect(isEnded()).toBe(true)
})

test('ids and names have a bound, cut alike wherever they are said', async () => {
  const { send, says } = talking()
  const prompt = send('go')
  const long = 'x'.repeat(100_000)
  await says({
    type: 'assistant',
    message: { id: long, content: [{ type: 'tool_use', id: long, name: long, input: {} }] },
  })
  await says({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: long }] } })
  await says({ type: 'system', subtype: 'init', model: long })
  const id = 'x'.repeat(1_000)
  expect(await prompt.next()).toMatchObject({ kind: 'tool-call', call: { id, name: id } })
  expect(await prompt.next()).toMatchObject({ kind: 'tool-result', id })
  expect(await prompt.next()).toEqual({ kind: 'model', name: id })
})
