import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { closuresOf } from './closure.ts'
import { type Knowledge, reachingAny } from './concerned.ts'
import { leadsOf } from './imports.ts'
import { relationsOf } from './related.ts'
import { readTree, type Tree } from './tree.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

async function treeOf(root: string): Promise<Tree> {
  const tree = await readTree(root)
  if (tree === null) throw new Error('too many files')
  return tree
}

type Files = Readonly<Record<string, string>>

function write(root: string, files: Files): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
}

/** What was written a moment ago may be written again without leaving a trace. */
const settled = (): Promise<void> => delay(60)

const base: Files = {
  'package.json': '{}',
  'src/a.ts': `export const a = 1`,
  'src/b/index.js': `export { a } from '../a.js'`,
  'src/data.json': '{}',
  'src/lone.js': '',
  'test/a.test.ts': `import { a } from '../src/a.js'; import 'lib'; import fs from 'node:fs'`,
  'test/b.test.js': `const { a } = require('../src/b')`,
  'test/none.test.js': `import assert from 'node:assert'`,
}
const tests = ['test/a.test.ts', 'test/b.test.js', 'test/none.test.js']

/** What is to be run again after this is written over what was there. */
async function after(
  change: Files,
  { before = {}, removed = [] }: { before?: Files; removed?: readonly string[] } = {},
): Promise<readonly string[] | null> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-related-')))
  folders.push(root)
  write(root, { ...base, ...before, 'node_modules/lib/index.js': '' })
  const relations = relationsOf(root, '')
  await settled()
  const first = await treeOf(root)
  write(root, change)
  for (const file of removed) rmSync(join(root, file))
  const all = [
    ...new Set([...tests, ...Object.keys({ ...before, ...change }).filter((file) => file.includes('.test.'))]),
  ]
  return relations.related(first, await treeOf(root), all)
}

test('a change concerns the tests that lead to it, through index files, other endings and re-exports', async () => {
  expect(await after({ 'src/a.ts': 'changed' })).toEqual(['test/a.test.ts', 'test/b.test.js'])
  expect(await after({ 'src/b/index.js': 'changed' })).toEqual(['test/b.test.js'])
  expect(await after({ 'test/none.test.js': 'changed' })).toEqual(['test/none.test.js'])
  expect(await after({ 'README.md': 'prose' })).toEqual([])
  expect(await after({})).toEqual([])
})

test('a test file that is new concerns itself alone', async () => {
  expect(await after({ 'test/new.test.js': '' })).toEqual(['test/new.test.js'])
})

test.each([
  ['a file that is not code', { 'src/data.json': '{ }' }],
  ['data that is new', { 'src/new.json': '' }],
  ['a manifest', { 'package.json': '{ }' }],
  ['a configuration', { 'tsconfig.json': '{}' }],
  ['what no test imports', { 'src/lone.js': 'changed' }],
  ['what is installed', { 'node_modules/.package-lock.json': '{}' }],
] as const)('%s concerns every test', async (_, change) => {
  expect(await after(change)).toBeNull()
})

test('what is gone concerns who names it, and every test where nobody does', async () => {
  expect(await after({}, { removed: ['src/b/index.js'] })).toEqual(['test/b.test.js'])
  expect(await after({}, { removed: ['src/lone.js'] })).toBeNull()
})

test('code that is new concerns who may mean it by a name, and whom nobody can see through', async () => {
  expect(await after({ 'src/c.js': '' })).toEqual([])
  expect(await after({ 'src/b.js': '' })).toEqual(['test/b.test.js'])
  const before = { 'test/open.test.js': 'await import(name)', 'test/later.test.js': `import '../src/later'` }
  expect(await after({ 'src/c.js': '' }, { before })).toEqual(['test/open.test.js'])
  expect(await after({ 'src/later/index.ts': '' }, { before })).toEqual(['test/open.test.js', 'test/later.test.js'])
})

test.each([
  ['imports by a computed name', `const name = './x'; await import(name)`],
  ['requires by a computed name', `require('./' + 'x')`],
  ['imports by an alias', `import '@/a'`],
  ['gathers files', `import.meta.glob('./*.js')`],
  ['starts processes', `import { spawn } from 'node:child_process'`],
  ['cannot be read', `import {`],
])('a test that %s is run again whatever changes', async (_, text) => {
  const before = { 'test/open.test.js': text }
  expect(await after({ 'src/b/index.js': 'changed' }, { before })).toEqual(['test/b.test.js', 'test/open.test.js'])
})

test('what a test mocks or names, it leads to', async () => {
  const before = {
    'test/mocks.test.js': `vi.mock('../src/b/index.js')`,
    'test/names.test.js': `readFileSync(join(root, 'lone.js'))`,
  }
  expect(await after({ 'src/b/index.js': 'changed' }, { before })).toEqual(['test/b.test.js', 'test/mocks.test.js'])
  expect(await after({ 'src/lone.js': 'changed' }, { before })).toEqual(['test/names.test.js'])
})

test('a package of the same repository may be changed here', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-related-')))
  folders.push(root)
  write(root, { ...base, 'packages/own/index.js': '', 'test/own.test.js': `import 'own'` })
  mkdirSync(join(root, 'node_modules/lib'), { recursive: true })
  symlinkSync('../packages/own', join(root, 'node_modules/own'))
  await settled()
  const first = await treeOf(root)
  write(root, { 'src/a.ts': 'changed' })
  expect(relationsOf(root, '').related(first, await treeOf(root), [...tests, 'test/own.test.js'])).toEqual([
    'test/a.test.ts',
    'test/b.test.js',
    'test/own.test.js',
  ])
})

test('a change is seen though size and time are put back, and at once after another', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-related-')))
  folders.push(root)
  write(root, base)
  const relations = relationsOf(root, '')
  await settled()
  for (const text of ['export const a = 2', 'export const a = 3', 'export const a = 4']) {
    const before = await treeOf(root)
    write(root, { 'src/a.ts': text })
    utimesSync(join(root, 'src/a.ts'), 1, 1)
    expect(relations.related(before, await treeOf(root), tests)).toContain('test/a.test.ts')
  }
})

test('names are read from every form of text', () => {
  const text = `export * from './a.js'; import type { B } from 'b'; const c = \`./c.js\`; d('text with ./no.js in it')`
  expect(leadsOf('x.ts', text)).toEqual({
    relative: ['./a.js', './c.js'],
    bare: ['b'],
    ends: [],
    open: false,
    computed: false,
  })
})

test('what is loaded before every test concerns them all, with what it leads to', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-related-')))
  folders.push(root)
  write(root, { ...base, 'test/before.js': `import '../src/lone.js'`, 'node_modules/lib/index.js': '' })
  await settled()
  const first = await treeOf(root)
  write(root, { 'src/lone.js': 'export const lone = 1', 'test/none.test.js': `import '../src/lone.js'` })
  const second = await treeOf(root)
  expect(relationsOf(root, '').related(first, second, tests)).toEqual(['test/none.test.js'])
  expect(relationsOf(root, '', ['test/before.js']).related(first, second, tests)).toEqual(tests)
})

test('of a tree as it is, the tests are told that reach a path, and nothing where something else may reach it too', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-related-')))
  folders.push(root)
  write(root, { ...base, 'test/before.js': `import '../src/lone.js'`, 'node_modules/lib/index.js': '' })
  const tree = await treeOf(root)
  const known = (preloaded: readonly string[] = []): Knowledge => {
    const closures = closuresOf({ root, tree: tree.files, folder: '', preloaded })
    return { testFiles: tests, observed: new Map(), closures }
  }
  const reaching = (...paths: readonly string[]) => reachingAny(paths, known())
  expect(reaching('src/a.ts')).toEqual(['test/a.test.ts', 'test/b.test.js'])
  expect(reaching('src/b/index.js', 'test/none.test.js', 'README.md')).toEqual(['test/b.test.js', 'test/none.test.js'])
  expect(reaching()).toEqual([])
  for (const path of ['package.json', 'src/data.json', 'src/lone.js', 'src/gone.js']) expect(reaching(path)).toBeNull()
  expect(reachingAny(['src/lone.js'], known(['test/before.js']))).toEqual(tests)
})
