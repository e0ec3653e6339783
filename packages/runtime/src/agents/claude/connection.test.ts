import type { Living, ProcessResult, Received } from '@sigma/engine'
import type { Json } from '@sigma/protocol'
import { expect, test } from 'vitest'
import { exited } from '../session/fixture/fake-adapter.ts'
import { type Connection, connect } from './connection.ts'

/** A program that says what it is told to say here. */
function talking(): { readonly connection: Connection; readonly says: (message: Json) => Promise<void> } {
  let hear = (_: Received): void => undefined
  const end = (): Promise<ProcessResult> => Promise.resolve(exited)
  const living: Living = {
    send: () => true,
    receive: () => new Promise((resolve) => (hear = resolve)),
    close: end,
    end,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
  const connection = connect(living, () => ({ allowed: true }), 'new')
  const says = async (message: Json): Promise<void> => {
    hear({ kind: 'said', message })
    await new Promise(setImmediate)
  }
  return { connection, says }
}

const result = { type: 'result', subtype: 'success', is_error: false, result: 'x' }
const said = (text: string): Json => ({
  type: 'assistant',
  message: { id: text, content: [{ type: 'text', text }] },
})

test('what was said while nothing was asked answers nothing: neither ends the next prompt nor is its text', async () => {
  const { connection, says } = talking()
  connection.say('first')
  await says(result)
  expect(await connection.next()).toEqual({ kind: 'end', end: { reason: 'done' } })
  await says({ type: 'system', subtype: 'init', model: 'big-1' })
  await says(said('→[GC, of before]'))
  await says(result)
  connection.say('second')
  await says(said('the answer'))
  expect(await connection.next()).toEqual({ kind: 'model', name: 'big-1' })
  expect(await connection.next()).toEqual({ kind: 'text', text: 'the answer' })
})

test('ids and names have a bound, cut alike wherever they are said', async () => {
  const { connection, says } = talking()
  connection.say('go')
  const long = 'x'.repeat(100_000)
  await says({
    type: 'assistant',
    message: { id: long, content: [{ type: 'tool_use', id: long, name: long, input: {} }] },
  })
  await says({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: long }] } })
  await says({ type: 'system', subtype: 'init', model: long })
  const id = 'x'.repeat(1_000)
  expect(await connection.next()).toMatchObject({ kind: 'tool-call', call: { id, name: id } })
  expect(await connection.next()).toMatchObject({ kind: 'tool-result', id })
  expect(await connection.next()).toEqual({ kind: 'model', name: id })
})
