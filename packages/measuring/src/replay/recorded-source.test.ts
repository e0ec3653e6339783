import { expect, test } from 'vitest'
import { parse } from '../syntax/syntax.ts'
import { recordedSource } from './recorded-source.ts'

const recording = { recorder: '/r.cjs', name: 'k' } as const

test.each([
  ['a function', 'a.js', 'export function f() {}', 'k.one("f",f)'],
  ['a constant', 'a.js', 'export const f = () => 1', 'k.one("f",f)'],
  ['a class', 'a.js', 'export class F { m() {} }', 'k.one("F",F)'],
  ['a list', 'a.js', 'const f = 1\nexport { f as g }', 'k.one("g",f)'],
  ['an unnamed default', 'a.js', 'export default () => 1', 'k.one("default",k_default)'],
  ['a named default', 'a.js', 'export default function f() {}', 'k.one("default",f)'],
  ['overloads', 'a.ts', 'export function f(a: 1): 1\nexport function f(a: any) { return a }', 'k.one("f",f)'],
  ['what a file without export gives', 'a.js', 'exports.f = () => 1', 'module.exports = k.all(module.exports);'],
])('%s is handed out by way of the recorder', (_what, file, text, wanted) => {
  const recorded = recordedSource(file, text, recording) ?? ''
  expect(recorded).toContain(wanted)
  expect(parse(file, recorded).errors).toEqual([])
})

test.each([
  ['a name to which something else may be given', 'a.js', 'export let f = 1', 'export let f = 1'],
  ['a type', 'a.ts', 'export type T = 1\nexport const f = 1', 'export type T = 1'],
  ['what another file offers', 'a.js', `export * from './b.js'\nexport const f = 1`, `export * from './b.js'`],
  ['what is imported', 'a.js', `import { x } from './b.js'\nconst f = 1\nexport { x, f }`, 'export{x}'],
])('%s stays as it is', (_what, file, text, wanted) => {
  expect(recordedSource(file, text, recording)).toContain(wanted)
})

test('each class says what it is, wherever it stands, and overloads are handed out once', () => {
  expect(recordedSource('a.js', 'exports.make = () => class { x = 1 }', recording)).toContain(
    'class {static{k.known(this)}',
  )
  const twice = recordedSource('a.ts', 'export function f(a: 1): 1\nexport function f(a: any) { return a }', recording)
  expect(twice?.split('k.one(').length).toBe(2)
})

test('what cannot be read, or offers itself in a way of its own, is left out', () => {
  expect(recordedSource('a.js', 'export const = 1', recording)).toBe(null)
  expect(recordedSource('a.ts', 'const f = 1\nexport = f', recording)).toBe(null)
})

test('a text that neither imports nor offers anything is left as it is, for it may be either kind of module', () => {
  expect(recordedSource('a.js', 'console.log(1)', recording)).toBeNull()
})
