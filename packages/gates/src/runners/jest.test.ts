import { fileURLToPath } from 'node:url'
import type { Processes } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { folderCheckouts } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import type { Files } from '../proofs/proof.ts'
import { jest } from './jest.ts'
import type { Selection } from './runner.ts'
import type { TestRun } from './test-run.ts'

const modules = process.env['R2_MODULES'] ?? fileURLToPath(new URL('../../../../node_modules', import.meta.url))

interface Options {
  readonly env?: Readonly<Record<string, string>>
  readonly processes?: Processes
  readonly limitMs?: number
  readonly folder?: string
  readonly modules?: string | null
  readonly only?: Selection
}

async function run(files: Files, options: Options = {}): Promise<TestRun> {
  const { env, processes = localProcesses(), limitMs = 40_000, folder = '', only = null } = options
  const checkouts = folderCheckouts(env, options.modules === undefined ? modules : options.modules)
  const all = { 'package.json': '{}', ...files }
  await using checkout = await checkouts.open({ commit: await checkouts.commit(all) })
  return await jest.run({
    processes,
    checkout,
    files: Object.keys(files).filter((file) => /test.*\.[cm]?[jt]sx?$/.test(file)),
    folder,
    isSource: (path) => path.startsWith('src/'),
    limitMs,
    coverage: null,
    only,
    signal: new AbortController().signal,
  })
}

const states = ({ tests }: TestRun) => tests.map((each) => `${each.state} ${each.id}`)

const varied: Files = {
  'src/a.js': `exports.slug = () => { throw new Error('not implemented') }`,
  'a.test.js': `const { slug } = require('./src/a.js'); const assert = require('node:assert')
describe('D', () => { it('x', () => assert.equal(1, 2)); describe('E', () => { it('y', () => {}) }); it('x', () => {}) })
test.each([[1, 2], [3, 3]])('eq %i %i', (a, b) => { expect(a).toBe(b) })
describe.skip('off', () => { it('never', () => {}) })
it.todo('later'); test('late', () => new Promise(() => {}), 20); xit('xoff', () => {})
test('text', async () => { throw 'a string' }); test('type', () => null.x)
test('slug', () => { expect(slug('a')).toBe('b') })
test.concurrent('beside', async () => { expect(1).toBe(2) })
test.failing('fails', () => { expect(1).toBe(2) })
test('counts', () => { expect.assertions(1) })
test('fits', () => { expect(1).toMatchSnapshot() })
describe('H', () => { beforeEach(() => { slug('x') }); test('hooked', () => {}) })
`,
}

test('every kind of test is seen', async () => {
  const seen = await run(varied)
  expect(seen).toMatchObject({ exit: 1, problem: null, faults: [], empty: [], focused: [] })
  expect(states(seen)).toEqual([
    'failed a.test.js › D › x',
    'passed a.test.js › D › E › y',
    'passed a.test.js › D › x #2',
    'failed a.test.js › eq 1 2',
    'passed a.test.js › eq 3 3',
    'skipped a.test.js › off › never',
    'todo a.test.js › later',
    'failed a.test.js › late',
    'skipped a.test.js › xoff',
    'failed a.test.js › text',
    'failed a.test.js › type',
    'failed a.test.js › slug',
    'failed a.test.js › beside',
    'passed a.test.js › fails',
    'failed a.test.js › counts',
    'failed a.test.js › fits',
    'failed a.test.js › H › hooked',
  ])
  const kinds = seen.tests.flatMap(({ names, failure }) =>
    failure === null ? [] : [`${names.at(-1)} ${failure.kind}`],
  )
  expect(kinds).toEqual([
    'x assertion',
    'eq 1 2 assertion',
    'late timeout',
    'text other',
    'type other',
    'slug not-implemented',
    'beside assertion',
    'counts assertion',
    'fits other',
    'hooked not-implemented',
  ])
  expect(seen.tests.find(({ id }) => id.endsWith('slug'))).toMatchObject({
    line: 7,
    column: 1,
    outermost: 1,
    failure: { frame: 'src/a.js:1', throughSource: true },
  })
})

test('what goes wrong outside of tests is a fault of its file', async () => {
  const seen = await run({
    'import.test.js': `const { gone } = require('./src/gone.js'); test('x', () => gone())`,
    'syntax.test.js': 'const = 1',
    'throws.test.js': `throw new Error('at once')`,
    'inside.test.js': `describe('D', () => { throw new Error('inside') })`,
    'before.test.js': `describe('H', () => { beforeAll(() => { throw new Error('no database') }); it('h', () => {}) })`,
    'after.test.js': `it('a', () => {}); afterAll(() => { throw new Error('still open') })`,
    'late.test.js': `it('a', () => {}); it('b', () => new Promise((done) => { setTimeout(() => { throw new Error('late') }, 0); setTimeout(done, 50) }))`,
    'rejects.test.js': `beforeAll(() => { Promise.reject(new Error('nobody waits')) }); it('a', (done) => { setTimeout(done, 50) })`,
    'none.test.js': '// nothing',
  })
  console.log(JSON.stringify(seen, null, 1))
})

test('a test that ends the process hides nothing', async () => {
  for (const code of [0, 9]) {
    const alone = await run({ 'quiet.test.js': `test('first', () => {}); test('ends', () => process.exit(${code}))` })
    console.log(JSON.stringify(alone))
    const beside = await run({
      'a.test.js': `test('first', () => {}); test('ends', () => process.exit(${code}))`,
      'b.test.js': `test('b', () => {})`,
      'c.test.js': `test('c', () => {})`,
      'd.test.js': `test('c', () => {})`,
      'package.json': '{"jest": {"maxWorkers": 2}}',
    })
    console.log(JSON.stringify(beside))
  }
})
