import { fileURLToPath } from 'node:url'
import type { Processes } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { folderCheckouts } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import type { Files } from '../project-files.ts'
import { jest } from './jest.ts'
import type { Selection } from './runner.ts'
import type { TestRun } from './test-run.ts'

const modules = process.env['SIGMA_JEST'] ?? fileURLToPath(new URL('../../../../node_modules', import.meta.url))

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
test('reads ' + __filename + ' of ' + process.cwd(), () => {})
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
    'passed a.test.js › reads a.test.js of .',
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
    'inside.test.js': `describe('D', () => { throw new Error('inside') })`,
    'before.test.js': `describe('H', () => { beforeAll(() => { throw new Error('no database') }); it('h', () => {}) })`,
    'after.test.js': `it('a', () => {}); afterAll(() => { throw new Error('still open') })`,
    'none.test.js': '// nothing',
  })
  expect(seen.faults).toEqual([
    { kind: 'load', file: 'import.test.js', message: expect.stringContaining(`Cannot find module './src/gone.js'`) },
    { kind: 'syntax', file: 'syntax.test.js', message: expect.stringContaining('line 1') },
    { kind: 'load', file: 'inside.test.js', message: 'Error: inside' },
    { kind: 'hook', file: 'before.test.js', message: 'H: no database' },
    { kind: 'hook', file: 'after.test.js', message: 'afterAll: still open' },
  ])
  expect(seen).toMatchObject({ empty: ['none.test.js'], problem: null })
  expect(states(seen)).toEqual(['failed before.test.js › H › h', 'passed after.test.js › a'])
})

test('a test that ends the process hides nothing, alone or in a worker', async () => {
  const ends = `test('first', () => {}); test('ends', () => process.exit(0))`
  const alone = await run({ 'a.test.js': ends })
  const message = 'process.exit called with "0" (exit 0)'
  expect(alone).toMatchObject({
    tests: [],
    faults: [{ kind: 'ended-early', file: 'a.test.js', message }],
    problem: null,
  })
  const beside = await run({
    'package.json': '{ "jest": { "maxWorkers": 2 } }',
    'a.test.js': ends,
    'b.test.js': `test('b', () => { expect(1).toBe(2) })`,
    'c.test.js': `test('c', () => {})`,
  })
  expect(states(beside)).toEqual(['failed b.test.js › b', 'passed c.test.js › c'])
  expect(beside).toMatchObject({ faults: [{ kind: 'ended-early', file: 'a.test.js' }], problem: null })
  expect(beside.tests[0]?.failure?.kind).toBe('assertion')
})

test('no configuration hides a test or turns its outcome', async () => {
  const hostile = {
    bail: 1,
    testNamePattern: 'second',
    passWithNoTests: true,
    onlyFailures: true,
    detectOpenHandles: true,
    forceExit: false,
    testFailureExitCode: 0,
    reporters: ['gone'],
    collectCoverage: true,
    coverageThreshold: { global: { lines: 100 } },
    testResultsProcessor: '<rootDir>/forgive.js',
    testPathIgnorePatterns: ['left-out'],
    testMatch: ['**/*.test.js'],
  }
  const seen = await run({
    'package.json': JSON.stringify({ jest: hostile }),
    'forgive.js':
      'module.exports = (results) => Object.assign(results, { numFailedTests: 0, testResults: [], success: true })',
    'a.test.js': `test('first', () => { expect(1).toBe(2) }); test('second', () => { setInterval(() => {}, 1000) })`,
    'b.test.js': `test('first', () => { expect(1).toBe(2) })`,
    'left-out.test.js': `test('never', () => {})`,
    'test/helper.js': `module.exports = (name) => test(name, () => {})`,
  })
  expect(states(seen)).toEqual(['failed a.test.js › first', 'passed a.test.js › second', 'failed b.test.js › first'])
  const message =
    'jest leaves it out by its configuration (testMatch: **/*.test.js; testPathIgnorePatterns: left-out; roots: .).'
  expect(seen).toMatchObject({ faults: [], leftOut: [{ file: 'left-out.test.js', message }] })
  expect(seen).toMatchObject({ empty: ['test/helper.js'], problem: null })
})

test('a configuration that takes in no asked file at all hides none of them', async () => {
  const ignoring = { 'package.json': '{ "jest": { "testMatch": ["nothing"], "passWithNoTests": true } }' }
  const seen = await run({ ...ignoring, 'a.test.js': `describe('a', () => {})`, 'test/helper.js': '' })
  expect(seen).toMatchObject({
    tests: [],
    faults: [],
    leftOut: [{ file: 'a.test.js', message: 'jest leaves it out by its configuration.' }],
    problem: null,
  })
  expect(seen.empty).toEqual(['test/helper.js'])
})

test('modules, projects and folders are run as the project configures them', async () => {
  const seen = await run(
    {
      'packages/a/package.json': JSON.stringify({
        type: 'module',
        scripts: { test: 'NODE_OPTIONS=--experimental-vm-modules jest -c own.json' },
      }),
      'packages/a/own.json': '{ "projects": [{ "displayName": "two" }, { "displayName": "one" }], "transform": {} }',
      'packages/a/test/(x) [id].test.js': `import { readFileSync } from 'node:fs'
test('reads', () => { expect(readFileSync('test/data.txt', 'utf8')).toBe('') })`,
      'packages/a/test/data.txt': '',
    },
    { folder: 'packages/a' },
  )
  const id = 'packages/a/test/(x) [id].test.js › reads'
  expect(states(seen)).toEqual([`passed ${id}`, `passed ${id} #2`])
  expect(seen).toMatchObject({ faults: [], problem: null, exit: 0 })
})

test('whoever asks that only some be run is seen', async () => {
  const seen = await run({
    'a.test.js': `test('a', () => {})\nfit('b', () => {})\nfdescribe('D', () => { it('x', () => {}) })\nconst t = test\nt.only('c', () => {})`,
  })
  expect(states(seen)).toEqual([
    'skipped a.test.js › a',
    'passed a.test.js › b',
    'passed a.test.js › D › x',
    'passed a.test.js › c',
  ])
  expect(seen.focused).toEqual(['a.test.js:2', 'a.test.js:3', 'a.test.js:5'])
})

test('one test is run alone by its exact names, whatever is focused', async () => {
  const files = {
    'a.test.js': `describe('D', () => { it('x', () => {}); it('X', () => {}); it.only('y', () => {}) }); it('D x', () => {})`,
  }
  const alone = await run(files, { only: { kind: 'test', names: ['D', 'x'], version: '' } })
  expect(states(alone).filter((each) => !each.startsWith('skipped'))).toEqual(['passed a.test.js › D › x'])
  const nothing = await run(files, { only: { kind: 'nothing', version: '' } })
  expect(nothing.tests.map(({ state }) => state)).toEqual(['skipped', 'skipped', 'skipped', 'skipped'])
})

test('a jest that is not there, hangs, leaves no report or is not its own cannot be judged', async () => {
  proves('SIG-49', 'F50', 'F53')
  const passing = { 'a.test.js': `test('a', () => {})` }
  const ruleOf = async (files: Files, options: Options) => (await run(files, options)).problem?.rule
  expect(await ruleOf(passing, { modules: null })).toBe('runner-missing')
  expect(await ruleOf(passing, { env: { PATH: '/nowhere' } })).toBe('runner-missing')
  expect(await ruleOf({ 'a.test.js': `test('a', () => { for (;;); })` }, { limitMs: 3_000 })).toBe('timed-out')
  const local = localProcesses()
  const silent: Processes = { run: (spec) => local.run({ ...spec, command: ['node', '--eval', ''] }) }
  expect(await ruleOf(passing, { processes: silent })).toBe('report-missing')
  const killed: Processes = {
    run: async (spec) => ({ ...(await local.run(spec)), end: 'signalled', exit: null, signal: 'SIGKILL' }),
  }
  expect(await ruleOf(passing, { processes: killed })).toBe('report-missing')
  const own = {
    'package.json': '{ "jest": { "globalTeardown": "./down.js" } }',
    'down.js': 'module.exports = async () => null.x',
  }
  const broken = (await run({ ...passing, ...own })).problem
  expect(broken).toMatchObject({
    rule: 'report-missing',
    message: expect.stringMatching(
      / It said: “.*running globalTeardown - down\.js, reason: Cannot read properties of null/,
    ),
  })
})

test('without test files nothing is started', async () => {
  const processes = localProcesses()
  expect(await run({ 'src/a.js': '' }, { processes })).toMatchObject({ tests: [], problem: null, exit: 0 })
  expect(processes.started).toEqual([])
})
