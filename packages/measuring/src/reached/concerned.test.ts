import { expect, test } from 'vitest'
import type { Closures } from './closure.ts'
import { concerned, reachingAny } from './concerned.ts'
import type { Reach } from './reach.ts'
import type { TreeChange } from './trees.ts'

const tests = ['test/a.test.js', 'test/b.test.js', 'test/c.test.js']
const seen = (...files: readonly string[]): Reach => ({ files, folders: [], missing: [], open: null })

/** By test file, what its text leads to; null: anything. */
type Texts = Readonly<Record<string, readonly string[] | null>>

/** Texts that lead to nothing but their own files, and name what they are said to. */
const closuresWith = (texts: Texts = {}, names: Readonly<Record<string, readonly string[]>> = {}): Closures => ({
  of: (file) => {
    const found = texts[file]
    return found === null ? null : new Set([file, ...(found ?? [])])
  },
  naming: (files, paths) =>
    new Set([...files].filter((file) => (names[file] ?? []).some((name) => paths.includes(name)))),
})

const none: TreeChange = { added: [], removed: [], modified: [] }

/** A run saw `a` reach src/a.js, `b` src/b.js and data/b.json, `c` both sources. */
const observed = new Map<string, Reach>([
  ['test/a.test.js', seen('src/a.js')],
  ['test/b.test.js', seen('src/b.js', 'data/b.json')],
  ['test/c.test.js', seen('src/a.js', 'src/b.js')],
])

interface Looked {
  readonly more?: Readonly<Record<string, Reach | null>>
  readonly texts?: Texts
  readonly names?: Readonly<Record<string, readonly string[]>>
  readonly odd?: readonly string[]
}

/** Letters of the test files that are concerned; `all`: every one, whatever there is. */
function of(change: Partial<TreeChange>, { more = {}, texts, names, odd = [] }: Looked = {}): string {
  const reaches = new Map(observed)
  for (const [file, reach] of Object.entries(more)) {
    if (reach === null) reaches.delete(`test/${file}.test.js`)
    else reaches.set(`test/${file}.test.js`, reach)
  }
  const known = { testFiles: tests, observed: reaches, closures: closuresWith(texts, names) }
  const found = concerned({ ...none, ...change }, known, new Set(odd))
  return found.kind === 'everything' ? 'all' : found.files.map((file) => file.charAt(5)).join('')
}

test('what changed concerns who reached it, and the test file itself', () => {
  expect(of({})).toBe('')
  expect(of({ modified: ['src/a.js'] })).toBe('ac')
  expect(of({ modified: ['data/b.json'] })).toBe('b')
  expect(of({ modified: ['test/a.test.js'] })).toBe('a')
  expect(of({ modified: ['src/a.js', 'test/b.test.js'] })).toBe('abc')
})

test('what the texts lead to counts as what was seen does', () => {
  expect(of({ modified: ['src/a.js'] }, { texts: { 'test/b.test.js': ['src/a.js'] } })).toBe('abc')
  expect(of({ modified: ['src/type.ts'] }, { texts: { 'test/b.test.js': ['src/type.ts'] } })).toBe('b')
})

test('where nobody is seen to reach what changed, or is gone, anybody may', () => {
  expect(of({ modified: ['src/lone.js'] })).toBe('all')
  expect(of({ modified: ['data/lone.json'] })).toBe('all')
  expect(of({ removed: ['src/lone.js'] })).toBe('all')
  expect(of({ removed: ['data/lone.json'] })).toBe('all')
})

test.each([
  'package.json',
  'deep/tsconfig.test.json',
  'vitest.config.ts',
  '.npmrc',
  'pnpm-lock.yaml',
  'test/__snapshots__/a.snap',
])('a change of %s concerns everybody, though somebody reaches it', (path) => {
  for (const change of [{ modified: [path] }, { added: [path] }, { removed: [path] }])
    expect(of(change, { more: { a: seen(path) } })).toBe('all')
})

test('a test file that is called like a configuration is none; a helper may be one', () => {
  const known = { testFiles: ['test/setup.test.js', 'test/setup.js'], observed: new Map(), closures: closuresWith() }
  expect(reachingAny(['test/setup.test.js'], known)).toEqual(['test/setup.test.js'])
  expect(reachingAny(['test/setup.js'], known)).toBeNull()
})

test('links and submodules concern everybody', () => {
  expect(of({ modified: ['src/a.js'] }, { odd: ['src/a.js'] })).toBe('all')
})

test('prose concerns who read it, and nobody else', () => {
  expect(of({ modified: ['README.md'], added: ['docs/a.md'], removed: ['b.rst'] })).toBe('')
  expect(of({ modified: ['README.md'] }, { more: { a: seen('src/a.js', 'README.md') } })).toBe('a')
  expect(of({ added: ['docs/a.md'] }, { more: { a: { ...seen(), folders: ['docs'] } } })).toBe('a')
})

test('what is new concerns who looked for it, listed a folder round it, or may mean it by a name', () => {
  expect(of({ added: ['src/new.js'] })).toBe('')
  expect(of({ added: ['src/new.js'] }, { more: { a: { ...seen(), missing: ['src/new.js'] } } })).toBe('a')
  expect(of({ added: ['data/x/new.json'] }, { more: { a: { ...seen(), missing: ['data/x'] } } })).toBe('a')
  expect(of({ added: ['data/x/new.json'] }, { more: { a: { ...seen(), folders: ['data'] } } })).toBe('a')
  expect(of({ added: ['data/x/new.json'] }, { more: { a: { ...seen(), folders: [''] } } })).toBe('a')
  expect(of({ added: ['src/a.ts'] }, { names: { 'src/b.js': ['src/a.ts'] } })).toBe('bc')
  expect(of({ added: ['src/a.ts'] }, { texts: { 'test/a.test.js': ['src/a.ts'] } })).toBe('a')
})

test('new data that nobody is seen to look for concerns everybody; a new test file only itself', () => {
  expect(of({ added: ['data/new.json'] })).toBe('all')
  expect(of({ added: ['test/c.test.js'] }, { more: { c: null } })).toBe('c')
})

test('what is gone concerns who reached it, listed a folder round it, asked about its folder, or names it', () => {
  expect(of({ removed: ['src/a.js'] }, { names: { 'src/b.js': ['src/a.js'] } })).toBe('abc')
  const named = { 'test/a.test.js': ['data/gone.json'] }
  expect(of({ removed: ['data/gone.json'] }, { names: named })).toBe('a')
  expect(of({ removed: ['data/gone.json'] }, { names: named, more: { b: { ...seen(), folders: ['data'] } } })).toBe(
    'ab',
  )
  expect(of({ removed: ['data/gone.json'] }, { names: named, more: { c: seen('data') } })).toBe('ac')
  expect(of({ removed: ['test/old.test.js'] })).toBe('')
})

test('who does what nobody can see through is concerned by every change, of prose too', () => {
  const open = { a: { ...seen('src/a.js'), open: 'it starts a process' } }
  expect(of({ modified: ['src/b.js'] }, { more: open })).toBe('abc')
  expect(of({ modified: ['README.md'] }, { more: open })).toBe('a')
  expect(of({ added: ['src/new.js'] }, { more: open })).toBe('a')
})

test('whom nobody watched is judged by the texts: by what they load, and all data', () => {
  const texts = { 'test/a.test.js': ['src/a.js'] }
  expect(of({ modified: ['src/b.js'] }, { more: { a: null }, texts })).toBe('bc')
  expect(of({ modified: ['src/b.js'] }, { more: { a: null }, texts: { 'test/a.test.js': null } })).toBe('abc')
  expect(of({ modified: ['README.md'] }, { more: { a: null }, texts })).toBe('')
  expect(of({ modified: ['data/b.json'] }, { more: { a: null }, texts })).toBe('ab')
})
