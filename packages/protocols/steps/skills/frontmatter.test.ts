import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFrontmatter } from './frontmatter.ts'

const read = (...lines: readonly string[]) => readFrontmatter(['---', ...lines, '---', 'Body.'].join('\n'), ['a', 'b'])
const valueIn = (...lines: readonly string[]) => read(...lines).entries.get('a')?.value
const text = (value: string) => ({ kind: 'text', text: value })

test.each([
  [['a: one two'], 'one two'],
  [['a: use it when: always'], 'use it when: always'],
  [['a: one # a comment'], 'one'],
  [['a: "one # \\"two\\""'], 'one # "two"'],
  [["a: 'it''s'"], "it's"],
  [['a: >-', '  one', '  two', '', '  three'], 'one two\n\nthree'],
  [['a: |', '  one', '    two'], 'one\n  two'],
  [['a: one', '  two'], 'one two'],
  [['# a comment', 'a:'], ''],
])('%j is the text %j', (lines, value) => {
  expect(valueIn(...lines)).toEqual(text(value))
})

test('lists and maps of texts are read in each of their forms', () => {
  expect(valueIn('a:', '  - one', '  - "two"')).toEqual({ kind: 'list', items: ['one', 'two'] })
  expect(valueIn('a: [one, two]')).toEqual({ kind: 'list', items: ['one', 'two'] })
  expect(valueIn('a:', '  one: "1.0"', '  two: x')).toEqual({
    kind: 'map',
    entries: new Map([
      ['one', '1.0'],
      ['two', 'x'],
    ]),
  })
})

test.each([
  ['value-unread', 3, ['b: x', 'a: {x: y}']],
  ['value-unread', 2, ['a: "no end']],
  ['value-unread', 2, ['a: &anchor x']],
  ['value-unread', 2, ['a:', '  x:', '    y: z', '  x: twice']],
  ['line-unread', 3, ['a: x', 'what is this']],
  ['key-twice', 4, ['a: x', 'b: x', 'a: y']],
])('%s in line %i of %j', (rule, line, lines) => {
  expect(read(...lines).faults).toMatchObject([{ rule, line, weight: 'fault' }])
})

test('a value in a form that is not read is no fault of a key that nobody needs', () => {
  expect(read('a: x', 'hooks: {x: y}').faults).toMatchObject([{ rule: 'value-unread', line: 3, weight: 'note' }])
})

test('a block that is not there or has no end is told at the first line', () => {
  for (const whole of ['# Title\n', '---\nname: x\n'])
    expect(readFrontmatter(whole, []).faults).toMatchObject([{ rule: 'no-frontmatter', line: 1 }])
  expect(readFrontmatter('\uFEFF---\r\na: x\r\n---\r\nBody.\r\n', []).entries.get('a')?.value).toEqual(text('x'))
})

test('the body begins behind the block, with the line that it has in the file', () => {
  const { body, bodyFrom } = read('a: x')
  expect([body, bodyFrom]).toEqual([['Body.'], 4])
})

test('no text makes it fail, and each fault names a line of the file', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom('---', 'a: x', 'a: |', '  - x', 'a: [', 'a: "', '  k: v', '\u001b[2J', '# x', 'a: >', ''),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const whole = `---\n${pieces.join('\n')}`
      const lines = whole.split(/\r\n|\n|\r/).length
      for (const { line } of readFrontmatter(whole, ['a']).faults) {
        expect(line).toBeGreaterThan(0)
        expect(line).toBeLessThanOrEqual(lines)
      }
    }),
  )
})
