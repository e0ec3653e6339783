import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cut, padEnd, padStart, widthOf, wrapped } from './width.ts'

test.each([
  ['plain text', 10],
  ['', 0],
  ['日本語', 6],
  ['ｆｕｌｌ', 8],
  ['한국어', 6],
  ['e\u0301te\u0301', 3],
  ['😀', 2],
  ['👍🏽', 4],
  ['🇩🇪', 4],
  ['▸ ● ◇', 5],
])('%j takes at most %i columns', (text, width) => {
  expect(widthOf(text)).toBe(width)
})

const wide = fc.string({ unit: fc.constantFrom('a', ' ', '語', '😀', 'e\u0301', '🇩', '…', 'ｆ'), maxLength: 60 })

test('what is cut is as wide as there is room at most, and says that it was cut', () => {
  fc.assert(
    fc.property(wide, fc.integer({ min: 0, max: 40 }), (text, width) => {
      const shown = cut(text, width)
      expect(widthOf(shown)).toBeLessThanOrEqual(width)
      if (widthOf(text) <= width) expect(shown).toBe(text)
      else if (width > 0) expect(shown.endsWith('…')).toBe(true)
    }),
  )
})

test('what is padded has its width; what is wider stays as it is', () => {
  expect(padEnd('語', 4)).toBe('語  ')
  expect(padStart('語', 4)).toBe('  語')
  expect(padEnd('too long', 3)).toBe('too long')
})

test('what is wrapped loses nothing but blanks, and no line is wider than asked for', () => {
  fc.assert(
    fc.property(wide, fc.integer({ min: 2, max: 20 }), (text, width) => {
      const lines = wrapped(text, width)
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width)
    }),
  )
})
