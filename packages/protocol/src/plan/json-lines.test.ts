import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonLines } from './json-lines.ts'

test('each value is found on its line; where there is none, what is around it', () => {
  const text = '{\n  "a": [1,\n    { "b": "x\\"{[" }\n  ],\n  "c":\n    true\n}'
  const { lineOf } = jsonLines(text)
  expect([[], ['a'], ['a', 0], ['a', 1], ['a', 1, 'b'], ['a', 1, 'nothing', 3], ['c']].map(lineOf)).toEqual([
    1, 2, 2, 3, 3, 3, 5,
  ])
})

test('a key that is said twice is told', () => {
  expect(jsonLines('{ "a": 1,\n "b": { "a": 2 },\n "a": 3 }').twice).toEqual([{ key: 'a', line: 3 }])
})

test('in any JSON every value stands where it was written, with one value a line', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const text = JSON.stringify(value, null, 1)
      const lines = text.split('\n')
      const { lineOf, twice } = jsonLines(text)
      expect(twice).toEqual([])
      walk(value, [], (path, inner) => {
        const key = path.at(-1)
        const shown = typeof key === 'string' ? `${JSON.stringify(key)}: ` : ''
        const first = JSON.stringify(inner, null, 1).split('\n')[0] ?? ''
        expect([`${shown}${first}`, `${shown}${first},`]).toContain(lines[lineOf(path) - 1]?.trim())
      })
    }),
  )
})

function walk(
  value: unknown,
  path: (string | number)[],
  see: (path: (string | number)[], value: unknown) => void,
): void {
  see(path, value)
  if (Array.isArray(value)) for (const [at, inner] of value.entries()) walk(inner, [...path, at], see)
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key], see)
}
