import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lostDemands, testChangesOf } from './test-changes.ts'

const heads = `import assert from 'node:assert/strict'
import { describe, expect, test } from 'vitest'
import { slug, parse, Stack } from '../src/text.js'
import { assertSlug } from './kit/slugs.js'`

const of = (before: string, after: string) =>
  testChangesOf([['test/slug.test.js', `${heads}\n${before}`, `${heads}\n${after}`]])

/** Rule and what was lost. */
const lost = (before: string, after: string): readonly string[] =>
  lostDemands(of(before, after)).map(({ rule, message }) => `${rule}: ${message}`)

const body = (code: string): string => `test('joins', () => { ${code} })`
const joins = `assert.equal(slug('A b'), 'a-b')`

test('a weakened assertion is told with what it was and what it is', () => {
  proves('SIG-45')
  const before = `describe('slug', () => { ${body(joins)} })`
  expect(lost(before, before.replace(joins, `assert.ok(slug('A b'))`))).toEqual([
    "assertion-weakened: test/slug.test.js › slug › joins: `assert.equal(slug('A b'), 'a-b')` became `assert.ok(slug('A b'))`.",
  ])
})

test.each([
  ['same(1, 1)', 'dropped'],
  ['same(!!a, !!b)', 'weakened'],
  ['same(a, a)', 'weakened'],
])('a helper that hands on something else than it is given, %s, loses the demand (%s)', (hands, how) => {
  const helped = (is: string): string =>
    `const same = (a, b) => assert.equal(a, b)\nconst is = (a, b) => ${is}\n${body(`is(slug('A b'), 'a-b')`)}`
  expect(of(helped('same(a, b)'), helped(hands)).map(({ kind }) => kind)).toContain(how)
  expect(of(helped('same(a, b)'), helped('{ const seen = a; same(seen, b) }'))).toEqual([])
})

const weaker: readonly (readonly [was: string, is: string])[] = [
  [joins, `assert.ok(slug('A b'))`],
  [joins, `assert.match(slug('A b'), /a/)`],
  [joins, `assert.notEqual(slug('A b'), '')`],
  [joins, `assert.ok(slug('A b').length > 0)`],
  [joins, `const result = slug('A b'); assert.ok(result)`],
  [joins, `if (process.env.CI) { ${joins} }`],
  [joins, `assert.equal(slug('A b'), slug('A b'))`],
  [joins, `assert.equal(slug('A b'), slug('A b').trim())`],
  [joins, `assert.equal(slug('A b') && 'a-b', 'a-b')`],
  [joins, `assert.equal(slug('A b') ? 'a-b' : null, 'a-b')`],
  [`expect(slug('A b')).toBe('a-b')`, `expect(slug('A b') || 'a-b').toBe('a-b')`],
  [`expect(slug('A b')).toBe('a-b')`, `expect(slug('A b')).toBeDefined()`],
  [`expect(slug('A b')).toBe('a-b')`, `expect(slug('A b')).toContain('a')`],
  [`expect(parse('a')).toEqual({ a: 1, b: 2 })`, `expect(parse('a')).toMatchObject({ a: 1 })`],
  [`assert.deepEqual(parse('a'), { a: 1 })`, `assert.partialDeepStrictEqual(parse('a'), { a: 1 })`],
  [`expect(parse('a')).toMatchObject({ a: 1, b: 2 })`, `expect(parse('a')).toMatchObject({ b: 2 })`],
  [`expect(slug('A b')).toContain('a-b')`, `expect(slug('A b')).toContain('a')`],
  [`expect(parse('1')).toBeCloseTo(1.234, 3)`, `expect(parse('1')).toBeCloseTo(1.2, 1)`],
  [`expect(parse('1')).toBeGreaterThan(5)`, `expect(parse('1')).toBeGreaterThan(0)`],
  [`assert.throws(() => slug(1), /text/)`, `assert.throws(() => slug(1))`],
  [`expect(() => slug(1)).toThrow(TypeError)`, `expect(() => slug(1)).toThrow()`],
]
for (const [was, is] of weaker) {
  test(`weaker: ${was} became ${is}`, () => {
    proves('SIG-45')
    expect(lost(body(was), body(is))).toMatchObject(
      [/^assertion-weakened: /].map((rule) => expect.stringMatching(rule)),
    )
  })
}

const dropping: readonly (readonly [was: string, is: string])[] = [
  [`${joins}; assert.equal(slug('C'), 'c')`, joins],
  [joins, ''],
  [joins, `// ${joins}\n`],
  [joins, `return; ${joins}`],
  [joins, `if (false) { ${joins} }`],
  [joins, `try { ${joins} } catch {}`],
  [joins, `slug('A b'); assert.equal('a-b', 'a-b')`],
  [joins, `assert.equal(slug('x'), 'x')`],
  [joins, `const check = () => { ${joins} }`],
  [joins, `for (const text of []) { ${joins} }`],
  [joins, `const row = ['A b', 'a-b']; row[1] = slug('A b'); assert.equal(slug(row[0]), row[1])`],
  [joins, `const rows = [['A b', 'a-b']]; rows.pop(); for (const [text, is] of rows) assert.equal(slug(text), is)`],
]
for (const [was, is] of dropping) {
  test(`dropped: ${was} became ${is}`, () => {
    proves('SIG-45')
    expect(lost(body(was), body(is))).toEqual([expect.stringMatching(/^assertion-dropped: /)])
  })
}

const second = `assert.equal(slug('C'), 'c')`
const two = `test('one', () => { ${joins} })\ntest('two', () => { ${second} })`
const honest: readonly (readonly [title: string, before: string, after: string])[] = [
  ['another layout', body(joins), `test("joins", () => {\n  assert.equal(\n    slug("A b"),\n    "a-b",\n  );\n});`],
  ['another name', body(joins), `test('puts hyphens', () => { ${joins} })`],
  ['names for values', body(joins), body(`const given = 'A b'; const got = slug(given); assert.equal(got, 'a-b')`)],
  ['no names for values', body(`const got = slug('A b'); assert.equal(got, 'a-b')`), body(joins)],
  ['another vocabulary', body(joins), body(`expect(slug('A b')).toBe('a-b')`)],
  [
    'a table for two tests',
    two,
    `test.each([['A b', 'a-b'], ['C', 'c']])('%s', (text, wanted) => { assert.equal(slug(text), wanted) })`,
  ],
  [
    'a table of objects',
    two,
    `test.each([{ text: 'A b', wanted: 'a-b' }, { text: 'C', wanted: 'c' }])('$text', ({ text, wanted }) => assert.equal(slug(text), wanted))`,
  ],
  [
    'a loop for two tests',
    two,
    `for (const [text, wanted] of [['A b', 'a-b'], ['C', 'c']]) test(text, () => { assert.equal(slug(text), wanted) })`,
  ],
  [
    'a list under a name',
    two,
    `const cases = [['A b', 'a-b'], ['C', 'c']]\ntest('all', () => { for (const [text, wanted] of cases) assert.equal(slug(text), wanted) })`,
  ],
  [
    'rows of a list, taken out of it by name',
    two,
    `const [one, other] = [['A b', 'a-b'], ['C', 'c']]
test('one', () => { assert.equal(slug(one[0]), one[1]) })
test('two', () => { assert.equal(slug(other[0]), other[1]) })`,
  ],
  [
    'an object of what is wanted',
    two,
    `const cases = { hyphen: { text: 'A b', wanted: 'a-b' }, small: { text: 'C', wanted: 'c' } }
test('one', () => { const { text, wanted } = cases.hyphen; assert.equal(slug(text), wanted) })
test('two', () => { assert.equal(slug(cases.small.text), cases['small'].wanted) })`,
  ],
  ['two tests in one', two, body(`${joins}; ${second}`)],
  ['one test in two', body(`${joins}; ${second}`), two],
  ['the same test twice', `${body(joins)}\ntest('again', () => { ${joins} })`, body(joins)],
  [
    'a helper in the file',
    two,
    `const is = (text, wanted) => assert.equal(slug(text), wanted)\ntest('one', () => is('A b', 'a-b'))\ntest('two', () => is('C', 'c'))`,
  ],
  ['a helper in another file', body(joins), body(`assertSlug('A b', 'a-b')`)],
  [
    'a set-up of its own',
    body(`const stack = new Stack(2); assert.equal(stack.push(1), 1)`),
    `const make = (size) => new Stack(size)\n${body(`const stack = make(2); assert.equal(stack.push(1), 1)`)}`,
  ],
  [
    'a variable renamed',
    `let a\nbeforeEach(() => { a = new Stack(1) })\n${body(`assert.equal(a.size, 0)`)}`,
    `let stack\nbeforeEach(() => { stack = new Stack(1) })\n${body(`assert.equal(stack.size, 0)`)}`,
  ],
  [
    'a callback’s parameter renamed',
    body(`assert.deepEqual(['a'].map((x) => slug(x)), ['a'])`),
    body(`assert.deepEqual(['a'].map((text) => slug(text)), ['a'])`),
  ],
  [
    'another arrangement',
    body(`const all = parse({ a: 1 }); assert.ok(all.a)`),
    body(`const all = parse({ a: 1, b: [] }); assert.ok(all.a)`),
  ],
  ['more asserted', body(joins), body(`${joins}; ${second}`)],
  ['a stronger assertion', body(`assert.ok(slug('A b'))`), body(joins)],
  ['a suite around it', body(joins), `describe('slug', () => { ${body(joins)} })`],
  ['a comparison in words', body(`assert.ok(slug('A b') === 'a-b')`), body(joins)],
  ['what said nothing is gone', body(`${joins}; assert.ok(true)`), body(joins)],
]
for (const [title, before, after] of honest) {
  test(`nothing is lost by ${title}`, () => {
    expect(lost(before, after)).toEqual([])
  })
}

test('what became of the tests themselves is told as well', () => {
  const kinds = (after: string): readonly string[] => of(body(joins), after).map(({ kind }) => kind)
  expect(kinds(body(joins))).toEqual([])
  expect(kinds(`test.skip('joins', () => { ${joins} })`)).toEqual(['off'])
  expect(kinds(`test.only('joins', () => { ${joins} })`)).toEqual(['focused'])
  expect(kinds(body(''))).toEqual(['dropped', 'emptied'])
  expect(kinds('')).toEqual(['dropped', 'gone'])
  expect(kinds(`${body(joins)}\ntest('more', () => { ${second} })`)).toEqual(['new'])
  expect(kinds('test(')).toEqual(['unread'])
})

test('a test that moved to another file is the same', () => {
  const file = `${heads}\n${body(joins)}`
  const changes = testChangesOf([
    ['test/slug.test.js', file, heads],
    ['test/text/slug.test.js', null, file.replaceAll('../src', '../../src')],
  ])
  expect(changes.map(({ kind }) => kind)).toEqual(['renamed'])
  expect(lostDemands(changes)).toEqual([])
})

const expression = fc.constantFrom(`slug('A b')`, `parse('1')`, 'new Stack(2).size', 'seen', `[1, 'a']`)
const assertion = fc
  .tuple(fc.constantFrom('equal', 'deepEqual', 'notEqual', 'match', 'ok', 'throws'), expression, expression)
  .map(([word, subject, wanted]) => `assert.${word}(${subject}, ${wanted})`)
const file = fc
  .array(fc.tuple(fc.constantFrom('one', 'two', 'three'), fc.array(assertion, { maxLength: 4 })), { maxLength: 5 })
  .map((tests) => tests.map(([name, all]) => `test('${name}', () => { ${all.join('\n')} })`).join('\n'))

test('a file does not differ from itself, and loses nothing by growing', () => {
  fc.assert(
    fc.property(file, file, (one, other) => {
      expect(of(one, one)).toEqual([])
      expect(lost(one, `${one}\n${other}`)).toEqual([])
    }),
  )
})
