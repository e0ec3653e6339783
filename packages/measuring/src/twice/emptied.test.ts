import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { parse } from '../syntax/syntax.ts'
import { withEmptyStubs } from './emptied.ts'

const stub = `throw new Error('not implemented')`
const plain = 'return;'.padEnd(stub.length)
const typed = 'return undefined as never;'.padEnd(stub.length)

const emptied: readonly (readonly [file: string, around: (body: string) => string, instead?: string])[] = [
  ['a.js', (body) => `export function slug(text) {\n  ${body}\n}\n`],
  ['a.js', (body) => `export const slug = async (text) => { ${body} }`],
  ['a.cjs', (body) => `exports.slug = function* () { ${body} }`],
  [
    'a.js',
    (body) => `export class Shelf { constructor() { ${body} } get size() { ${body} } async put(a) { ${body} } }`,
  ],
  ['a.js', (body) => `export const at = (n) => {\n  switch (n) {\n    case 1: return 2\n    default: ${body}\n  }\n}`],
  ['a.js', (body) => `export const at = (n) => {\n  if (n) ${body}\n  else return 1\n}`],
  ['a.ts', (body) => `export function slug(text: string): string { ${body} }`, typed],
  ['a.mts', (body) => `export class Shelf { get size(): number { ${body} } }`, typed],
  ['a.tsx', (body) => `export const Title = (): JSX.Element => { ${body} }`, typed],
  ['a.ts', (body) => `export class Shelf { constructor(a: string) { ${body} } set size(n: number) { ${body} } }`],
  ['a.js', (body) => `function Shelf() {}\nShelf.prototype.put = function (item) { ${body} }`],
  [
    'a.js',
    (body) => `class Shelf {}\nObject.assign(Shelf.prototype, { put(item) { ${body} }, get size() { ${body} } })`,
  ],
  ['a.js', (body) => `export const useIt = memo((a) => { ${body} }, 100)`],
  ['a.js', (body) => `export class Shelf { put = (item) => { ${body} } }`],
  ['a.js', (body) => `export default forwardRef(function Button(props) { ${body} })`],
  ['a.js', (body) => `const gone = 'größer 🙂'\nexport const slug = () => { ${body} }`],
]

for (const [file, around, instead = plain] of emptied) {
  test(`a stub returns nothing instead: ${file} ${around('…')}`, () => {
    proves('SIG-51')
    const after = withEmptyStubs(file, around(stub))
    expect(after).toBe(around(instead))
    expect(parse(file, after ?? '').errors).toEqual([])
  })
}

test('whatever class or words say it, they are the words that RED knows, and lines stay where they are', () => {
  const stubs = [
    `throw new NotImplementedError('slug')`,
    'throw notImplemented',
    `throw Object.assign(new Error('x'), {\n  code: 'ERR_NOT_IMPLEMENTED'\n})`,
    `throw new Error('Unimplemented');`,
  ]
  for (const each of stubs) {
    const after = withEmptyStubs('a.ts', `export const slug = () => {\n  ${each}\n}\nexport const last = 1`)
    expect(after).not.toContain('throw')
    expect(after?.split('\n').findIndex((line) => line.includes('last'))).toBe(each.split('\n').length + 2)
  }
})

test('what is no stub stays, and so does what no function could return from, or nobody can read', () => {
  const kept = [
    `export const slug = () => { throw new Error('empty') }`,
    `throw new Error('not implemented')`,
    `class Shelf { static { throw new Error('not implemented') } }`,
    `// not implemented\nexport const slug = (text) => text`,
    `export const slug = ( => { throw new Error('not implemented') }`,
  ]
  for (const text of kept) expect(withEmptyStubs('a.js', text)).toBe(null)
})
