import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { parse } from '../syntax/syntax.ts'
import { isHollowAt, withHollow } from './hollowed.ts'

/** `¦` is where an error was raised; in the result, what stands between « and » was put in. */
const leaves = '«if (Boolean(1)) return undefined;»'
const hollow: readonly (readonly [file: string, text: string, result: string])[] = [
  [
    'a.js',
    'export function f(text) {\n  return ¦text.x.y\n}\n',
    `export function f(text) {${leaves}\n  return text.x.y\n}\n`,
  ],
  [
    'a.js',
    'export const f = (a) => a.map((b) => ¦b.x)',
    'export const f = (a) => a.map((b) => «(Boolean(1) ? undefined : (»b.x«))»)',
  ],
  [
    'a.js',
    'export const f = (a) => ({ b: ¦a.x.y })',
    'export const f = (a) => «(Boolean(1) ? undefined : (»({ b: a.x.y })«))»',
  ],
  ['a.js', 'class A { get x() { return ¦this.y.z } }', `class A { get x() {${leaves} return this.y.z } }`],
  ['a.js', 'class A { set x(y) { ¦y.z.z } }', 'class A { set x(y) {«if (Boolean(1)) return;» y.z.z } }'],
  ['a.js', 'class A { constructor(y) { ¦y.z.z } }', 'class A { constructor(y) {«if (Boolean(1)) return;» y.z.z } }'],
  [
    'a.js',
    'class A extends B { constructor(y) { super(); ¦y.z.z } }',
    'class A extends B { constructor(y) {«if (Boolean(1)) return Object.create(new.target.prototype);» super(); y.z.z } }',
  ],
  [
    'a.js',
    'const o = { f({ a: { ¦b } }, c = 1) {\n  return b\n} }',
    'const o = { f(«sigmaGiven0, ...sigmaGiven») {«if (Boolean(1)) return undefined;\n\n»} }',
  ],
  ['a.js', 'class A { set x({ y }) { ¦y.z } }', 'class A { set x(«sigmaGiven0») {«if (Boolean(1)) return;»} }'],
  [
    'a.ts',
    'export async function f(a: string): Promise<string> { return ¦a.b.c }',
    'export async function f(a: string): Promise<string> {«if (Boolean(1)) return (undefined as never);» return a.b.c }',
  ],
]

for (const [file, marked, result] of hollow) {
  test(`the innermost function at a place does nothing: ${marked}`, () => {
    proves('SIG-37')
    const [text, offset] = [marked.replace('¦', ''), marked.indexOf('¦')]
    const before = text.slice(0, offset).split('\n')
    const place = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
    const made = withHollow(file, text, [place])
    expect(made).toBe(result.replace(/[«»]/g, ''))
    expect(parse(file, made).errors).toEqual([])
    expect(made.split('\n')).toHaveLength(text.split('\n').length)
    expect(isHollowAt(file, text, place)).toBe(false)
    const inside = made.indexOf('Boolean(1)')
    const lines = made.slice(0, inside).split('\n')
    expect(isHollowAt(file, made, { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 })).toBe(true)
  })
}

test('a function in which errors come at two places does nothing', () => {
  proves('SIG-51')
  const text = 'const o = { f({ a: { b } }, c = 1) { return b } }'
  const made = withHollow(
    'a.js',
    text,
    [14, 20, 29].map((column) => ({ line: 1, column })),
  )
  expect(made).toBe('const o = { f(sigmaGiven0, ...sigmaGiven) {if (Boolean(1)) return undefined;} }')
})

test('where no function stands, or nothing can be read, a text stays as it is', () => {
  for (const [text, line] of [
    ['export const a = 1', 1],
    ['export function f() {}', 900],
    ['export function (', 1],
  ] as const)
    expect(withHollow('a.js', text, [{ line, column: 14 }])).toBe(text)
})
