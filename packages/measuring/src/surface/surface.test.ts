import { expect, test } from 'vitest'
import { differences } from './compare.ts'
import { isReadableDesign, readDesign } from './design.ts'
import { findExport } from './find.ts'

/** What departs from the design, or where nothing can be compared. */
function compare(design: string, files: Readonly<Record<string, string>> | string): readonly string[] | string {
  const designed = readDesign(design)
  if (designed === null) return 'no design'
  const texts = new Map(Object.entries(typeof files === 'string' ? { 'src/a.js': files } : files))
  const { places, opaque } = findExport(designed.name, texts)
  if (places.length === 0) return opaque.length > 0 ? 'opaque' : 'missing'
  const [first] = places
  return first === undefined || first.declared.kind === 'unreadable'
    ? 'unreadable'
    : differences(designed, first.declared)
}

test.each([
  'export function f(a, b) {}',
  'export async function f(_a, b = 2) { return a }',
  'export const f = (a, b) => a',
  'function f(a, b) {}\nexport { f }',
  'const g = function (a, b) {}\nexport { g as f }',
  'export default function f(a, b) {}',
  'function f(a, b) {}\nexport default f',
  'const f = (a, b) => a\nexport { f as default }',
  'export function* f(a, b) {}',
  'function f(a, b) {}\nmodule.exports = { f }',
  'function f(a, b) {}\nmodule.exports = f\nmodule.exports.default = f',
  'module.exports = { f: (a, b) => a, g: 1 }',
  'module.exports = { f(a, b) {} }',
  'exports.f = function (a, b) {}',
  'module.exports = exports = function f(a, b) {}',
  'const api = { f(a, b) {} }\nmodule.exports = api',
])('finds a function of two parameters in %j', (text) => {
  expect(compare('export function f(a, b)', text)).toEqual([])
})

test.each([
  'f(a, b)',
  'f(a, b?): string',
  'const f = (a, b) => string',
  'export const f = (a, b): string',
  'async function f(a, b) {}',
  'export function* f(a, b)',
  'export async function * f(a, b): AsyncGenerator<string>',
  'f(a, b) → string',
])('reads the design %j', (design) => {
  expect(compare(design, 'export function f(a, b) {}')).toEqual([])
  expect(compare(design, 'export function f(a) {}')).toEqual(['f(a) is there, designed as f(a, b)'])
  expect(compare(design, 'function f(a, b) {}')).toBe('missing')
})

test('parameters count by name, rest and pattern', () => {
  expect(compare('f({ a, b }, ...rest)', 'export function f(options, ...rest) {}')).toEqual([])
  expect(compare('f(a, ...rest)', 'export function f(a, rest) {}')).toHaveLength(1)
  expect(compare('f(a, b)', 'export function f(b, a) {}')).toHaveLength(1)
})

test('types count where both sides write them', () => {
  const typed = { 'src/a.ts': 'export function f(a: string, b?: "x"|number): Promise<void> { return g() }' }
  expect(compare(`function f(a: string, b?: 'x' | number): Promise<void>`, typed)).toEqual([])
  expect(compare('function f(a, b)', typed)).toEqual([])
  expect(compare('function f(a: number, b?: string): void', typed)).toEqual([
    "f's a has type string, designed as number",
    "f's b has type 'x'|number, designed as string",
    'the result of f has type Promise<void>, designed as void',
  ])
  const required = { 'src/a.ts': 'export const f = (a: string, b: number): void => {}' }
  expect(compare('function f(a: string, b?: number): void', required)).toEqual([
    "f's b is required, designed as optional",
  ])
})

test('a function may be declared by the name of its type', () => {
  const typed = { 'src/a.ts': 'export const f: Transform<string> = (text) => text' }
  expect(compare('export const f: Transform<string>', typed)).toEqual([])
  expect(compare('export function f(text: string): string', typed)).toEqual([])
  expect(compare('export function f(other: string): string', typed)).toHaveLength(1)
  expect(compare('export const f: number', typed)).toEqual(['f is a function, designed as a value'])
})

test('a class has the designed methods and constructor', () => {
  const text = 'export class Stack { #items = []; constructor(limit) {} push(item) {} get size() { return 1 } }'
  expect(compare('class Stack { constructor(limit); push(item); size: number }', text)).toEqual([])
  expect(compare('Stack.push(item)', text)).toEqual([])
  expect(compare('new Stack(limit)', text)).toEqual([])
  expect(compare('class Stack { push(item, at): void; pop(): string }', text)).toEqual([
    'in Stack: push(item) is there, designed as push(item, at)',
    'Stack has no pop',
  ])
})

test('generators among the methods of a class are methods', () => {
  const design = 'class Bag { *items(from); static async *of(stream); *[Symbol.iterator](); add(item) }'
  const text = 'export class Bag { *items(from) {} static async *of(stream) {} *[Symbol.iterator]() {} add(item) {} }'
  expect(compare(design, text)).toEqual([])
  expect(compare(design, text.replace('items(from)', 'items()'))).toHaveLength(1)
})

test('values and types have the designed type', () => {
  expect(compare('LIMIT: number', 'export const LIMIT = 3')).toEqual([])
  expect(compare('export const LIMIT: number', { 'a.ts': 'export const LIMIT: string = ""' })).toHaveLength(1)
  expect(compare('type Id = string', { 'a.ts': 'export type Id = string & { b: 1 }' })).toHaveLength(1)
  expect(compare('f(a)', 'export const f = 3')).toEqual(['f is a value, designed as a function'])
})

test('a name exported onwards is followed to its file', () => {
  const files = { 'src/index.js': `export { g as f } from './g.js'`, 'src/g.js': 'export function g(a) {}' }
  expect(compare('f(a)', files)).toEqual([])
  expect(compare('f(a, b)', files)).toHaveLength(1)
  expect(compare('f(a)', { 'src/index.js': `export { f } from 'elsewhere'` })).toBe('unreadable')
})

test.each([
  'export const f = memo((a, b) => a)',
  'const f = debounce(g, 100)\nexport { f }',
  'export const { f, g } = create()',
  'export const [f = 1] = create()',
  'export default forwardRef(function f(a, b) {})',
  'function f(a) {}\nexport default memo(withRouter(f))',
  'exports.f = promisify(g)',
  'module.exports = { f: promisify(g) }',
  'Object.defineProperty(exports, "f", { get: () => g })',
  'import { f } from "elsewhere"\nexport { f }',
])('what is made by a call is there, and its shape is not read: %j', (text) => {
  expect(compare('f(a, b)', text)).toBe('unreadable')
})

test.each([
  ['f(a, b)', 'Object.assign(exports, { f(a, b) {} })'],
  ['f(a, b)', 'Object.defineProperty(module.exports, "f", { value: (a, b) => a })'],
  ['f(a, b)', `exports['f'] = function (a, b) {}`],
  ['f(a, b)', '/** @type {(a: string, b: number) => void} */\nexport const f = debounce(g)'],
  ['f(a, b)', 'function f(a, b) {}\nf.cancel = () => {}\nexport { f }'],
  [
    'class F { constructor(a); go(b); size: number }',
    'function F(a) {}\nF.prototype.go = function (b) {}\nF.prototype.size = 1\nexports.F = F',
  ],
  ['F.go(a)', 'export function F() {}\nObject.assign(F.prototype, { go(a) {} })'],
  ['F.go(a)', 'export class F {}\nF.prototype.go = debounce(g)'],
  ['F.go(a)', 'export class F { go = (a) => a }'],
  ['F.go(a)', 'export class F { go = debounce((a) => a) }'],
  ['F.go(a)', 'function F() {}\nF.prototype = { go: function (a) {} }\nmodule.exports = F'],
  ['F.go(a)', 'export class F {}\nObject.defineProperty(F.prototype, "go", { value(a) {} })'],
])('reads %j out of %j', (design, text) => {
  expect(compare(design, text)).toEqual([])
})

test('a method that is put onto a prototype has the designed parameters', () => {
  const text = 'export function F() {}\nF.prototype.go = function (a) {}'
  expect(compare('F.go(a, b)', text)).toEqual(['in F: go(a) is there, designed as go(a, b)'])
  expect(compare('F.stop()', text)).toEqual(['F has no stop'])
})

test('overloads are each a way to be as designed', () => {
  const text =
    'export function f(a: string): void\nexport function f(a: string, b: number): void\nexport function f(...all: unknown[]) {}'
  const places = findExport('f', new Map([['a.ts', text]])).places.map(({ declared }) => declared.parameters.length)
  expect(places).toEqual([1, 2, 1])
})

test('what is made by a call is read by its type, where one is written', () => {
  const alias = { 'a.ts': 'type Use = (a: string) => number\nexport const f: Use = memo(g)' }
  expect(compare('f(a: string): number', alias)).toEqual([])
  expect(compare('f(a: number): number', alias)).toHaveLength(1)
  expect(compare('f(a)', { 'a.ts': 'export const f: Elsewhere = memo(g)' })).toBe('unreadable')
  expect(compare('f(a)', { 'a.ts': 'export const f: (b: string) => void = memo(g)' })).toHaveLength(1)
})

test('a default export without a name goes by that of its file', () => {
  const text = 'export default (a, b) => a'
  for (const file of ['src/use-thing.ts', 'src/useThing/index.js', 'src/UseThing.tsx'])
    expect(compare('useThing(a, b)', { [file]: text })).toEqual([])
  expect(compare('useThing(a)', { 'src/other.ts': text })).toBe('missing')
  const onwards = {
    'src/index.ts': `import f from './f'\nexport { f as g }`,
    'src/f.ts': `export { h as default } from './h'`,
    'src/h.ts': 'export function h(a) {}',
  }
  expect(compare('g(a)', onwards)).toEqual([])
})

test('what shows only when it runs is not guessed', () => {
  expect(compare('f(a)', 'export const f = make()')).toBe('unreadable')
  expect(compare('f(a)', 'function f(a) {}\nmodule.exports = build({ f })')).toBe('opaque')
  expect(compare('f(a)', 'function f(a) {}\nif (x) { exports.f = f }')).toBe('opaque')
  expect(compare('an idea', '')).toBe('no design')
})

test('a word that TypeScript has for itself is no name', () => {
  expect(['null', 'class', 'export', 'Emitter.on'].map(isReadableDesign)).toEqual([false, false, false, false])
  expect(['Emitter', 'größe', '$', 'Emitter;', ' Emitter '].map((each) => readDesign(each)?.kind)).toEqual(
    Array(5).fill('unreadable'),
  )
})

test('what is readable is known before anything is compared', () => {
  expect(['f(a)', 'f(a): string\nf(b): number', 'class A {\n  f()\n}'].map(isReadableDesign)).toEqual([
    true,
    true,
    true,
  ])
  expect(['an idea', 'f(a, (b)', 'f(a)\nan idea'].map(isReadableDesign)).toEqual([false, false, false])
})
