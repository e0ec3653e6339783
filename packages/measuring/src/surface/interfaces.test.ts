import { expect, test } from 'vitest'
import { verdictOf } from '../verdicts/reasons.ts'
import { compareInterfaces } from './interfaces.ts'

function compare(design: string, text: string, isOld = false) {
  const { reasons, notCompared } = compareInterfaces([design], new Map([['src/a.ts', text]]), () => isOld)
  const found = [...reasons.refused, ...reasons.unjudged].map(({ rule }) => rule)
  return { verdict: verdictOf(reasons), found, notCompared }
}
const passed = { verdict: 'pass', found: [], notCompared: [] }

test.each([
  'export class Emitter {}',
  'export interface Emitter { size: number }',
  'export type Emitter = string',
  'export enum Emitter { A }',
  'export namespace Emitter { export const a = 1 }',
  'export const Emitter = 3',
  'export const Emitter = make()',
  'export function Emitter(a: string): string { return a }',
  'const each = () => {}\nexport { each as Emitter }',
  'export { Emitter } from "elsewhere"',
  'export default class Emitter {}',
])('a name alone asks nothing but an export of that name: %j', (text) => {
  expect(compare('Emitter', text)).toEqual(passed)
})

test('a name alone that nothing exports is missing, and one that may be exported cannot be judged', () => {
  const missing = { verdict: 'fail', found: ['interface-missing'], notCompared: [] }
  for (const text of ['class Emitter {}\nnew Emitter()', 'export class Emitters {}', ''])
    expect(compare('Emitter', text)).toEqual(missing)
  const opaque = 'class Emitter {}\nif (x) { exports.Emitter = Emitter }'
  expect(compare('Emitter', opaque)).toMatchObject({ verdict: 'unknown' })
  expect(compare('Emitter', opaque, true)).toEqual(passed)
})

test.each(['const Emitter: number', 'Emitter: number', 'export const Emitter', 'Emitter()', 'function Emitter()'])(
  'what says of which kind it is stays as strict as it is: %j',
  (design) => {
    expect(compare(design, 'export class Emitter {}')).toMatchObject({ verdict: 'fail', found: ['signature-differs'] })
  },
)

test.each(['class E extends Error', 'export class E extends Error', 'export abstract class E extends Error'])(
  'a class that is written without a body asks for a class: %j',
  (design) => {
    expect(compare(design, 'export class E extends Error {}')).toEqual(passed)
    expect(compare(design, 'export const E = 3')).toMatchObject({ verdict: 'fail', found: ['signature-differs'] })
  },
)

const alias = 'type Merge = (a: A, b: B) => C\n'
const same: readonly (readonly [string, string])[] = [
  ['merge: (a: A, b: B) => C', 'export declare const merge: Merge'],
  ['class M { merge: (a: A, b: B) => C }', 'export class M { merge: Merge }'],
  ['interface M { merge?: (a: A, b: B) => C }', 'export interface M { merge?: Merge }'],
  ['f(merge: (a: A, b: B) => C): void', 'export function f(merge: Merge): void {}'],
  ['f(merge: Merge): void', 'export function f(merge: (a: A, b: B) => C): void {}'],
  ['f(merge: ((a: A, b: B) => C) | null): void', 'export function f(merge: Merge | null): void {}'],
  ['f(): ((a: A, b: B) => C)[]', 'export const f = (): Merge[] => []'],
  ["type T = { Merge: 'Merge'; f: (a: A, b: B) => C }", "export type T = { Merge: 'Merge'; f: Merge }"],
]

test.each(same)('%j is the same as %j, where the file says what Merge is', (design, text) => {
  expect(compare(design, `${alias}${text}`)).toEqual(passed)
  expect(compare(design, `export ${alias}${text}`)).toEqual(passed)
  const others = [
    '',
    'import { type Merge } from "./b.ts"\n',
    'type Merge = (a: A) => C\n',
    'type Merge<T> = (a: A, b: B) => C\n',
  ]
  for (const other of others) expect(compare(design, `${other}${text}`).found).toEqual(['signature-differs'])
})

test('the file that declares it says so, also where another exports it; types that name each other end', () => {
  const files = new Map([
    ['src/index.ts', `type Merge = string\nexport { f as g } from './f.ts'`],
    ['src/f.ts', `${alias}export function f(merge: Merge): void {}`],
  ])
  expect(compareInterfaces(['g(merge: (a: A, b: B) => C): void'], files, () => false).reasons.refused).toEqual([])
  const twice = 'type A = B[]\ntype B = { c: string }\nexport function f(a: A): void {}'
  expect(compare('f(a: { c: string }[]): void', twice)).toEqual(passed)
  const many = (next: string): string => `[${Array(1000).fill(next).join()}]`
  const wide = `type A = ${many('B')}\ntype B = ${many('C')}\ntype C = ${many('A')}\nexport function f(a: A): void {}`
  expect(compare('f(a: string): void', wide).found).toEqual(['signature-differs'])
  const endless = 'type A = B | null\ntype B = A[]\nexport function f(a: A): B {}'
  expect(compare('f(a: string): B', endless).found).toEqual(['signature-differs'])
})

test.each([
  ["f(kind: 'Id'): void", "f(kind: 'number'): void {}"],
  ['f(kind: { Id: string }): void', 'f(kind: { number: string }): void {}'],
  ['f(kind: { Id?: string }): void', 'f(kind: { number?: string }): void {}'],
  ['f(kind: Ids.Id): void', 'f(kind: Ids.number): void {}'],
])('what is spelled like the name of a type and is none is not written out: %j', (design, code) => {
  expect(compare(design, `type Id = number\nexport function ${code}`).found).toEqual(['signature-differs'])
})
