import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { code, jsonLine, jsonText, line, link, markdown } from './lines.ts'

/** Text that would end a line, begin a mark, link somewhere, hide or reorder, if it were let. */
const hostile: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(
        '\n',
        '\r',
        '\u0085',
        '\u2028',
        '\u2029',
        '\v',
        '\f',
        '\u202e',
        '\u0000',
        '\ud800',
        '|',
        '`',
        '```',
      ),
      fc.constantFrom(
        '<!-- sigma:end progress -->',
        '<script>',
        '](http://x)',
        '![a](b)',
        '=1+1',
        '**',
        '__',
        '# ',
        '- [x] ',
      ),
      fc.constantFrom('http://evil.example', 'www.evil.example', '&lt;', '$$', '~~', '[^1]', '@someone'),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))

const breaks = /[\n\r\v\f\u0085\u2028\u2029]/

test('whatever a text holds, a line of JSON stays one line and gives the text back', () => {
  proves('T37')
  fc.assert(
    fc.property(hostile, (text) => {
      const written = jsonLine({ text })
      expect(written).not.toMatch(breaks)
      expect(written).not.toMatch(/[\p{Cc}\p{Cf}]/u)
      expect(JSON.parse(written)).toEqual({ text })
      expect(JSON.parse(jsonText({ text }))).toEqual({ text })
      expect(jsonText({ text }).split(breaks)).toHaveLength(4)
    }),
    { numRuns: 2000 },
  )
})

test('whatever a text holds, in Markdown it stays on its line and means nothing but itself', () => {
  proves('T37')
  fc.assert(
    fc.property(hostile, hostile, (text, path) => {
      const written = line`- ${text} and ${code(text)} (${link(text, path)})`
      expect(written).not.toMatch(breaks)
      expect(written).not.toMatch(/[\p{Cc}\p{Cf}]/u)
      // With what is escaped taken out, no character is left that Markdown or HTML would act on.
      const plain = markdown(text).replace(/\\[!-/:-@[-`{-~]/g, ' ')
      expect(plain).not.toMatch(/[\\`*[\]<>|~&#!$]/)
      expect(plain).not.toMatch(/(?:https?:|www\.)/i)
      expect(plain).not.toMatch(/(?<![a-z0-9])_|_(?![a-z0-9])/i)
      const [, target = ''] = /\]\(([^)]*)\)\)$/.exec(written) ?? []
      expect(target).toMatch(/^[\w%./:@+,;=~$-]*$/)
    }),
    { numRuns: 2000 },
  )
})

test('names stand as they are, so that they can be looked for', () => {
  expect(code('TDD_20261121T101500Z_C1_k3f9').markdown).toBe('`TDD_20261121T101500Z_C1_k3f9`')
  expect(line`- ${'a*b'} in ${3} ${code('a b`')}`).toBe('- a\\*b in 3 a b\\`')
})
