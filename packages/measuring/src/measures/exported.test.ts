import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { exportChanges, handedOn, surfaceChanges } from './exported.ts'

type Files = Readonly<Record<string, string>>
const asMap = (files: Files | string): ReadonlyMap<string, string> =>
  new Map(Object.entries(typeof files === 'string' ? { 'src/a.ts': files } : files))
const told = (before: Files | string, after: Files | string): readonly string[] =>
  exportChanges(asMap(before), asMap(after)).map(({ file, name, how }) => `${name} of ${file} ${how}`)

const changed: readonly (readonly [before: string, after: string, how: string])[] = [
  ['export const a = 1', 'const a = 1', 'a of src/a.ts is gone'],
  ['export default function a() {}', 'export function a() {}', 'default of src/a.ts is gone'],
  ['export function a(b, c) {}', 'export function a(b) {}', 'a of src/a.ts takes 1 parameter less'],
  ['export function a(b) {}', 'export function a(b, c) {}', 'a of src/a.ts takes 1 parameter more'],
  [
    'export function a(b: string): void {}',
    'export function a(b: number): void {}',
    'a of src/a.ts takes as b number and string before',
  ],
  [
    'export function a(): string { return "" }',
    'export function a(): Promise<string> { return "" }',
    'a of src/a.ts gives Promise<string> and string before',
  ],
  ['export function a() {}', 'export class a {}', 'a of src/a.ts is a class and was a function'],
  ['export class A { b() {} c() {} }', 'export class A { b() {} }', 'A of src/a.ts has no c'],
  [
    'export interface A { b: string }',
    'export interface A { b: number }',
    'A of src/a.ts is {b:number} and {b:string} before',
  ],
  ['exports.a = () => 1', 'exports.b = () => 1', 'a of src/a.ts is gone'],
]
for (const [before, after, how] of changed) {
  test(`what a module offered is missed: ${before} → ${after}`, () => {
    proves('SIG-44', 'SIG-45')
    expect(told(before, after)).toContain(how)
  })
}

const whole = 'export const a = (b) => b\nexport const c = (d, e) => d + e'
const kept: readonly (readonly [title: string, before: Files | string, after: Files | string])[] = [
  ['parameters under other names', 'export function a(b, c) {}', 'export function a(text, count) {}'],
  ['a parameter that need not be given', 'export function a(b) {}', 'export function a(b, c = 1) {}'],
  ['another kind of function', 'export function a(b) {}', 'export const a = (b) => b'],
  [
    'a type under a name',
    'export function a(b: string | number) {}',
    'type Given = string | number\nexport function a(b: Given) {}',
  ],
  ['more that is offered', 'export const a = 1', 'export const a = 1\nexport const b = 2'],
  ['what shows only when it runs', 'export const a = (b) => b', 'export const a = memoized((b) => b)'],
  [
    'a module split, its names handed on',
    { 'src/a.js': whole },
    {
      'src/a.js': `export { a } from './b.js'\nexport * from './c.js'`,
      'src/b.js': 'export const a = (b) => b',
      'src/c.js': 'export const c = (d, e) => d + e',
    },
  ],
  ['a module under a folder of its own', { 'src/a.js': whole }, { 'src/a/index.js': whole }],
  [
    'a name that moved to another module',
    { 'src/a.js': whole, 'src/b.js': '' },
    { 'src/a.js': 'export const a = (b) => b', 'src/b.js': 'export const c = (d, e) => d + e' },
  ],
  [
    'modules that hand each other on',
    { 'src/a.js': `export * from './b.js'` },
    { 'src/a.js': `export * from './b.js'`, 'src/b.js': `export * from './a.js'` },
  ],
]
for (const [title, before, after] of kept) {
  test(`nothing is missed by ${title}`, () => {
    proves('SIG-44')
    expect(told(before, after)).toEqual([])
  })
}

test('a name that moved is missed where a module handed it on and does no more', () => {
  const barrel = `export * from './a.js'`
  const before = { 'src/a.js': whole, 'src/index.js': barrel }
  const after = {
    'src/a.js': 'export const a = (b) => b',
    'src/b.js': 'export const c = (d, e) => d + e',
    'src/index.js': barrel,
  }
  expect(told(before, after)).toEqual(['c of src/index.js is gone'])
  expect(told(before, { ...after, 'src/index.js': `${barrel}\nexport * from './b.js'` })).toEqual([])
})

const surface = (before: Files | string, after: Files | string) =>
  surfaceChanges('src/a.ts', asMap(before), asMap(after))?.map(({ name, how }) => `${name} ${how}`) ?? null

test('the exports of one file are the same, or each difference is told', () => {
  const same = 'export const a = 1\nexport function b(c: string): void {}'
  expect(surface(same, `${same}\nconst d = 2 // more inside\n`)).toEqual([])
  expect(surface(same, `${same}\nexport const d = 2`)).toEqual(['d is new'])
  expect(surface(same, same.replace('a = 1', 'e = 1'))).toEqual(['a is gone', 'e is new'])
  expect(surface(same, same.replace('c: string', 'c: number'))).toEqual(['b takes as c number and string before'])
  // Who imports from this file is not helped by another.
  expect(surface({ 'src/a.ts': same, 'src/b.ts': '' }, { 'src/a.ts': '', 'src/b.ts': same })).toEqual([
    'a is gone',
    'b is gone',
  ])
})

test('exports that are handed on are followed, and where they cannot be told nobody guesses', () => {
  const files = { 'src/a.ts': "export * from './b.ts'", 'src/b.ts': 'export const a = 1' }
  expect(surface(files, files)).toEqual([])
  expect(surface(files, { ...files, 'src/b.ts': 'export const b = 1' })).toEqual(['a is gone', 'b is new'])
  expect(surface('export const a = 1', 'export const a = ')).toBe(null)
  expect(surface('export const a = ', 'export const a = ')).toBe(null)
  expect(surface('export const a = 1', "export * from 'elsewhere'\nexport const a = 1")).toBe(null)
  expect(surface("export * from 'elsewhere'\nexport const a = 1", "export * from 'elsewhere'")).toBe(null)
  const known = new Set(['src/b.ts', 'src/c/index.ts'])
  const text = "export * from './b.js'\nexport { d } from './c'\nexport { e } from 'elsewhere'"
  expect(handedOn('src/a.ts', text, known)).toEqual(['src/b.ts', 'src/c/index.ts'])
})
