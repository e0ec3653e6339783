import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CallResult } from './kernel.ts'
import { noReplies, type Replies, replyTo, withReply } from './replies.ts'

const keys = fc.uniqueArray(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'toString', 'constructor')), {
  maxLength: 200,
})
const reply = (data: string): CallResult => ({ kind: 'replied', data })
const filled = (given: readonly string[]): Replies =>
  given.reduce((replies, key) => withReply(replies, key, reply(key)), noReplies)

test('each key has the reply that it was given, and no other has any', () => {
  fc.assert(
    fc.property(keys, fc.string(), (given, other) => {
      const replies = filled(given)
      for (const key of given) expect(replyTo(replies, key)).toEqual(reply(key))
      if (!given.includes(other)) expect(replyTo(replies, other)).toBeUndefined()
      expect(JSON.parse(JSON.stringify(replies))).toEqual(replies)
    }),
  )
})

test('what was there before an addition stays as it was', () => {
  fc.assert(
    fc.property(keys, (given) => {
      const before = filled(given)
      const text = JSON.stringify(before)
      withReply(before, 'one more key, longer than any of them could be', reply('x'))
      expect(JSON.stringify(before)).toBe(text)
    }),
  )
})

test('there are few layers, however many replies', () => {
  const replies = filled(Array.from({ length: 1_000 }, (_, at) => `key ${at}`))
  expect(replies.map(({ size }) => size)).toEqual([512, ...Array(7).fill(64), ...Array(5).fill(8)])
})
