/** What a test file of node:test reaches, told by real runs. Each way to a file there is: `reached.test.ts`. */
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderCheckouts } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import type { Files } from '../project-files.ts'
import type { Reaches } from '../reached/reach.ts'
import { nodeTest } from './node-test.ts'
import type { TestRun } from './test-run.ts'

const { PATH = '' } = process.env
/** As the person who uses Sigma has it: without what npm puts in front. */
const personal = PATH.split(':').filter((folder) => !folder.includes('node_modules'))

interface Seen {
  readonly run: TestRun
  readonly reaches: Reaches | null
}

/** The checkout lies behind a link. */
async function observe(files: Files, node: readonly string[] = [], path?: string): Promise<Seen> {
  const checkouts = folderCheckouts(path === undefined ? undefined : { PATH: path })
  await using checkout = await checkouts.open({ commit: await checkouts.commit(files) })
  const linked = join(checkout.scratch, 'línked')
  await symlink(checkout.path, linked)
  let reaches: Reaches | null = null
  const run = await nodeTest.run({
    processes: localProcesses(),
    checkout: { ...checkout, path: linked, env: { ...checkout.env, LINKED: linked } },
    files: Object.keys(files).filter((file) => file.includes('.test.')),
    folder: '',
    isSource: (file) => file.startsWith('src/'),
    node,
    limitMs: 20_000,
    coverage: null,
    only: null,
    signal: new AbortController().signal,
    onReached: (told) => {
      reaches = told
    },
  })
  return { run, reaches }
}

const body = (code: string) => `require('node:test').test('a', async () => { ${code} })`

const varied: Files = {
  'package.json': '{}',
  'src/a.mjs': `export { b } from './b.mjs'`,
  'src/b.mjs': 'export const b = 1',
  'src/c.cjs': `exports.d = require('./d.cjs')`,
  'src/d.cjs': 'exports.d = 1',
  'src/e.mjs': 'export const e = 1',
  'src/f.cjs': 'exports.f = 1',
  'src/none.mjs': '',
  'data/json.json': '{}',
  'data/read.txt': '',
  'data/promised.txt': '',
  'data/streamed.txt': '',
  'data/asked.txt': '',
  'listed/a.txt': '',
  'reads.test.mjs': `
    import fs from 'node:fs'
    import { createRequire } from 'node:module'
    import { test } from 'node:test'
    import json from './data/json.json' with { type: 'json' }
    import { b } from './src/a.mjs'
    const require = createRequire(import.meta.url)
    test('all', async () => {
      await import('./src/' + 'e.mjs')
      require('./src/c.cjs')
      fs.readFileSync('data/read.txt')
      await fs.promises.readFile('data/promised.txt')
      await new Promise((done) => fs.createReadStream('data/streamed.txt').resume().on('close', done))
      fs.statSync(process.env.LINKED + '/data/asked.txt')
      fs.readdirSync('listed')
      fs.existsSync('data/none.txt')
    })`,
  'process.test.js': body(`require('node:child_process').execFileSync(process.execPath, ['--version'])`),
  'thread.test.js': body(`await new (require('node:worker_threads').Worker)('0', { eval: true }).terminate()`),
  'database.test.js': body(`require('node:wasi')`),
  'exits.test.js': body(`require('./src/f.cjs'); process.exit(0)`),
  'killed.test.js': body(`process.kill(process.pid, 'SIGKILL')`),
  'ending.test.js': `process.on('exit', () => require('node:fs').readFileSync('data/read.txt'))`,
  'broken.test.js': `require('./src/f.cjs'); throw new Error('broken')`,
}

for (const [title, path] of [
  ['the Node that runs this test', undefined],
  ['the person’s own Node', [...personal, PATH].join(':')],
] as const) {
  test(`what each file reaches is told under ${title}`, async () => {
    const { reaches } = await observe(varied, [], path)
    const all = reaches ?? new Map()
    expect([...all].map(([file, { open }]) => [file, open])).toEqual([
      ['broken.test.js', null],
      ['database.test.js', 'it reads by way of Node’s own native code'],
      ['ending.test.js', 'it reads while its process ends'],
      ['exits.test.js', null],
      ['process.test.js', 'it starts a process'],
      ['reads.test.mjs', null],
      ['thread.test.js', 'it starts a thread'],
    ])
    const { files, folders, missing } = all.get('reads.test.mjs') ?? {}
    expect(files?.filter((file: string) => file !== 'package.json').toSorted()).toEqual([
      ...['data/asked.txt', 'data/json.json', 'data/promised.txt', 'data/read.txt', 'data/streamed.txt'],
      ...['reads.test.mjs', 'src/a.mjs', 'src/b.mjs', 'src/c.cjs', 'src/d.cjs', 'src/e.mjs'],
    ])
    expect(folders).toEqual(['listed'])
    expect(missing).toContain('data/none.txt')
    expect(all.get('broken.test.js')?.files).toContain('src/f.cjs')
    expect(all.get('exits.test.js')?.files).toContain('src/f.cjs')
  })
}

const loader = {
  'index.mjs': `import { register } from 'node:module'\nregister('./hooks.mjs', import.meta.url)`,
  'hooks.mjs': `export const load = (url, context, next) => next(url, context)`,
}
const hooked: Files = {
  'src/a.mjs': `export const a = 1`,
  'a.test.mjs': `import { test } from 'node:test'\nimport { a } from './src/a.mjs'\ntest('a', () => {})`,
  'computed.test.mjs': `import { test } from 'node:test'\ntest('a', async () => import('./src/' + 'a.mjs'))`,
}
const under = (folder: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text]))

test('what is loaded before tests belongs to each', async () => {
  const { reaches } = await observe({ ...hooked, 'setup.mjs': `import './more.mjs'`, 'more.mjs': '' }, [
    '--import',
    './setup.mjs',
  ])
  for (const file of ['a.test.mjs', 'computed.test.mjs'])
    expect(reaches?.get(file)).toMatchObject({
      files: expect.arrayContaining(['setup.mjs', 'more.mjs', 'src/a.mjs']),
      open: null,
    })
})

test('what is loaded by hooks in a thread of their own is found where a package brings them', async () => {
  const { run, reaches } = await observe(
    { ...hooked, ...under('node_modules/loader', { ...loader, 'package.json': '{"exports":"./index.mjs"}' }) },
    ['--import', 'loader'],
  )
  expect(run.tests.map(({ state }) => state)).toEqual(['passed', 'passed'])
  expect(reaches?.get('a.test.mjs')).toMatchObject({
    files: expect.arrayContaining(['a.test.mjs', 'src/a.mjs']),
    open: null,
  })
  expect(reaches?.get('computed.test.mjs')?.open).toBe('its loader imports what nobody sees')
  const own = await observe({ ...hooked, ...under('hooks', loader) }, ['--import', './hooks/index.mjs'])
  expect(own.reaches?.get('a.test.mjs')?.open).toBe('it loads modules by hooks of its own')
})

test('what a compiler that Node was given starts is none of the tests’', async () => {
  const packages: Files = {
    'node_modules/tsx/index.js': `require.extensions['.own'] = (module, file) => { require('esbuild').start(); module._compile('', file) }`,
    'node_modules/esbuild/index.js': `exports.start = () => { require('node:child_process').execFileSync('true'); new (require('node:worker_threads').Worker)('0', { eval: true }) }`,
  }
  const files = {
    'a.own': '',
    'compiled.test.js': body(`require('./a.own')`),
    'own.test.js': body(`require('esbuild').start()`),
  }
  const { reaches } = await observe({ ...files, ...packages }, ['-r', 'tsx'])
  expect(reaches?.get('compiled.test.js')).toMatchObject({ files: expect.arrayContaining(['a.own']), open: null })
  expect(reaches?.get('own.test.js')?.open).toBe('it starts a process')
})

test('code that lies under no name of a file hides what it imports', async () => {
  const hooks = `export const load = async (url, context, next) => url.endsWith('a.mjs') ? { format: 'module', shortCircuit: true, source: 'export { a } from "data:text/javascript,export const a = 1"' } : next(url, context)`
  const { reaches } = await observe(
    {
      ...hooked,
      ...under('node_modules/loader', { ...loader, 'hooks.mjs': hooks, 'package.json': '{"exports":"./index.mjs"}' }),
    },
    ['--import', 'loader'],
  )
  expect(reaches?.get('a.test.mjs')?.open).toBe('its loader imports what nobody sees')
})

test('nobody is told who does not ask', async () => {
  const checkouts = folderCheckouts()
  const commit = await checkouts.commit({
    'a.test.js': body(`require('node:assert').equal(process.listenerCount('exit'), 0)`),
  })
  await using checkout = await checkouts.open({ commit })
  const { tests } = await nodeTest.run({
    ...{ processes: localProcesses(), checkout, files: ['a.test.js'], folder: '', isSource: () => false },
    ...{ limitMs: 20_000, coverage: null, only: null, signal: new AbortController().signal },
  })
  expect(tests).toMatchObject([{ state: 'passed' }])
})
