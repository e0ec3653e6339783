import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Binding, bindingsOf } from '../asserted/bindings.ts'
import { within } from '../asserted/tree.ts'
import { edited } from '../syntax/edits.ts'
import { parse } from '../syntax/syntax.ts'
import { renamesIn } from './renamed.ts'

const renamed = (text: string, file = 'a.ts'): string => edited(text, renamesIn(parse(file, text).program, text))

test.each([
  ['a parameter', 'export const f = (text) => text.text', 'export const f = (own1) => own1.text'],
  [
    'a constant',
    'function f() { const a = 1; return { b: a } }',
    'function f() { const own1 = 1; return { b: own1 } }',
  ],
  ['a short property', 'const f = (a) => ({ a })', 'const f = (own1) => ({ a: own1 })'],
  ['a short pattern', 'const f = ({ a, b: c }) => a + c', 'const f = ({ a: own1, b: own2 }) => own1 + own2'],
  ['one with a default', 'const f = ({ a = 1 }) => a', 'const f = ({ a: own1 = 1 }) => own1'],
  ['one of a loop', 'function f(x) { for (const a of x) a() }', 'function f(own1) { for (const own2 of own1) own2() }'],
  ['one that is shadowed', 'const f = (a) => (a) => a', 'const f = (own1) => (own2) => own2'],
  ['one that is given something', 'const f = (a) => { a = 2; a++ }', 'const f = (own1) => { own1 = 2; own1++ }'],
  ['one with a type', 'const f = (a: number): a is 1 => a', 'const f = (a: number): a is 1 => a'],
  ['a word that is there', 'const f = (a) => own(a)', 'const f = (ownx1) => own(ownx1)'],
])('%s has another name', (_what, text, wanted) => {
  expect(renamed(text)).toBe(wanted)
})

test.each([
  ['what is at the top', 'const a = 1\nexport const f = () => a'],
  ['what is declared by var', 'function f() { if (a) { var a = 1 } return a }'],
  ['a function, which is called as its name is', 'function f() { const a = () => 1; return a.name }'],
  ['a class', 'function f() { const A = class {}; return A }'],
  ['a function that is given later', 'function f() { let a = 1; a = () => 1; return a.name }'],
  ['a default that is a function', 'const f = ({ a = () => 1 }) => a.name'],
  ['what an expression calls itself', 'function f() { return function a() { return a } }'],
  ['the type of what a function is called on', 'function f(this: Counter) { return this.count }'],
  ['what text asks for', 'const f = (a) => eval("a")'],
  ['an element', 'const f = (A) => <A />'],
])('%s keeps its name', (_what, text) => {
  expect(renamed(text, 'a.tsx')).toBe(text)
})

/** For each name that the code reads, in the order of the text: the number of the declaration that the name means. */
function meant(text: string, file: string): readonly number[] {
  const { program } = parse(file, text)
  const { of } = bindingsOf(program)
  const known = new Map<Binding, number>()
  return [...within(program)].flatMap((node) => {
    const binding = node.type === 'Identifier' ? of(node) : null
    if (binding === null || !binding.uses.includes(node)) return []
    known.set(binding, known.get(binding) ?? known.size)
    return [known.get(binding) ?? -1]
  })
}

const here = fileURLToPath(new URL('..', import.meta.url))
const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))

test('real code stays code with the same names of everything else', () => {
  expect(files.length).toBeGreaterThan(100)
  for (const file of files) {
    const text = readFileSync(join(here, file), 'utf8')
    const other = renamed(text, file)
    expect(parse(file, other).errors, file).toEqual([])
    expect(meant(other, file), file).toEqual(meant(text, file))
  }
})
