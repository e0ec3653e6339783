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

/** Of the longest way down, and of the longest list. */
function extent(replies: Replies): readonly [depth: number, length: number] {
  if (!('parts' in replies)) return [0, replies.length]
  const parts = replies.parts.map(extent)
  return [1 + Math.max(...parts.map(([depth]) => depth)), Math.max(...parts.map(([, length]) => length))]
}

test('the way to a reply is short, however many there are', () => {
  expect(extent(filled(Array.from({ length: 16 }, (_, at) => `key ${at}`)))).toEqual([0, 16])
  const [depth, length] = extent(filled(Array.from({ length: 10_000 }, (_, at) => `key ${at}`)))
  expect(depth).toBeLessThanOrEqual(5)
  expect(length).toBeLessThanOrEqual(16)
})

/** Two words after which the hash of a key, `from` until there, stands the same. */
function alikeAfter(from: number): readonly [one: string, other: string, hash: number] {
  const seen = new Map<number, string>()
  for (let count = 0; ; count += 1) {
    const word = count.toString(36).padStart(6, '0')
    let hash = from
    for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
    const other = seen.get(hash)
    if (other !== undefined) return [other, word, hash]
    seen.set(hash, word)
  }
}

test('keys of one hash are told apart', () => {
  let [alike, hash] = [[''], 0x811c9dc5]
  for (let words = 0; words < 5; words += 1) {
    const [one, other, next] = alikeAfter(hash)
    alike = alike.flatMap((key) => [key + one, key + other])
    hash = next
  }
  const [last = '', ...given] = alike
  const replies = filled(given)
  expect(extent(replies)).toEqual([8, 31])
  for (const key of given) expect(replyTo(replies, key)).toEqual(reply(key))
  expect(replyTo(replies, last)).toBeUndefined()
})
