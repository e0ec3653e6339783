import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tornAt } from './json-torn.ts'

test.each([
  ['{', 1, 'it ends too early.'],
  ['', 1, 'it ends too early.'],
  ['{\n "a": 1,\n}', 3, '"}" cannot stand here.'],
  ['[1\n,,2]', 2, '"," cannot stand here.'],
  ['[\n1 2]', 2, '"2" cannot stand here.'],
  ['{"a"\n"b"}', 2, '"\\"b\\"" cannot stand here.'],
  ["{\n'a': 1}", 2, '"\'" cannot stand here.'],
  ['{}\n{}', 2, '"{" cannot stand here.'],
  ['[1}', 1, '"}" cannot stand here.'],
  ['["\x7f\x85"\n,,]', 2, '"," cannot stand here.'],
  ['["a\n"]', 1, '"\\"" cannot stand here.'],
])('%j stops being JSON in line %i', (text, line, why) => {
  expect(tornAt(text)).toEqual({ line, why })
})

test('cut anywhere, the line of the cut is told', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), fc.nat(), (value, at) => {
      const text = JSON.stringify([value], null, 1)
      const cut = text.slice(0, at % text.length)
      const { line } = tornAt(cut)
      expect(line).toBe(cut.split('\n').length)
    }),
  )
})
