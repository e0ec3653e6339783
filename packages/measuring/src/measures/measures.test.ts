import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measure } from './measures.ts'
import { rises } from './rises.ts'

const of = (...texts: readonly string[]) => measure(new Map(texts.map((text, at) => [`src/${at}.js`, text])))
const rulesOf = (before: string, after: string): readonly string[] =>
  rises({ of: 'implementation', before: of(before), after: of(after) }).map(({ rule }) => rule)

test('decisions are counted, and weighed by how deep they lie', () => {
  proves('SIG-45')
  const nested = 'function f(a, b) { if (a) { for (const c of b) { if (c && a) return c } } else return b ? 1 : 2 }'
  // if 1, for 2, if 3, && 1, else 1, ?: 2
  expect(of(nested)).toMatchObject({ decisions: 5, cognitive: 10, worst: { place: 'src/0.js:1 f', cyclomatic: 6 } })
  expect(of('const f = (a) => { switch (a) { case 1: return 1; case 2: return 2; default: return 3 } }')).toMatchObject(
    { decisions: 2, cognitive: 1 },
  )
  expect(of('try { f() } catch { g() }')).toMatchObject({ decisions: 1, cognitive: 1 })
  expect(of('let a = b && c && d || e; a ||= 1')).toMatchObject({ decisions: 4, cognitive: 3 })
  expect(of('const [a = 1] = b ?? []; c ??= d?.e')).toMatchObject({ decisions: 0, cognitive: 0 })
  expect(of('const a: number = (b as any)?.c')).toMatchObject({ decisions: 0, files: [], unread: ['src/0.js'] })
})

test('to put a part of a function into one of its own is no rise, and neither is a flat chain for a nested one', () => {
  proves('SIG-44', 'SIG-45')
  const whole = 'function f(a, b) { if (a) { if (b) return 1; else return 2 } return a || b }'
  const parts =
    'function f(a, b) { if (a) return g(b); return a || b }\nfunction g(b) { if (b) return 1; else return 2 }'
  const flat = 'function f(a, b) { if (a && b) return 1; if (a) return 2; return a || b }'
  expect([rulesOf(whole, parts), rulesOf(whole, flat)]).toEqual([[], []])
  expect(rulesOf(parts, whole)).toEqual(['complexity-rose'])
  expect(rulesOf(whole, whole.replace('if (b)', 'if (b || a === 3)'))).toEqual(['complexity-rose'])
})

const walk = (name: string, word: string): string => `function ${name}(list) {
  const seen = new Map()
  for (const each of list) seen.set(each.id, { ...each, name: each.name.trim().toUpperCase(), at: Date.now() })
  return [...seen.values()].${word}((each) => each.name)
}\n`

test('copies are counted by their tokens, wherever they lie, and named', () => {
  proves('SIG-45')
  const one = of(walk('one', 'map'))
  expect(one.duplicated).toBe(0)
  const two = of(walk('one', 'map'), walk('two', 'map').replaceAll('  ', '\t'))
  expect(two.duplicated).toBeGreaterThan(100)
  expect(two.copies[0]).toMatch(/^src\/0\.js:1 and src\/1\.js:1 \(\d+ tokens\)$/)
  expect(rulesOf(walk('one', 'map'), walk('one', 'map') + walk('two', 'map'))).toContain('duplication-rose')
})

test('copies made one may need a case told apart', () => {
  proves('SIG-45')
  const copies = walk('one', 'map') + walk('two', 'filter')
  const merged = `${walk('both', 'map').replace('(list)', '(list, isFilter)').replace('return', 'if (isFilter) return [...seen.values()]\n  return')}`
  expect(of(copies).decisions).toBe(2)
  expect(rulesOf(copies, merged)).toEqual([])
  expect(rulesOf(walk('one', 'map'), merged)).toEqual(['complexity-rose'])
})

test('imports, licences and layout are no copies', () => {
  const head = `/* ${'a long licence that stands in every file of this project, '.repeat(9)} */\nimport { a, b, c, d, e, f, g, h, i, j, k, l, m, n, o } from './letters.js'\nexport { p, q, r, s, t, u, v, w, x, y, z } from './others.js'\n`
  expect(of(`${head}a()`, `${head}b()`).duplicated).toBe(0)
})

const expression: fc.Arbitrary<string> = fc.letrec<{ code: string }>((tie) => ({
  code: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('a', 'b()', '1'),
    fc
      .tuple(tie('code'), fc.constantFrom('&&', '||', '??', '+'), tie('code'))
      .map(([l, o, r]) => `((${l}) ${o} (${r}))`),
    fc.tuple(tie('code'), tie('code'), tie('code')).map(([t, c, e]) => `((${t}) ? (${c}) : (${e}))`),
  ),
})).code

test('the sum of files is that of their parts; an extracted part never weighs more', () => {
  fc.assert(
    fc.property(expression, expression, (one, other) => {
      const [left, right] = [of(`f(${one})`), of(`f(${other})`)]
      const both = of(`f(${one})`, `f(${other})`)
      expect([both.decisions, both.cognitive]).toEqual([
        left.decisions + right.decisions,
        left.cognitive + right.cognitive,
      ])
      const inside = of(`if (x) { f(${one}) }`)
      const outside = of(`if (x) { g() }\nfunction g() { f(${one}) }`)
      expect(outside.decisions).toBe(inside.decisions)
      expect(outside.cognitive).toBeLessThanOrEqual(inside.cognitive)
    }),
  )
})

test('what cannot be read, is nested too deeply, or is the same for ever is told or counted, and ends', () => {
  const deep = `${'('.repeat(5_000)}1${')'.repeat(5_000)}`
  expect(of('function (', deep, 'x'.repeat(2_000_000)).unread).toEqual(['src/0.js', 'src/1.js', 'src/2.js'])
  const zeros = of(`const all = [${'0, '.repeat(150_000)}]`)
  expect(zeros.tokens).toBeGreaterThan(150_000)
  expect(zeros.duplicated).toBeGreaterThan(100_000)
})
