import type { Processes } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { folderCheckouts } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import type { Files } from '../project-files.ts'
import { nodeTest } from './node-test.ts'
import type { TestRun } from './test-run.ts'

const { PATH = '' } = process.env
/** As the person who uses Sigma has it: without what npm puts in front. */
const personal = PATH.split(':').filter((folder) => !folder.includes('node_modules'))

interface Options {
  readonly env?: Readonly<Record<string, string>>
  readonly processes?: Processes
  readonly limitMs?: number
  readonly folder?: string
}

async function run(
  files: Files,
  { env, processes = localProcesses(), limitMs = 20_000, folder = '' }: Options = {},
): Promise<TestRun> {
  const checkouts = folderCheckouts(env)
  await using checkout = await checkouts.open({ commit: await checkouts.commit(files) })
  return await nodeTest.run({
    processes,
    checkout,
    files: Object.keys(files).filter((file) => file.includes('test')),
    folder,
    isSource: (path) => path.startsWith('src/'),
    limitMs,
    coverage: null,
    only: null,
    signal: new AbortController().signal,
  })
}

const head = `const assert = require('node:assert'); const { describe, it, test, before } = require('node:test')\n`
const states = ({ tests }: TestRun) => tests.map((each) => `${each.state} ${each.id}`)

const varied: Files = {
  'a.test.js': `${head}
    describe('D', () => { it('x', () => assert.equal(1, 2)); describe('E', () => { it('y', () => {}) }); it('x', () => {}) })
    test('outer', async (t) => { await t.test('inner', () => { throw new TypeError('bad') }) })
    for (const n of [1, 2]) test('case ' + n, () => {})
    describe.skip('off', () => { it('never', () => {}) })
    it.todo('later'); test('late', { timeout: 20 }, () => new Promise((done) => setTimeout(done, 200)))
    test('text', async () => { throw 'a string' })`,
}

for (const [title, env] of [
  ['the Node that runs this test', undefined],
  ['the person’s own Node', { PATH: [...personal, PATH].join(':') }],
] as const) {
  test(`every kind of test is seen under ${title}`, async () => {
    const seen = await run(varied, env === undefined ? {} : { env })
    expect(states(seen)).toEqual([
      'failed a.test.js › D › x',
      'passed a.test.js › D › E › y',
      'passed a.test.js › D › x #2',
      'failed a.test.js › outer › inner',
      'failed a.test.js › outer',
      'passed a.test.js › case 1',
      'passed a.test.js › case 2',
      'skipped a.test.js › off',
      'todo a.test.js › later',
      'failed a.test.js › late',
      'failed a.test.js › text',
    ])
    expect(seen).toMatchObject({ exit: 1, problem: null, faults: [], empty: [] })
    const kinds = seen.tests.map((each) => each.failure?.kind).filter((kind) => kind !== undefined)
    expect(kinds).toEqual(['assertion', 'other', 'subtests', 'timeout', 'other'])
  })
}

test('what goes wrong outside of tests is a fault of its file', async () => {
  const seen = await run({
    'hook.test.js': `${head}describe('H', () => { before(() => { throw new Error('no database') }); it('h', () => {}) })`,
    'import.test.mjs': `import { gone } from './src/a.mjs'\ngone()`,
    'src/a.mjs': 'export const here = 1',
    'syntax.test.js': 'const = 1',
    'throws.test.js': `throw new Error('at once')`,
  })
  expect(seen.faults).toEqual([
    { kind: 'load', file: 'import.test.mjs', message: expect.stringContaining('does not provide an export named') },
    { kind: 'syntax', file: 'syntax.test.js', message: expect.stringContaining('line 1') },
    { kind: 'load', file: 'throws.test.js', message: expect.stringContaining('Error: at once') },
    { kind: 'hook', file: 'hook.test.js', message: 'H: no database' },
  ])
})

test('a test that ends the process hides nothing', async () => {
  const seen = await run({
    'quiet.test.js': `${head}test('first', () => {}); test('ends', () => process.exit(0))`,
    'loud.test.js': `${head}test('ends', () => process.exit(9))`,
    'none.test.js': '// nothing',
    'soon.test.js': `${head}test('never', () => {}); process.exit(0)`,
  })
  expect(seen.tests).toEqual([])
  expect(seen.empty).toEqual(['none.test.js'])
  expect(seen.faults).toMatchObject([
    { kind: 'ended-early', file: 'loud.test.js', message: '(exit 9)' },
    { kind: 'ended-early', file: 'quiet.test.js', message: 'Its process ended before its tests did. (exit 0)' },
    { kind: 'ended-early', file: 'soon.test.js', message: 'Its process ended before its tests did. (exit 0)' },
  ])
})

test('a file whose name looks like a pattern is run, and no other', async () => {
  const seen = await run({ 'test/[id].test.js': `${head}test('one', () => {})`, 'test/i.js': '' })
  expect(states(seen)).toEqual(['passed test/[id].test.js › one'])
  const odd = ['!a.test.js', '(a)/b!(c)+@d.test.js', '[!a].test.js', 'a{b,c}.test.js', `it's "a b" é—日.test.js`]
  const all = await run(Object.fromEntries(odd.map((file) => [file, `${head}test('one', () => {})`])))
  expect(new Set(states(all))).toEqual(new Set(odd.map((file) => `passed ${file} › one`)))
})

test('tests are started where their package lies, and named from the top', async () => {
  const files = {
    'packages/a/test/b.test.js': `${head}test('reads', () => assert.ok(require('fs').existsSync('test/data.txt')))`,
    'packages/a/test/bad.test.js': `throw new Error('at once')`,
    'packages/a/test/(x).test.js': `${head}test('fails', () => assert.ok(0))`,
    'packages/a/test/data.txt': '',
  }
  const seen = await run(files, { folder: 'packages/a' })
  expect(new Set(states(seen))).toEqual(
    new Set(['passed packages/a/test/b.test.js › reads', 'failed packages/a/test/(x).test.js › fails']),
  )
  expect(seen.faults).toMatchObject([{ kind: 'load', file: 'packages/a/test/bad.test.js' }])
  const at = seen.tests.find(({ state }) => state === 'failed')?.failure?.frame
  expect(at).toMatch(/^packages\/a\/test\/\(x\)\.test\.js:\d+$/)
})

test('`only` is seen, though the run is not focused', async () => {
  const seen = await run({ 'a.test.js': `${head}test('a', () => {})\ntest.only('b', () => {})` })
  expect(states(seen)).toEqual(['passed a.test.js › a', 'passed a.test.js › b'])
  expect(seen.focused).toEqual(['a.test.js:3'])
})

test('a run without Node, one that hangs and one without a report cannot be judged', async () => {
  proves('SIG-49', 'F50', 'F53')
  const passing = { 'a.test.js': `${head}test('a', () => {})` }
  expect((await run(passing, { env: { PATH: '/nowhere' } })).problem?.rule).toBe('runner-missing')
  const hanging = { 'a.test.js': `${head}test('a', () => { for (;;); })` }
  expect((await run(hanging, { limitMs: 1_500 })).problem?.rule).toBe('timed-out')
  const local = localProcesses()
  const silent: Processes = { run: (spec) => local.run({ ...spec, command: ['node', '--eval', ''] }) }
  expect((await run(passing, { processes: silent })).problem?.rule).toBe('report-missing')
  const lacking = `throw new Error('no room in ' + process.cwd() + '/a')`
  const broken: Processes = { run: (spec) => local.run({ ...spec, command: ['node', '--eval', lacking] }) }
  expect((await run(passing, { processes: broken })).problem).toMatchObject({
    rule: 'report-missing',
    message: expect.stringContaining('Error: no room in a'),
  })
  const killed: Processes = {
    run: async (spec) => ({ ...(await local.run(spec)), end: 'signalled', exit: null, signal: 'SIGKILL' }),
  }
  expect((await run(passing, { processes: killed })).problem?.rule).toBe('report-missing')
})

test('without test files nothing is started', async () => {
  const processes = localProcesses()
  expect(await run({ 'src/a.js': '' }, { processes })).toMatchObject({ tests: [], problem: null, exit: 0 })
  expect(processes.started).toEqual([])
})
