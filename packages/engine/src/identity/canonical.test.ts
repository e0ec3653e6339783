import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonical, effectsHash, noEffects, sha256 } from './canonical.ts'

test('reads back as what was written', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonical(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('the order in which an object was built makes no difference', () => {
  expect(canonical({ b: 1, a: { d: 2, c: undefined } })).toBe(canonical({ a: { d: 2 }, b: 1 }))
  expect(canonical({ b: [1, undefined], a: 'ä\n' })).toBe('{"a":"ä\\n","b":[1,null]}')
})

test('the hash of no effects is what it says', () => {
  expect(noEffects).toBe(sha256('[]'))
  expect(effectsHash([])).toBe(sha256(canonical([])))
})
