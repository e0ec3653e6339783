import { expect, test } from 'vitest'
import { type Definition, definitionOf, isKept } from './definition.ts'

/** As a runner reports the test of the last line: by the parenthesis of its own call. */
function defined(text: string): Definition | null {
  const lines = text.split('\n')
  return definitionOf('a.test.ts', text, lines.length, (lines.at(-1) ?? '').lastIndexOf('(NAME') + 1)
}

const each = (rows: string, run = 'f'): Definition | null => defined(`test.each([${rows}])(NAME, ${run})`)
const table = (...rows: string[]): Definition | null => defined(`test.each\`\n a | b\n${rows.join('\n')}\n\`(NAME, f)`)

test('a table of tests may grow; what was in it, and what is done with it, stays', () => {
  const before = each('[1, 2], [2, 3]')
  expect(isKept(before, each('[0, 1],\n  [1, 2], [2,  3], [5, 6]'))).toBe(true)
  expect(isKept(before, each('[1, 2]'))).toBe(false)
  expect(isKept(before, each('[1, 2], [2, 4]'))).toBe(false)
  expect(isKept(before, each('[1, 2], [2, 3]', 'g'))).toBe(false)
  expect(isKept(each('1'), defined('it.for([1, 2] as const)(NAME, f)'))).toBe(false)
  expect(isKept(defined('it.for([1] as const)(NAME, f)'), defined('it.for([1, 2] as const)(NAME, f)'))).toBe(true)
  expect(isKept(defined('test.each(rows)(NAME, f)'), defined('test.each(others)(NAME, f)'))).toBe(false)
})

test('so may a table that is written as a template', () => {
  const before = table(' $' + '{1} | $' + '{2}')
  expect(isKept(before, table(' $' + '{1} | $' + '{2}', ' $' + '{5} | $' + '{6}'))).toBe(true)
  expect(isKept(before, table(' $' + '{1} | $' + '{3}'))).toBe(false)
})

test('of other tests the whole call counts, but for its layout', () => {
  const before = defined('test(NAME, () => f(1))')
  expect(isKept(before, defined('test(NAME,   () => f(1))'))).toBe(true)
  expect(isKept(before, defined('test(NAME, () => f(2))'))).toBe(false)
  expect(isKept(defined('test.skipIf(a)(NAME, f)'), defined('test.skipIf(b)(NAME, f)'))).toBe(false)
  expect(isKept(before, null)).toBe(false)
})
