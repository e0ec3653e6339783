import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { localLiving, localProcesses } from '../fixture/local-processes.ts'
import type { Files } from '../project-files.ts'
import { nodeTest } from '../runners/node-test.ts'
import type { TestRun } from '../runners/test-run.ts'
import { keepReady } from './standby.ts'
import { warmNodeTest } from './warm-runners.ts'

const top = await mkdtemp(join(tmpdir(), 'sigma-warm-'))
afterAll(() => rm(top, { recursive: true, force: true }))

const { PATH = '' } = process.env
/** As the person who uses Sigma has it: without what npm puts in front. */
const personal = PATH.split(':').filter((folder) => !folder.includes('node_modules'))
const isSource = (path: string): boolean => path.startsWith('src/')

/** The same files, run warm and cold; what is said of them, but for what is each way's own. */
async function both(
  files: Files,
  { path = PATH, folder = '', limitMs = 30_000 } = {},
): Promise<readonly [warm: unknown, cold: unknown]> {
  const root = await realpath(await mkdtemp(join(top, 'tree-')))
  const scratch = await mkdtemp(join(top, 'scratch-'))
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), text)
  }
  const env = { PATH: path }
  const tests = Object.keys(files).filter((file) => file.includes('test'))
  const { signal } = new AbortController()
  await using warm = keepReady(warmNodeTest, { processes: localLiving(), root, folder, env, scratch, isSource })
  const first = await warm.run({ files: tests, limitMs, signal })
  const again = await warm.run({ files: tests, limitMs, signal })
  expect(said(again)).toEqual(said(first))
  const checkout = { path: root, scratch, env, [Symbol.asyncDispose]: async () => {} }
  const request = { processes: localProcesses(), checkout, files: tests, folder, isSource, limitMs }
  const cold = await nodeTest.run({ ...request, coverage: null, only: null, signal })
  return [said(first), said(cold)]
}

function said(seen: TestRun | 'unclear' | 'shared'): unknown {
  if (typeof seen === 'string') return seen
  const { command, durationMs, tests, faults, ...run } = seen
  return {
    ...run,
    faults: faults.toSorted((a, b) => a.file.localeCompare(b.file)),
    tests: tests.toSorted((a, b) => a.id.localeCompare(b.id)),
  }
}

const head = `import assert from 'node:assert'; import { describe, it, test, before } from 'node:test'\n`
const varied: Files = {
  'package.json': '{ "type": "module" }',
  'src/a.js': `export const one = () => { throw new Error('not implemented') }`,
  'test/a.test.js': `${head}import { one } from '../src/a.js'
    describe('D', () => { it('x', () => assert.equal(1, 2)); describe('E', () => { it('y', () => {}) }); it('x', () => {}) })
    test('outer', async (t) => { await t.test('inner', () => { throw new TypeError('bad') }) })
    describe.skip('off', () => { it('never', () => {}) })
    it.todo('later'); test('late', { timeout: 20 }, () => new Promise((done) => setTimeout(done, 200)))
    test('text', async () => { throw 'a string' }); test('not yet', () => one()); test.only('only', () => {})
    test('same', () => assert.deepStrictEqual({ a: 1 }, { a: 2 }))
    describe('hooked', () => { before(() => { throw new Error('hook') }); it('z', () => {}) })`,
  'test/b.test.cjs': `const { test } = require('node:test'); test('main', () => { if (require.main !== module) throw new Error('no main') })`,
  'test/syntax.test.js': `${head}test('a', () => {}`,
  'test/load.test.js': `${head}import '../src/none.js'`,
  'test/throws.test.js': `${head}test('a', () => {}); throw new RangeError('at the top')`,
  'test/empty.test.js': `export {}`,
  'test/exits.test.js': `${head}test('a', () => {}); test('b', () => process.exit(3)); test('c', () => {})`,
  'test/leaves.test.js': `${head}test('a', () => {}); test('b', () => process.exit(0)); test('c', () => {})`,
  'test/killed.test.js': `${head}test('a', () => process.kill(process.pid, 'SIGKILL'))`,
  'test/after.test.js': `${head}test('a', () => { setTimeout(() => { throw new Error('later') }, 20) })`,
  'test/rejects.test.js': `${head}test('a', () => { Promise.reject(new Error('nobody')) }); test('b', () => {})`,
  'test/[odd] name.test.js': `${head}test('odd', () => { console.log('{"kind":"close"}'); console.error('x') })`,
  'test/code.test.js': `${head}test('a', () => {}); process.exitCode = 4`,
  'test/helped.test.js': `import '../kit/registers.js'`,
  'kit/registers.js': `${head}test('in a helper', () => assert.ok(false))`,
}

test.each([
  ['the Node that runs this test', PATH],
  ['the person’s own Node', [...personal, PATH].join(':')],
])('a spare process says what node --test says, under %s', async (_, path) => {
  const [warm, cold] = await both(varied, { path })
  expect(warm).toEqual(cold)
})

test('tests in a folder of a monorepo are run there', async () => {
  const files = {
    'packages/a/package.json': '{ "type": "module" }',
    'packages/a/test/a.test.js': `${head}import { readFileSync } from 'node:fs'; test('reads', () => readFileSync('test/data.txt'))`,
    'packages/a/test/data.txt': '',
  }
  const [warm, cold] = await both(Object.fromEntries(Object.entries(files).map(([file, text]) => [file, text])), {
    folder: 'packages/a',
  })
  expect(warm).toEqual(cold)
})

test('one that hangs is ended at its limit, and nothing is said of the tests', async () => {
  const [warm, cold] = await both(
    { 'test/a.test.cjs': `require('node:test').test('a', () => { for (;;); })` },
    { limitMs: 1_500 },
  )
  expect(warm).toMatchObject({ problem: { rule: 'timed-out' } })
  expect(cold).toMatchObject({ problem: { rule: 'timed-out' } })
})

test('without a Node that can, nothing is said', async () => {
  const [warm] = await both({ 'test/a.test.cjs': '' }, { path: '/nowhere' })
  expect(warm).toBe('unclear')
})
