import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonLine, printable, printableLine } from './printable.ts'

/** Terminals act on these, or readers are misled by them. */
const dangerous = /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u

const nasty = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.constantFrom(
      '\x1b',
      '\x1b[',
      '\x9b',
      '\x1b]52;c;',
      '\x07',
      '\r',
      '\b',
      '\u202e',
      '\u2066',
      '\u200b',
      '\ud800',
      '0',
      ';',
      'm',
    ),
  ),
})

test('no control, escape or direction mark gets through, whatever the text', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      expect(printable(text)).not.toMatch(dangerous)
    }),
    { numRuns: 2_000 },
  )
})

test('JSON loses nothing, and shows nothing dangerous either', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      const line = jsonLine({ text })
      expect(line).not.toMatch(dangerous)
      expect(JSON.parse(line)).toEqual({ text })
    }),
    { numRuns: 2_000 },
  )
})

test('escape sequences go as a whole, also those that write to the clipboard or the title', () => {
  expect(printable('\x1b[31mred\x1b[0m \x1b]52;c;ZXZpbA==\x07\x1b]0;title\x1b\\plain \x9b2Jtext')).toBe(
    'red plain text',
  )
})

test('lines and tabs stay; a line is one line, and no longer than asked for', () => {
  expect(printable('a\r\nb\tc\rd')).toBe('a\nb\tc\nd')
  expect(printableLine('a\r\n  b\tc')).toBe('a b c')
  expect(printableLine('abcdefgh', 5)).toBe('abcd…')
})
