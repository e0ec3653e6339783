import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
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
  [['a: >-', '  one', '  two', '', '  three'], 'one two\nthree'],
  [['a: |', '  one', '    two'], 'one\n  two'],
  [['a: one', '  two'], 'one two'],
  [['# a comment', 'a:'], ''],
  [['a: Use it when: always', '  and also: never # not told'], 'Use it when: always and also: never'],
  [['a: "one', '  two: three"'], 'one two: three'],
  [["a: it's: so, [really] {sometimes}"], "it's: so, [really] {sometimes}"],
  [['"a": one'], 'one'],
  [["'a' : one"], 'one'],
  [['a: null'], 'null'],
  [['a: 1.10'], '1.10'],
  [['a: <<: x'], '<<: x'],
  [['a: |-', '  k: v', '  - [ { "'], 'k: v\n- [ { "'],
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
  ['value-unread', 2, ['a: *anchor']],
  ['value-unread', 2, ['a: !!binary x']],
  ['value-unread', 2, ['a: [&x one, *x]']],
  ['value-unread', 2, ['a: @x']],
  ['value-unread', 4, ['a:', '  x: y', '  x: z']],
  ['value-unread', 3, ['a:', '\t- x']],
  ['value-unread', 4, ['a: [one,', '  two,', '  ] three']],
  ['value-unread', 2, ['a:', '  x:', '    y: z', '  x: twice']],
  ['line-unread', 3, ['a: x', 'what is this']],
  ['key-twice', 4, ['a: x', 'b: x', 'a: y']],
])('%s in line %i of %j', (rule, line, lines) => {
  expect(read(...lines).faults).toMatchObject([{ rule, line, weight: 'fault' }])
})

test('what was made to take all memory or time is not read, and takes neither', () => {
  const deep = ['['.repeat(60_000), '{a: '.repeat(10_000), '- '.repeat(30_000), '? '.repeat(30_000)]
  const many = `[&x one${', *x'.repeat(15_000)}]`
  for (const value of [...deep, many]) {
    const faults = read('b: x', `a: ${value}`, 'c: x').faults.filter(({ line }) => line === 3)
    expect(faults.length, value.slice(0, 20)).toBeLessThanOrEqual(1)
    expect(read(`a:\n  ${value}`).faults).toMatchObject([{ rule: 'value-unread' }])
    expect(read('b: x', `a: ${value}`).entries.get('b')?.value).toEqual(text('x'))
  }
  expect(read(`a: ${'x'.repeat(20_000)}`).faults).toMatchObject([{ rule: 'value-unread', line: 2 }])
})

test('whatever a writer of YAML makes of texts, lists and maps of texts is read back as it was', () => {
  const plain = fc
    .string({ unit: 'grapheme', maxLength: 40 })
    .filter((each) => /^[^\r\u0085\u2028\u2029\0]*$/.test(each))
  const key = fc.stringMatching(/^[a-z][a-z0-9_-]{0,8}$/)
  const told = { lineWidth: 0 } as const
  fc.assert(
    fc.property(
      plain,
      fc.array(plain.filter(Boolean), { minLength: 1, maxLength: 5 }),
      fc.dictionary(key, plain, { minKeys: 1 }),
      (one, list, map) => {
        const { entries, faults } = readFrontmatter(`---\n${stringify({ one, list, map }, told)}---\n`, [
          'one',
          'list',
          'map',
        ])
        expect(faults).toEqual([])
        expect(entries.get('one')?.value).toMatchObject({ kind: 'text' })
        expect(entries.get('list')?.value).toMatchObject({ kind: 'list' })
        expect(entries.get('map')?.value).toMatchObject({ kind: 'map' })
        const texts = [entries.get('one')?.value, entries.get('list')?.value, entries.get('map')?.value]
        expect(texts).toEqual(wanted(one, list, map))
      },
    ),
  )
})

/** Blanks at the ends of a block are no part of what it says. */
const wanted = (one: string, list: readonly string[], map: Readonly<Record<string, string>>): unknown => {
  const bare = (value: string): string => (value.includes('\n') ? value.trim() : value)
  return [
    { kind: 'text', text: bare(one) },
    { kind: 'list', items: list.map(bare).filter((each) => each !== '') },
    { kind: 'map', entries: new Map(Object.entries(map).map(([name, value]) => [name, bare(value)])) },
  ]
}

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
