import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDesign } from './reader.ts'

function design(code: string, language = 'ts'): string {
  return `# Text\n\nProse.\n\n## Interface\n\n\`\`\`${language}\n${code}\n\`\`\`\n\n## Notes\n\n\`\`\`ts\nexport const no = 1\n\`\`\`\n`
}

function declarations(code: string): readonly string[] {
  return readDesign(design(code)).map(({ name, declaration }) => `${name} | ${declaration}`)
}

test('each exported declaration under the heading is an interface, with its line', () => {
  const code = 'export function slugify(text: string): string\n\nexport const limit: number\n'
  expect(readDesign(design(code))).toEqual([
    { name: 'slugify', declaration: 'export function slugify(text: string): string', line: 8 },
    { name: 'limit', declaration: 'export const limit: number', line: 10 },
  ])
})

test.each([
  ['export function f(a, b)', 'f | export function f(a, b)'],
  ['export function f(a) { return (a) }', 'f | export function f(a)'],
  ['export default function main() {}', 'main | export default function main()'],
  ['export default function () {}', 'default | export default function ()'],
  ['export async function* g(): AsyncGenerator<string>;', 'g | export async function* g(): AsyncGenerator<string>'],
  [
    'export declare function f(a: string): asserts a is "x"',
    'f | export declare function f(a: string): asserts a is "x"',
  ],
  [
    'export const f = (a: string): string => {\n  return a\n}',
    'f | export const f = (a: string): string => {\n  return a\n}',
  ],
  ['export const f: (a: string) => string', 'f | export const f: (a: string) => string'],
  [
    'export class K<T extends { a: 1 }> {\n  m(): "}" { return "}" }\n}',
    'K | export class K<T extends { a: 1 }> {\n  m(): "}" { return "}" }\n}',
  ],
  ['export class E extends Error', 'E | export class E extends Error'],
  ['export abstract class A extends B {}', 'A | export abstract class A extends B {}'],
  ['export interface I { a: { b: string } }', 'I | export interface I { a: { b: string } }'],
  [
    'export type T =\n  | { a: 1 }\n  // two\n  | { b: 2 }',
    'T | export type T =\n  | { a: 1 }\n  // two\n  | { b: 2 }',
  ],
  ['export enum E { A, B }', 'E | export enum E { A, B }'],
  ['export function größe(π: number): number', 'größe | export function größe(π: number): number'],
])('%j', (code, expected) => {
  expect(declarations(code)).toEqual([expected])
})

test('a signature may run over lines, with comments, defaults and brackets in strings', () => {
  const signature = `export function slugify(
  text: string, // not the end: )
  /* nor this: ) */
  { max = 80, sep = ')' }: { max?: number; sep?: string } = {},
  pattern = /[)}]/,
  title = \`\${[')'].join('}')} )\`,
): { value: string; cut: boolean } | null`
  expect(declarations(`${signature} {\n  if (text) { return null }\n}\nexport const after: 1`)).toEqual([
    `slugify | ${signature}`,
    'after | export const after: 1',
  ])
})

test('generics with arrows and objects are part of the signature', () => {
  const signature =
    'export function pick<T extends Record<string, () => void>, K = { a: (x: 1) => 2 }>(from: T): Promise<Map<K, () => T>>'
  expect(declarations(`${signature}\n{\n  return 1\n}\nexport function next(): void`)).toEqual([
    `pick | ${signature}`,
    'next | export function next(): void',
  ])
})

test('a class without a body ends where the next declaration begins', () => {
  const code =
    'export class E extends Error\n\n// Reads.\nexport function f(): void\nexport class G\n  extends E {\n}\nexport interface H'
  expect(declarations(code)).toEqual([
    'E | export class E extends Error',
    'f | export function f(): void',
    'G | export class G\n  extends E {\n}',
    'H | export interface H',
  ])
})

test('a function that returns void ends with its line', () => {
  expect(declarations('export function f(): void\nexport class G {}\nfunction h(): void {\n  g()\n}')).toEqual([
    'f | export function f(): void',
    'G | export class G {}',
  ])
})

test('overloads, and a type beside a value of its name, are one interface', () => {
  expect(
    declarations('export function f(a: string): string\nexport function f(a: number): number\nexport type f = 1'),
  ).toEqual(['f | export function f(a: string): string\nexport function f(a: number): number\nexport type f = 1'])
})

test('comments, imports and what is not exported are left out', () => {
  const code = `import { x } from './x.js'
/** export function commented() */
// export const commented = 1
const hidden = 'export function quoted() {}'
function inner() { return \`export const quoted = 1\` }
export { inner as outer }
export * from './y.js'
/** Makes a slug. */
export function slugify(text: string): string`
  expect(declarations(code)).toEqual([
    'outer | function inner()',
    'slugify | export function slugify(text: string): string',
  ])
})

test('where nothing is exported, every declaration and bare signature counts', () => {
  expect(declarations('slugify(text: string): string\nfunction f(a)\nclass K {}')).toEqual([
    'slugify | slugify(text: string): string',
    'f | function f(a)',
    'K | class K {}',
  ])
})

test('without fenced code, list items that begin with inline code are the interfaces', () => {
  const text = `## Interface
- \`slugify(text: string): string\` makes a slug
* \`class Slug\`
1. \`\`tag\`s\`\`
- no code
- see \`other()\`

### Details
- \`truncate(text)\`
## Next
- \`no()\`
`
  expect(readDesign(text)).toEqual([
    { name: 'slugify', declaration: 'slugify(text: string): string', line: 2 },
    { name: 'Slug', declaration: 'class Slug', line: 3 },
    { name: 'tag', declaration: 'tag`s', line: 4 },
    { name: 'truncate', declaration: 'truncate(text)', line: 9 },
  ])
})

test('a name alone is an interface, and adds nothing to a declaration of that name', () => {
  const text = `## Interface
- \`Emitter\` stays as it is
- \`useStored\`
- \`f\` is told below
- \`f(a: string): string\`
- \`f(a: number): number\`
- \`useStored\` again
`
  expect(readDesign(text)).toEqual([
    { name: 'Emitter', declaration: 'Emitter', line: 2 },
    { name: 'useStored', declaration: 'useStored', line: 3 },
    { name: 'f', declaration: 'f(a: string): string\nf(a: number): number', line: 4 },
  ])
})

test('a design without the heading has no interfaces', () => {
  expect(readDesign('# Text\n\n```ts\nexport function f(): void\n```\n')).toEqual([])
  expect(readDesign('## Interface\n\nTo be written.\n')).toEqual([])
  expect(readDesign('```md\n## Interface\n- `f()`\n```\n')).toEqual([])
})

test('no code makes the reader throw or hang', () => {
  const piece = fc.constantFrom(
    'export ',
    'function ',
    'f',
    '(',
    ')',
    '{',
    '}',
    '<',
    '>',
    '=>',
    ':',
    '`',
    '${',
    '"',
    '/',
    '*',
    '\n',
    ';',
    'class ',
    'type ',
    '=',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      for (const { name } of readDesign(design(pieces.join('')))) expect(name).not.toBe('')
      expect(readDesign(pieces.join('')).length).toBeLessThan(60)
    }),
    { numRuns: 500 },
  )
})
