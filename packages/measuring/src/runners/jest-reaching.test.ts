import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inTier } from '@sigma/engine/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { folderCheckouts } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import type { Files } from '../project-files.ts'
import type { Reach, Reaches } from '../reached/reach.ts'
import { jest } from './jest.ts'

const modules = process.env['SIGMA_JEST'] ?? fileURLToPath(new URL('../../../../node_modules', import.meta.url))

async function reaches(files: Files, tests: readonly string[], times = 1): Promise<Reaches> {
  const checkouts = folderCheckouts(undefined, modules)
  await using checkout = await checkouts.open({ commit: await checkouts.commit(files) })
  const heard: Reaches[] = []
  for (let time = 0; time < times; time += 1) {
    const run = await jest.run({
      processes: localProcesses(),
      checkout,
      files: tests,
      folder: '',
      isSource: (path) => path.startsWith('src/'),
      limitMs: 60_000,
      coverage: null,
      only: null,
      signal: new AbortController().signal,
      onReached: (seen) => heard.push(seen),
    })
    expect(run.problem).toBeNull()
    expect(run.tests.filter(({ state }) => state !== 'passed')).toEqual([])
  }
  expect(heard).toHaveLength(times)
  return heard.at(-1) ?? new Map()
}

interface Case {
  /** The body of a test; `fs` and `data` are there. */
  readonly does: string
  /** Stands above the test. */
  readonly above?: string
  /** All that it reaches of `src`, `data` and `test`, but for itself. */
  readonly files?: readonly string[]
  readonly folders?: readonly string[]
  readonly missing?: readonly string[]
  readonly open?: RegExp
}

const data = `const data = (name) => require('node:path').join(__dirname, '..', 'data', name); const fs = require('node:fs')`

const cases: Readonly<Record<string, Case>> = {
  nothing: { does: '' },
  requires: { does: `require('../src/b.js')`, files: ['src/a.js', 'src/b.js'] },
  imports: { does: `expect((await import('../src/a.js')).default.a).toBe(1)`, files: ['src/a.js'] },
  puts: { does: `const name = ['..', 'src', 'a'].join('/'); require(name)`, files: ['src/a.js'] },
  json: { does: `expect(require('../data/a.json').n).toBe(1)`, files: ['data/a.json'] },
  maps: { does: `require('@/a')`, files: ['src/a.js'] },
  creates: { does: `require('node:module').createRequire(__filename)('../src/a.js')`, files: ['src/a.js'] },
  resolves: { does: `require.resolve('../src/a.js')`, files: ['src/a.js'] },
  actually: { above: `jest.mock('../src/c.js')`, does: `jest.requireActual('../src/c.js')`, files: ['src/c.js'] },
  mocks: { does: `jest.doMock('../src/a.js', () => ({})); require('../src/b.js')`, files: ['src/a.js', 'src/b.js'] },
  pretends: { does: `jest.doMock('../src/a.js', () => ({ a: 2 }))`, files: ['src/a.js'] },
  automatic: { does: `jest.mock('../src/c.js'); require('../src/c.js')`, files: ['src/c.js'] },
  resets: {
    does: `require('../src/a.js'); jest.resetModules(); require('../src/c.js')`,
    files: ['src/a.js', 'src/c.js'],
  },
  again: { does: `require('../src/a.js'); jest.resetModules(); require('../src/a.js')`, files: ['src/a.js'] },
  isolates: { does: `jest.isolateModules(() => { require('../src/a.js') })`, files: ['src/a.js'] },
  seeks: { does: `expect(() => require('../src/' + 'gone')).toThrow()`, missing: ['src/gone.js', 'src/gone/index.ts'] },
  lacks: { does: `expect(() => require('gone')).toThrow()`, missing: ['own/gone.js'] },
  reads: { does: `fs.readFileSync(data('a.txt'), 'utf8')`, files: ['data/a.txt'] },
  promises: { does: `await fs.promises.readFile(data('a.txt'))`, files: ['data/a.txt'] },
  streams: { does: `for await (const part of fs.createReadStream(data('a.txt'))) part.length`, files: ['data/a.txt'] },
  stats: { does: `expect(fs.statSync(data('a.txt')).isFile()).toBe(true)`, files: ['data/a.txt'] },
  asks: { does: `expect(fs.existsSync(data('b.txt'))).toBe(false)`, missing: ['data/b.txt'] },
  lists: { does: `expect(fs.readdirSync(data('more'))).toHaveLength(1)`, folders: ['data/more'] },
  within: { does: `expect(require('../src/reads.js').text).toBe('text')`, files: ['data/a.txt', 'src/reads.js'] },
  makes: { does: `require('../src/made.js')`, files: ['src/made.js'] },
  makesAgain: { does: `require('../src/made.js')`, files: ['src/made.js'] },
  runs: { does: `require('node:child_process').execFileSync('true')`, open: /starts a process/ },
  threads: {
    does: `await new (require('node:worker_threads').Worker)('0', { eval: true }).terminate()`,
    open: /thread/,
  },
}

const moduleCases: Readonly<Record<string, Case>> = {
  module: { above: `import { b } from '../src/b.mjs'`, does: 'expect(b).toBe(2)', files: ['src/b.mjs', 'src/c.js'] },
  late: { does: `await import('../src/' + 'b.mjs')`, files: ['src/b.mjs', 'src/c.js'] },
  moduleJson: {
    above: `import a from '../data/a.json' with { type: 'json' }`,
    does: 'expect(a.n).toBe(1)',
    files: ['data/a.json'],
  },
  moduleReads: {
    above: `import { readFile } from 'node:fs/promises'`,
    does: `await readFile('data/a.txt')`,
    files: ['data/a.txt'],
  },
}

const settings = {
  testMatch: ['**/test/*'],
  moduleNameMapper: { '^@/(.*)$': '<rootDir>/src/$1' },
  moduleDirectories: ['node_modules', '<rootDir>/own'],
  setupFiles: ['<rootDir>/support/first.js'],
  setupFilesAfterEnv: ['<rootDir>/support/second.js'],
  testEnvironment: '<rootDir>/support/world.js',
  globalSetup: '<rootDir>/support/global.js',
  transform: { 'made[.]js$': '<rootDir>/support/compiler.js' },
}

const compiler = (reads: string): string =>
  `exports.process = () => ({ code: JSON.stringify(require('node:fs').readFileSync('${reads}', 'utf8')) })`

const project = (maxWorkers: number): Files => ({
  'package.json': '{ "scripts": { "test": "NODE_OPTIONS=--experimental-vm-modules jest" } }',
  'jest.config.js': `module.exports = { ...require('./support/' + 'settings.json'), maxWorkers: ${maxWorkers} }`,
  'support/settings.json': JSON.stringify(settings),
  'support/compiler.js': compiler('support/made.txt'),
  'support/made.txt': '',
  'support/first.js': `require('./part.js').read()`,
  'support/part.js': `exports.read = () => require('node:fs').readFileSync(__dirname + '/part.txt')`,
  'support/part.txt': '',
  'support/second.js': `jest.mock(['.', 'instead.js'].join('/'), () => ({}))`,
  'support/instead.js': '',
  'support/world.js': `const { TestEnvironment } = require('jest-environment-node'); require('./world-part.js'); module.exports = TestEnvironment`,
  'support/world-part.js': '',
  'support/global.js': `require('./global-part.js'); module.exports = () => {}`,
  'support/global-part.js': '',
  'src/a.js': 'exports.a = 1',
  'src/b.js': `exports.b = require('./a.js').a`,
  'src/c.js': 'exports.c = 2',
  'src/made.js': '',
  'src/b.mjs': `import c from './c.js'\nexport const b = c.c`,
  'src/reads.js': `exports.text = require('fs').readFileSync(require('path').join(__dirname, '../data/a.txt'), 'utf8')`,
  'data/a.json': '{ "n": 1 }',
  'data/a.txt': 'text',
  'data/more/c.txt': '',
  ...Object.fromEntries([
    ...Object.entries(cases).map(([name, { above = '', does }]) => [
      `test/${name}.js`,
      `${data}\n${above}\ntest('${name}', async () => { ${does} })`,
    ]),
    ...Object.entries(moduleCases).map(([name, { above = '', does }]) => [
      `test/${name}.mjs`,
      `${above}\ntest('${name}', async () => { ${does} })`,
    ]),
  ]),
})

const shared = [
  'compiler.js',
  'instead.js',
  'made.txt',
  'settings.json',
  'first.js',
  'global-part.js',
  'global.js',
  'part.js',
  'part.txt',
  'second.js',
  'world-part.js',
  'world.js',
]
const told = ({ files, folders, missing, open }: Reach) => ({
  files: new Set(files.filter((path) => /^(src|data|test)\/./.test(path))),
  support: new Set(files.filter((path) => path.startsWith('support/'))),
  folders: folders.filter((path) => path.startsWith('data')),
  missing,
  open,
})
const expected = (name: string, { files = [], folders = [], missing = [], open }: Case) => [
  name,
  {
    files: new Set([...files, name]),
    support: new Set(shared.map((each) => `support/${each}`)),
    folders,
    missing: expect.arrayContaining([...missing]),
    open: open === undefined ? null : expect.stringMatching(open),
  },
]

const ways = inTier({ fast: [2], long: [1, 2], verify: [1, 2] })
for (const workers of ways) {
  test(`what each test file reaches is seen, in ${workers} processes`, { timeout: 60_000 }, async () => {
    const files = project(workers)
    const tests = Object.keys(files).filter((path) => path.startsWith('test/'))
    const seen = await reaches(files, tests)
    expect(Object.fromEntries([...seen].map(([file, reach]) => [file, told(reach)]))).toEqual(
      Object.fromEntries([
        ...Object.entries(cases).map(([name, each]) => expected(`test/${name}.js`, each)),
        ...Object.entries(moduleCases).map(([name, each]) => expected(`test/${name}.mjs`, each)),
      ]),
    )
  })
}

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(modules, 'jest/package.json'), 'utf8')))
const guide = version.startsWith('29.') ? 'https://goo.gl/fbAQLP' : 'https://jestjs.io/docs/snapshot-testing'

test.each([
  ['a process', `require('node:child_process').execFileSync('cat', ['made.txt'], { encoding: 'utf8' })`],
  ['a thread', `new (require('node:worker_threads').Worker)('', { eval: true }).unref() && 'x'`],
])('what a compiler has read by %s is not known, for whoever uses what it made', async (_, reads) => {
  const seen = await reaches(
    {
      'package.json': '{}',
      'jest.config.js': `module.exports = { maxWorkers: 1, transform: { 'made[.]js$': '<rootDir>/compiler.js' } }`,
      'compiler.js': `exports.process = () => ({ code: 'module.exports = ' + JSON.stringify(String(${reads})) }); exports.getCacheKey = () => 'one'`,
      'made.txt': 'x',
      'src/made.js': '',
      'a.test.js': `require('./src/made.js'); test('a', () => { /* the longer one runs first */ })`,
      'b.test.js': `require('./src/made.js'); test('b', () => {})`,
      'c.test.js': `test('c', () => {})`,
    },
    ['a.test.js', 'b.test.js', 'c.test.js'],
  )
  expect([...seen.values()].map(({ open }) => open === null)).toEqual([false, false, false])
  expect(seen.get('c.test.js')?.files).toContain('compiler.js')
})

test('what ran before jest began, broke off, or was compiled by an earlier run', async () => {
  const seen = await reaches(
    {
      'package.json': '{}',
      'jest.config.mjs': `import { settings } from './base.mjs'; export default settings`,
      'base.mjs': `export const settings = { globalSetup: './before.js', testEnvironment: './world.mjs', maxWorkers: 1, transform: { made: './compiler.js' } }`,
      'before.js': `module.exports = require('./before-part.js')`,
      'before-part.js': `require('node:child_process'); module.exports = () => {}`,
      'world.mjs': `import { TestEnvironment } from 'jest-environment-node'; import './world-part.mjs'; export default TestEnvironment`,
      'world-part.mjs': '',
      'src/a.js': '',
      'compiler.js': compiler('made.txt'),
      'made.js': '',
      'made.txt': '',
      'broken.test.js': `require('./src/a.js'); throw new Error('${'It runs first, for it is the biggest. '.repeat(9)}')`,
      'kept.test.js': `require('./made.js'); test('is as it was', () => { expect(1).toMatchSnapshot() })`,
      '__snapshots__/kept.test.js.snap': `// Jest Snapshot v1, ${guide}\n\nexports[\`is as it was 1\`] = \`1\`;\n`,
    },
    ['broken.test.js', 'kept.test.js'],
    2,
  )
  expect([...seen.keys()]).toEqual(['kept.test.js'])
  const { files, open } = seen.get('kept.test.js') ?? {}
  expect(files).toEqual(
    expect.arrayContaining([
      '__snapshots__/kept.test.js.snap',
      'base.mjs',
      'before.js',
      'made.txt',
      'world.mjs',
      'world-part.mjs',
    ]),
  )
  expect(files).not.toContain('src/a.js')
  expect(open).toBe('the global set-up may read anything')
})

test('of a jest that resolves, or compiles, by other ways nobody knows what it reaches', async () => {
  const runtime = (rest: string): string =>
    `const { default: Runtime } = require('jest-runtime')\nmodule.exports = class extends Runtime { constructor(config, world, resolver, compiler, ...rest) { ${rest} } }`
  const projects = ['resolves', 'compiles', 'usual'].map((name) => ({
    displayName: name,
    testMatch: [`**/${name}.test.js`],
    ...(name !== 'usual' && { runtime: `<rootDir>/${name}.js` }),
  }))
  const seen = await reaches(
    {
      'package.json': JSON.stringify({ jest: { maxWorkers: 1, projects } }),
      'resolves.js': runtime(
        `for (const path of Object.keys(require.cache)) if (/jest-resolve.build/.test(path)) delete require.cache[path]; const { default: Resolver } = require('jest-resolve'); super(config, world, new Resolver(resolver._moduleMap, resolver._options), compiler, ...rest)`,
      ),
      'compiles.js': runtime(
        `super(config, world, resolver, new Proxy(compiler, { get: (target, name) => (name === 'transformSource' ? undefined : target[name]?.bind?.(target) ?? target[name]) }), ...rest)`,
      ),
      ...Object.fromEntries(projects.map(({ displayName }) => [`${displayName}.test.js`, `test('a', () => {})`])),
    },
    projects.map(({ displayName }) => `${displayName}.test.js`),
  )
  const open = 'this jest loads modules by ways that Sigma does not know'
  expect(new Map([...seen].map(([file, reach]) => [file, reach.open]))).toEqual(
    new Map([
      ['resolves.test.js', open],
      ['compiles.test.js', open],
      ['usual.test.js', null],
    ]),
  )
})
