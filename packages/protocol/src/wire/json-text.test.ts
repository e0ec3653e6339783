import fc from 'fast-check'
import { expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import { parseJson } from './json-text.ts'

test('what JSON.stringify writes is read as it was, whatever strings and keys it holds', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const text = JSON.stringify(value)
      if (!text.includes('__proto__')) expect(parseJson(text)).toEqual(JSON.parse(text))
    }),
  )
})

test('one key twice is refused, at any depth; the same key in two places is not', () => {
  proves('T25')
  expect(parseJson('{"a":1,"a":1}')).toBeUndefined()
  expect(parseJson('[{"b":{"a":1,"c":":","a":2}}]')).toBeUndefined()
  expect(parseJson('[{"a":1},{"a":{"a":"{\\"a\\":1}"}}]')).toEqual([{ a: 1 }, { a: { a: '{"a":1}' } }])
})

test('no text reaches a prototype, exhausts the stack or throws', () => {
  proves('T25')
  const hostile = [
    '{"__proto__":{"polluted":true}}',
    '{"a":{"__proto__":1}}',
    '['.repeat(200_000),
    '['.repeat(200_000) + ']'.repeat(200_000),
    '{"a":'.repeat(200_000),
    '"\\',
    '"'.repeat(100_001),
  ]
  for (const text of hostile) expect(parseJson(text), text.slice(0, 40)).toBeUndefined()
  expect(parseJson('1e999')).toBe(Number.POSITIVE_INFINITY)
  expect(Object.keys(Object.prototype)).toEqual([])
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseJson(text)))
  expect(parseJson(`{"constructor":{"prototype":{"x":1}}}`)).toEqual({ constructor: { prototype: { x: 1 } } })
})
