import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { folderCheckouts } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import type { Files } from '../project-files.ts'
import type { Reach, Reaches } from '../reached/reach.ts'
import { vitest } from './vitest.ts'

const modules = process.env['SIGMA_VITEST'] ?? fileURLToPath(new URL('../../../../node_modules', import.meta.url))

async function reached(files: Files): Promise<Reaches> {
  const checkouts = folderCheckouts(undefined, modules)
  await using checkout = await checkouts.open({ commit: await checkouts.commit(files) })
  const seen: Reaches[] = []
  const ran = await vitest.run({
    ...{ processes: localProcesses(), checkout, folder: '', isSource: () => false, limitMs: 40_000 },
    ...{ coverage: null, only: null, signal: new AbortController().signal },
    files: Object.keys(files).filter((file) => /\.test\.[jt]s$/.test(file)),
    onReached: (reaches) => seen.push(reaches),
  })
  expect(ran.problem).toBeNull()
  expect(ran.tests.filter(({ state }) => state !== 'passed')).toEqual([])
  const [reaches = new Map()] = seen
  return reaches
}

/** A way to reach something, and what is to be seen of it; each in files of its own. */
interface Way {
  readonly head?: string
  readonly body?: string
  readonly files?: Files
  readonly folders?: readonly string[]
  readonly missing?: readonly string[]
}

const ways: readonly Way[] = [
  {
    head: `import { a } from './src/a'`,
    body: 'a()',
    files: {
      'src/a.ts': `import { b } from './b'\nexport const a = () => b()`,
      'src/b.ts': 'export const b = () => 1',
    },
  },
  { body: `await import('./src/' + 'later' + '.ts')`, files: { 'src/later.ts': 'export const later = 1' } },
  { head: `import { near } from '@/near'`, body: 'near()', files: { 'src/near.ts': 'export const near = () => 1' } },
  {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Vite makes a list of files of it
    body: "const name = 'one'; await import(`./patterns/${name}.ts`)",
    files: { 'patterns/one.ts': 'export const one = 1' },
    folders: ['patterns'],
  },
  { head: `import json from './data/a.json'`, body: 'json.a', files: { 'data/a.json': '{ "a": 1 }' } },
  { head: `import raw from './data/raw.txt?raw'`, body: 'raw.length', files: { 'data/raw.txt': 'a' } },
  { head: `import './data/a.css'`, files: { 'data/a.css': 'a { color: red }' } },
  { body: `import.meta.glob('./lazy/*.ts')`, folders: ['lazy'] },
  {
    body: `import.meta.glob('./eager/*.ts', { eager: true })`,
    files: { 'eager/one.ts': 'export const one = 1' },
    folders: ['eager'],
  },
  {
    head: `import made from 'virtual:made'`,
    body: 'made',
    files: { 'data/for-made.json': '{}' },
    folders: ['pages'],
    missing: ['data/made.js'],
  },
  { body: `await import('virtual:' + 'later')`, missing: ['data/later.js'] },
  {
    head: `import note from './data/a.note'`,
    body: 'note',
    files: { 'data/a.note': 'a', 'data/for-note.txt': 'a' },
  },
  {
    head: `vi.mock('./src/real', async (actual) => ({ ...(await actual()) }))\nimport { real } from './src/real'`,
    body: 'real()',
    files: { 'src/real.ts': 'export const real = () => 1' },
  },
  {
    head: `vi.mock('./src/mocked')\nimport { mocked } from './src/mocked'`,
    body: 'mocked()',
    files: { 'src/__mocks__/mocked.ts': 'export const mocked = () => 3' },
  },
  {
    head: `import { createRequire } from 'node:module'`,
    body: `createRequire(import.meta.url)('./src/c.cjs')`,
    files: { 'src/c.cjs': `require('./of-c.cjs')`, 'src/of-c.cjs': '' },
  },
  {
    head: `import { readFileSync } from 'node:fs'`,
    body: `readFileSync('data/read.txt')`,
    files: { 'data/read.txt': 'a' },
  },
  {
    head: `import promised from 'node:fs/promises'`,
    body: `await promised.readFile(new URL('./data/promised.txt', import.meta.url))`,
    files: { 'data/promised.txt': 'a' },
  },
  { head: `import fs from 'node:fs'`, body: `fs.readdirSync('listed')`, folders: ['listed'] },
  { body: `fs.existsSync('data/gone.txt')`, missing: ['data/gone.txt'] },
  { head: `const text = fs.readFileSync('data/early.txt')`, files: { 'data/early.txt': 'a' } },
  { head: `beforeEach(() => { fs.statSync('data/before.txt') })`, files: { 'data/before.txt': 'a' } },
  { head: `afterAll(() => { fs.statSync('data/after.txt') })`, files: { 'data/after.txt': 'a' } },
]
const wayFiles: Files = Object.fromEntries(ways.flatMap(({ files = {} }) => Object.entries(files)))

/** What concerns every test file. */
const ground: Files = {
  'vite.config.js': `import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { isolation } from './scripts/isolation.js'
const made = {
  name: 'made',
  resolveId: (id) => id.startsWith('virtual:') && !existsSync(id.replace('virtual:', 'data/') + '.js') ? '\\0' + id : undefined,
  load: (id) => id === '\\0virtual:made' ? 'export default ' + JSON.stringify([readdirSync('pages'), readFileSync('data/for-made.json', 'utf8')]) : id === '\\0virtual:later' ? 'export default 1' : undefined,
  transform: (code, id) => id.endsWith('.note') ? 'export default ' + JSON.stringify(code + readFileSync('data/for-note.txt', 'utf8')) : undefined,
}
const project = (name, given) => ({ extends: true, test: { name, include: [name + '/*.test.ts'], ...given } })
export default {
  plugins: [made],
  resolve: { alias: { '@': import.meta.dirname + '/src' } },
  test: {
    setupFiles: ['./before.js'],
    globalSetup: ['./first.ts'],
    projects: [project('forks', { include: ['*.test.ts'] }), project('threads', { pool: 'threads' }), project('shared', isolation),
      project('vm', { pool: 'vmThreads' }), project('own', { environment: './environment.js' })],
  },
}`,
  'scripts/isolation.js': 'export const isolation = { isolate: false, poolOptions: { forks: { isolate: false } } }',
  'before.js': `import { readFileSync } from 'node:fs'\nimport { before } from './scripts/before.js'\nreadFileSync('data/set-up.txt')\nbefore()`,
  'scripts/before.js': 'export const before = () => 1',
  'data/set-up.txt': '',
  'first.ts': `import { readFileSync } from 'node:fs'\nimport { first } from './scripts/first.js'\nexport default () => { first(); readFileSync('data/first.txt') }`,
  'scripts/first.js': 'export const first = () => 1',
  'data/first.txt': '',
}

const beside: Files = {
  'package.json': '{ "type": "module" }',
  'environment.js': `export default { name: 'own', transformMode: 'ssr', viteEnvironment: 'ssr', setup: () => ({ teardown: () => {} }) }`,
  'lazy/one.ts': 'export const one = 1',
  'pages/one.ts': 'export const one = 1',
  'listed/one.txt': '',
  'src/mocked.ts': 'export const mocked = () => 1',
}

const head = `import { afterAll, beforeEach, test, vi } from 'vitest'\n`
const empty = `${head}test('nothing', () => {})`
const tests: Files = {
  'all.test.ts': `${head}${ways.map((way) => way.head ?? '').join('\n')}
test('all', async () => { ${ways.map((way) => way.body ?? '').join('\n')} })`,
  'plain.test.ts': empty,
  'starts.test.ts': `${head}import { execFileSync } from 'node:child_process'\ntest('starts', () => { execFileSync('true') })`,
  'threads/reads.test.ts': `${head}import fs from 'node:fs'\ntest('reads', () => { fs.readFileSync('data/read.txt') })`,
  'shared/a.test.ts': empty,
  'vm/a.test.ts': empty,
  'own/a.test.ts': empty,
}

test('what each test file loads, reads, lists, and looks for in vain is seen, and of what its modules are made', async () => {
  const reaches = await reached({ ...ground, ...beside, ...wayFiles, ...tests })
  const none: Reach = { files: [], folders: [], missing: [], open: 'nothing is known of it' }
  const [all = none, plain = none, , threads = none] = Object.keys(tests).map((file) => reaches.get(file))
  expect(all.files).toEqual(expect.arrayContaining(Object.keys({ ...ground, ...wayFiles })))
  expect(all.folders).toEqual(expect.arrayContaining(ways.flatMap(({ folders = [] }) => folders)))
  expect(all.missing).toEqual(expect.arrayContaining(ways.flatMap(({ missing = [] }) => missing)))
  expect(new Set(plain.files)).toEqual(new Set([...Object.keys(ground), 'plain.test.ts']))
  expect(plain.folders).toEqual([])
  expect(threads.files).toEqual(expect.arrayContaining([...Object.keys(ground), 'data/read.txt']))
  expect(threads.files).not.toContain('data/early.txt')
  expect(Object.keys(tests).map((file) => reaches.get(file)?.open)).toEqual([
    ...[null, null, 'it starts a process', null],
    ...['test files share a process', 'test files share a process', 'its environment is a file of the project'],
  ])
})

test('what a global set-up starts, nobody sees', async () => {
  const reaches = await reached({
    'vite.config.js': `export default { test: { globalSetup: ['./first.js'] } }`,
    'first.js': `import { execFileSync } from 'node:child_process'\nexport default () => { execFileSync('true') }`,
    'a.test.js': empty,
  })
  expect(reaches.get('a.test.js')?.open).toBe('its global set-up does what nobody sees: it starts a process')
})
