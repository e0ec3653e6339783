import { expect, test } from 'vitest'
import { parse } from '../../syntax/syntax.ts'
import { schemataOf } from './schemata.ts'

const source = `'use strict'
const small = (text) => text.trim().toLowerCase()
function sign(n) {
  if (n === 0) return 'none'
  return n > 0 ? 'plus' : 'minus'
}
class Counter {
  #count = 0
  next(by) {
    if (by < 0) throw new RangeError('back')
    this.#count += by
    this.seen = true
    return this.#count
  }
}
const all = (counter, ...steps) => {
  const found = []
  for (let at = 0; at < steps.length; at++) {
    console.log(steps[at])
    found.push(counter.next(steps[at]))
  }
  return found
}
let name
name = sign(3)
all(new Counter(), 1)
const last = (list) => list?.slice(1).at(-1) ?? sign(0)
function unwritten() {
  throw new Error('not implemented')
}
globalThis.answer = [small(' A '), name, sign(-1), sign(0), ...all(new Counter(), 1, 2), last([1, 2]), last()].join()
`

const planted = (lines: ReadonlySet<number> | null = null) =>
  schemataOf({ file: 'src/a.cjs', text: source, lines }, 5, 'k1') ?? { text: '', mutants: [], functions: [] }

/** What the program answers with this mutant on. */
function answer(text: string, on: number | null): string {
  const scope = { k1: (id: number): boolean => id === on, answer: '' }
  try {
    Function('globalThis', 'console', text)(scope, { log: () => undefined })
    return scope.answer
  } catch (error) {
    return String(error)
  }
}

test('with no mutant on the planted text does what it did, on the same lines', () => {
  const { text } = planted()
  expect(answer(text, null)).toBe(answer(source, null))
  expect(answer(source, null)).toBe('a,plus,minus,none,1,3,2,none')
  expect(text.split('\n')).toHaveLength(source.split('\n').length)
})

test('each mutant does what its text says, as if it were written into the source alone', () => {
  const { text, mutants } = planted()
  expect(mutants.map(({ id }) => id)).toEqual(mutants.map((_, at) => 5 + at))
  for (const { id, start, end, to, mutator } of mutants) {
    const alone = mutator === 'Statement' ? ';' : to
    const isBare = ['BlockStatement', 'Statement', 'AssignmentOperator'].includes(mutator)
    const wrapped = isBare ? alone : `(${alone})`
    expect([id, answer(text, id)]).toEqual([id, answer(source.slice(0, start) + wrapped + source.slice(end), null)])
  }
})

test('what is planted names its function; nothing is planted in what logs, or is not written yet', () => {
  const { mutants, functions } = planted()
  expect(mutants.map(({ line, within, mutator, to }) => `${line} ${within} ${mutator} ${to}`)).toEqual(
    expect.arrayContaining([
      '2 small MethodExpression text.trim()',
      '5 sign EqualityOperator n >= 0',
      "5 sign StringLiteral ''",
      '10 Counter.next ConditionalExpression false',
      '11 Counter.next AssignmentOperator this.#count -= by',
      '18 all EqualityOperator at <= steps.length',
      '20 all Statement ',
    ]),
  )
  expect(functions.map(({ name }) => name)).toEqual(['small', 'sign', 'Counter.next', 'all', 'last', 'unwritten'])
  expect(mutants.filter(({ line, within }) => line === 19 || within === 'unwritten')).toEqual([])
})

test('only wanted lines are planted, and a body only where all of it is wanted', () => {
  expect(planted(new Set([5])).mutants.map(({ line, mutator }) => [line, mutator])).toEqual(
    [...Array(3).keys()]
      .map((at) => [5, at < 2 ? 'ConditionalExpression' : 'EqualityOperator'])
      .concat([
        [5, 'StringLiteral'],
        [5, 'StringLiteral'],
      ]),
  )
  expect(planted(new Set([3, 4, 5, 6])).mutants.map(({ mutator }) => mutator)).toContain('BlockStatement')
})

test.each([
  [
    'a.ts',
    'export const f = (n: number, ...rest: readonly string[]): boolean => (n > 1 ? true : rest.length > 0) as boolean\n',
  ],
  [
    'a.ts',
    'enum A { B = 1 << 2 }\nexport abstract class C<T extends 1 | true> { abstract f(a: T): void; g(a = 1 + 2) { a += 1\n return a } }\n',
  ],
  ['a.tsx', 'export const f = ({ a }: { a: number }) => <b title={a > 1 ? "x" : "y"}>{a < 2 && <i />}</b>\n'],
  [
    'a.js',
    '#!/usr/bin/env node\nimport a from "b"\nexport default async function* f() { for await (const x of a) yield x + 1 }\n',
  ],
  ['a.js', 'let a = 1\nlet b\na\n++b\nif (a) b -= 1\nelse a += 1\ndo a++\nwhile (a < 3)\nlabel: b = !a\n'],
  ['a.js', 'export const f = (a) => a?.b.filter((x) => x > 1).trim?.() ?? a.c.sort()\n'],
])('planted %s can be read: %j', (file, text) => {
  const { text: all, mutants } = schemataOf({ file, text, lines: null }, 0, 'k1') ?? { text: '', mutants: [] }
  expect(parse(file, all).errors).toEqual([])
  expect(mutants.length).toBeGreaterThan(0)
})

test('of what cannot be read nothing is planted', () => {
  expect(schemataOf({ file: 'a.js', text: 'export const =', lines: null }, 0, 'k1')).toBe(null)
})
