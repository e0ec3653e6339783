import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CallResult } from './replies.ts'
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
  expect(extent(filled(Array.from({ length: 4 }, (_, at) => `key ${at}`)))).toEqual([0, 4])
  const [depth, length] = extent(filled(Array.from({ length: 10_000 }, (_, at) => `key ${at}`)))
  expect(depth).toBeLessThanOrEqual(5)
  expect(length).toBeLessThanOrEqual(4)
})

/** Whichever word of each pair is taken, the hash of them all together is the same. */
const pairs: readonly (readonly string[])[] = [
  ['fzxeiv', 'v3g57p'],
  ['lj9ipl', 'md7pv4'],
  ['y73wrk', 'fdd9ew'],
  ['x0cnwh', 'loyxtr'],
  ['oy5pys', 'c8xd5a'],
]

test('keys of one hash are told apart', () => {
  const alike = pairs.reduce<readonly string[]>(
    (keys, pair) => keys.flatMap((key) => pair.map((word) => key + word)),
    [''],
  )
  const [last = '', ...given] = alike
  const replies = filled(given)
  expect(extent(replies)).toEqual([8, 31])
  for (const key of given) expect(replyTo(replies, key)).toEqual(reply(key))
  expect(replyTo(replies, last)).toBeUndefined()
})
