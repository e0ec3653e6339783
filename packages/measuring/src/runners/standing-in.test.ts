/** What tested code gives back may answer for itself when a matcher compares it. */
import { createRequire } from 'node:module'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'

const require = createRequire(import.meta.url)
const { watchReceived } = require('./standing-in.cjs')

/** How often a matcher told of what it was given to compare. */
function timesTold(received: unknown): number {
  let told = 0
  const matchers = { toEqual: (given: unknown): void => void given }
  const tell = (): void => {
    told += 1
  }
  watchReceived(matchers, (_: unknown, [given]: unknown[]) => given, tell)
  matchers.toEqual(received)
  return told
}

const standIn = { $$typeof: Symbol.for('jest.asymmetricMatcher'), asymmetricMatch: (): boolean => true }
class Inherits {
  asymmetricMatch(): boolean {
    return true
  }
}

test.each<[string, unknown]>([
  ['itself', standIn],
  ['of a class', new Inherits()],
  ['in a list', [1, [standIn]]],
  ['in an object', { a: { b: standIn } }],
  ['under a symbol', { [Symbol('a')]: standIn }],
  ['in a map', new Map([['a', standIn]])],
  ['as a key', new Map([[standIn, 'a']])],
  ['in a set', new Set([standIn])],
  ['behind a getter', Object.defineProperty({}, 'a', { enumerable: true, get: () => standIn })],
  ['behind a proxy', new Proxy([standIn], {})],
  ['made by a proxy', new Proxy({ a: 1 }, { get: () => standIn })],
  ['a function', Object.assign(() => 1, standIn)],
  ['given to a spy', Object.assign(() => 1, { mock: { calls: [[standIn]] } })],
  ['in a ring', ring()],
])('what answers for itself is told of: %s', (_, received) => {
  proves('T9')
  expect(timesTold(received)).toBeGreaterThan(0)
})

function ring(): unknown {
  const first: { next: unknown; inner: unknown } = { next: null, inner: null }
  first.next = { first, standIn }
  return first
}

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['text', 'asymmetricMatch'],
  ['data', { a: [1, { b: new Date(0) }], c: new Map([[1, 2]]), d: new Uint8Array(3) }],
  ['a value of that name', { asymmetricMatch: true }],
  ['a spy', Object.assign(() => 1, { mock: { calls: [[1]], results: [] } })],
  ['a getter that throws', Object.defineProperty({}, 'a', { enumerable: true, get: () => JSON.parse('{') })],
  ['a proxy that was revoked', revoked()],
])('nothing is told of %s', (_, received) => {
  expect(timesTold([received])).toBe(0)
})

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

test('a matcher is called as ever: with what it had, and once; what compares nothing is left alone', () => {
  const own = Symbol('own')
  const toBe = (): void => {}
  const toEqual = Object.assign(
    function toEqual(this: unknown, ...given: unknown[]): unknown {
      return [this, ...given]
    },
    { [own]: 1 },
  )
  const matchers = { toEqual, toBe }
  watchReceived(matchers, () => null, expect.unreachable)
  expect(matchers.toBe).toBe(toBe)
  const { name, length, [own]: kept } = matchers.toEqual
  expect({ name, length, kept }).toEqual({ name: 'toEqual', length: 0, kept: 1 })
  expect(matchers.toEqual(1, 2)).toEqual([matchers, 1, 2])
})
