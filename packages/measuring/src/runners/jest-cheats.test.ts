/** What code under test could do to jest, which runs it in its own process, so that tests seem to pass. */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { folderCheckouts } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import { jest } from './jest.ts'
import type { TestRun } from './test-run.ts'

const modules = process.env['SIGMA_JEST'] ?? fileURLToPath(new URL('../../../../node_modules', import.meta.url))

async function run(source: string, manifest: object = {}, more: Record<string, string> = {}): Promise<TestRun> {
  const checkouts = folderCheckouts(undefined, modules)
  const commit = await checkouts.commit({
    ...more,
    'package.json': JSON.stringify({ jest: manifest }),
    'src/slug.js': `${source}\nexports.slug = (text) => text\n`,
    'a.test.js': `const { slug } = require('./src/slug.js')
test('joins', () => { expect(slug('a b')).toBe('a-b') })`,
  })
  await using checkout = await checkouts.open({ commit })
  return await jest.run({
    processes: localProcesses(),
    checkout,
    files: ['a.test.js'],
    folder: '',
    isSource: (path) => path.startsWith('src/'),
    limitMs: 40_000,
    coverage: null,
    only: null,
    signal: new AbortController().signal,
  })
}

const state = `const state = Object.getOwnPropertySymbols(globalThis).map((key) => globalThis[key]).find((each) => each?.rootDescribeBlock)
const tests = () => state.rootDescribeBlock.children;`
const agree = `() => ({ pass: true, message: () => '' })`

const changing: readonly (readonly [string, string, string])[] = [
  ['expect', `globalThis.expect = () => new Proxy({}, { get: () => () => {} })`, 'expect'],
  ['test', `globalThis.test = test.failing`, 'test'],
  ['a matcher', `expect.extend({ toBe: ${agree} })`, 'the matcher toBe'],
  ['what matchers rest on', `Object.is = () => true`, 'Object.is'],
  ['an assertion', `require('node:assert').equal = () => {}`, 'node:assert.equal'],
  ['a method that matchers rest on', `Array.prototype.every = () => true`, 'Array.prototype.every'],
  ['what it puts back at once', `const { is } = Object; Object.is = () => true; Object.is = is`, 'Object.is'],
  ['the test itself', `${state} beforeAll(() => { tests()[0].fn = () => {} })`, 'the functions of tests'],
  ['what the test is to do', `${state} beforeAll(() => { tests()[0].failing = true })`, 'the functions of tests'],
  ['its errors', `${state} afterEach(() => { tests()[0].errors.length = 0 })`, 'the outcome of tests'],
]

test.concurrent.each(changing)(
  'a source that replaces %s is found out',
  { timeout: 60_000 },
  async (_, source, named) => {
    const { problem } = await run(source, { testFailureExitCode: 0 })
    expect(problem).toMatchObject({ rule: 'tests-rewritten', message: expect.stringContaining(named) })
  },
)

const host = `const host = require('vm').runInThisContext('this'); const { process: own } = host;`
const forging: readonly (readonly [string, string])[] = [
  ['rewrites what is written', `const fs = require('fs'); fs.writeSync = () => 0; fs.appendFileSync = () => {}`],
  [
    'makes the results over where jest lives',
    `${host} const { stringify } = host.JSON
host.JSON.stringify = (value, ...rest) => stringify(value?.sigma ? { ...value, sigma: { ...value.sigma, tests: [] } } : value, ...rest)`,
  ],
  [
    'reaches for the reporter',
    `${host} const { require: load } = own.mainModule
const found = Object.values(load('module')._cache).find(({ filename }) => filename.endsWith('jest-reporter.cjs'))
Object.assign(found.exports.prototype, { onTestFileResult() {} })`,
  ],
  ['has the test tried again until it passes', 'jest.retryTimes(3)'],
]

test.concurrent.each(forging)(
  'a test fails all the same where the source %s',
  { timeout: 60_000 },
  async (_, source) => {
    const seen = await run(source)
    expect(seen.problem).toBeNull()
    expect(seen.tests).toMatchObject([{ id: 'a.test.js › joins', state: 'failed', failure: { kind: 'assertion' } }])
  },
)

test('a source that writes into the report makes it worth nothing', { timeout: 60_000 }, async () => {
  const source = `const fs = require('fs')
const report = fs.readdirSync('../scratch', { recursive: true }).find((name) => name.endsWith('report.jsonl'))
fs.appendFileSync('../scratch/' + report, fs.readFileSync('../scratch/' + report))`
  expect((await run(source)).problem?.rule).toBe('report-missing')
})

test('what passes only at a second try has failed', { timeout: 60_000 }, async () => {
  const source = `jest.retryTimes(1)\nlet calls = 0\nafterEach(() => { calls += 1 })
Object.defineProperty(exports, 'slug', { get: () => () => (calls > 0 ? 'a-b' : ''), set: () => {} })`
  const { tests } = await run(source)
  expect(tests).toMatchObject([
    { state: 'failed', failure: { kind: 'other', message: expect.stringContaining('tried again') } },
  ])
})

test('an environment that puts another function into a test for as long as it runs is found out', async () => {
  const environment = `const { TestEnvironment } = require('jest-environment-node')
module.exports = class extends TestEnvironment {
  async handleTestEvent({ name, test }) {
    if (name === 'test_fn_start') [this.fn, test.fn] = [test.fn, () => {}]
    if (name === 'test_fn_success') test.fn = this.fn
  }
}`
  const { problem } = await run('', { testEnvironment: './env.js' }, { 'env.js': environment })
  expect(problem).toMatchObject({
    rule: 'tests-rewritten',
    message: expect.stringContaining('the functions of tests'),
  })
}, 60_000)
