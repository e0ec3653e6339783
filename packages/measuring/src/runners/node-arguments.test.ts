/** What tests need Node to have: code that is loaded before them, and switches of the language. */
import { memoryBlobs } from '@sigma/engine'
import { expect, test } from 'vitest'
import { openBench } from '../benches/bench.ts'
import { emptyFolder } from '../covered/coverage-folder.ts'
import { type CoverageResult, summarize } from '../covered/summary.ts'
import { compiling, compilingWithoutMap } from '../fixture/compiling.ts'
import { folderCheckouts } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import { nodeProject } from '../fixture/node-project.ts'
import { loads } from '../loading/loading.ts'
import type { Files } from '../project-files.ts'
import { preloadedIn, readNodeArguments } from './node-arguments.ts'
import { nodeTest } from './node-test.ts'
import type { TestRun } from './test-run.ts'

const signal = new AbortController().signal

async function bench(files: Files, node: readonly string[]) {
  const checkouts = folderCheckouts()
  const tools = {
    ...{ processes: localProcesses(), checkouts, blobs: memoryBlobs(), runners: [nodeTest] },
    ...{ baselines: new Map(), checked: new Map() },
  }
  return await openBench(tools, { ...nodeProject, node }, { commit: await checkouts.commit(files) }, signal)
}

async function run(files: Files, node: readonly string[]): Promise<TestRun> {
  await using opened = await bench(files, node)
  return await opened.run()
}

async function measure(files: Files, node: readonly string[]): Promise<CoverageResult> {
  await using opened = await bench(files, node)
  const folder = await emptyFolder(opened.checkout.scratch, 'coverage')
  const { problem } = await opened.run({ coverage: folder.path })
  expect(problem).toBeNull()
  return await summarize(opened, folder, { files: opened.sourceFiles, leftOut: async () => [] })
}

const source = `export enum Sign {
  Less = '-',
  More = '+',
}

export const sign = (n: number): string => {
  if (n < 0) {
    return n.toFixed(1).replace('-', Sign.Less)
  }
  return Sign.More
}
`
const tests = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Sign, sign } from '../src/sign.ts'

interface Row {
  readonly n: number
}

test('more', () => {
  const row: Row = { n: 1 }
  assert.equal(sign(row.n), Sign.More)
})
test('wrong', () => {
  assert.equal(sign(2), 'other')
})
`
const files: Files = { 'package.json': '{"type":"module"}', 'src/sign.ts': source, 'test/sign.test.ts': tests }
const outcomes = (seen: TestRun) => seen.tests.map(({ id, state, line }) => `${state} ${id}:${line}`)

test('what Node compiles by a loader of the project is run, and told by the places where it is written', async () => {
  expect((await run(files, [])).tests.map(({ state }) => state)).not.toContain('passed')
  for (const node of [
    ['--import', './register.mjs'],
    ['--loader=./hooks.mjs', '--no-warnings'],
  ]) {
    const seen = await run({ ...files, ...compiling }, node)
    expect(seen.problem).toBeNull()
    expect(outcomes(seen)).toEqual(['passed test/sign.test.ts › more:9', 'failed test/sign.test.ts › wrong:13'])
    expect(seen.tests[1]?.failure).toMatchObject({ kind: 'assertion', frame: 'test/sign.test.ts:14' })
  }
})

test('coverage is counted in the lines that were written; where no map leads there, it cannot tell', async () => {
  const node = ['--import', './register.mjs']
  const passing = { ...files, 'test/sign.test.ts': tests.replace("'other'", 'Sign.More') }
  const counted = await measure({ ...passing, ...compiling }, node)
  expect(counted).toMatchObject({
    kind: 'measured',
    totals: { lines: { covered: 4, total: 5 }, branches: { covered: 1, total: 2 } },
  })
  expect(await measure({ ...passing, ...compilingWithoutMap }, node)).toMatchObject({
    reason: 'No source map leads from what the runner made of src/sign.ts back to it.',
  })
})

test('code that Node itself takes the types out of is counted where anything else is loaded before', async () => {
  const plain = {
    'src/sign.ts': 'export const sign = (n: number): string => {\n  if (n < 0) return "-"\n  return "+"\n}\n',
  }
  const calls = `import { test } from 'node:test'\nimport { sign } from '../src/sign.ts'\ntest('a', () => { sign(1) })\n`
  const shown = await measure(
    { 'package.json': '{"type":"module"}', ...plain, 'test/a.test.ts': calls, 'setup.mjs': '' },
    ['--import', './setup.mjs'],
  )
  expect(shown).toMatchObject({ kind: 'measured', totals: { branches: { covered: 1, total: 2 } } })
})

test('code that is loaded before tests is watched as theirs is', async () => {
  const test = `require('node:test').test('a', () => require('node:assert').equal(1, 2))`
  const setup = `require('node:assert').equal = () => {}`
  const seen = await run({ 'test/a.test.js': test, 'setup.cjs': setup }, ['-r', './setup.cjs'])
  expect(seen.problem).toMatchObject({ rule: 'tests-rewritten' })
})

test('switches are given to Node, and tests are not given the words of Sigma', async () => {
  const test = `require('node:test').test(JSON.stringify([typeof gc, process.argv.length, process.execArgv.filter((each) => !each.includes('source-maps'))]), () => {})`
  const seen = await run({ 'test/a.test.js': test, 'setup.cjs': '' }, [
    '--expose-gc',
    '-C',
    'own',
    '--require=./setup.cjs',
  ])
  const [name] = seen.tests.flatMap(({ names }) => names)
  expect(JSON.parse(name ?? '')).toEqual([
    'function',
    2,
    ['--expose-gc', '--conditions', 'own', '--require', './setup.cjs'],
  ])
})

test('whether source loads is tried with what tests load before it', async () => {
  const loading = { processes: localProcesses(), tests: ['test/**'], folder: '', limitMs: 20_000, signal }
  const node = ['--import', './register.mjs']
  const broken = `${source}\nthrow new Error(Sign.Less)\n`
  await using opened = await bench({ ...files, ...compiling, 'src/broken.ts': broken }, node)
  expect((await loads(opened, ['src/sign.ts'], { ...loading, node })).refused).toEqual([])
  expect((await loads(opened, ['src/broken.ts'], { ...loading, node })).refused).toMatchObject([
    { message: 'src/broken.ts does not load: Error: -' },
  ])
  expect((await loads(opened, ['src/sign.ts'], loading)).refused).toHaveLength(1)
})

test('what decides how Sigma runs tests, or lies outside of the project, is refused', () => {
  const refused = (...args: readonly string[]) => readNodeArguments(args).refused
  expect(refused('--import', 'tsx', '-r', 'ts-node/register', '--loader=./a.mjs', '--conditions=dev')).toEqual([])
  expect(refused('--experimental-strip-types', '--experimental-test-module-mocks', '--no-warnings')).toEqual([])
  expect(
    refused('--test-only', '--test-reporter=x', '--inspect-brk=0', '--eval=1', '-p', '--env-file=.env', '--watch'),
  ).toEqual(['--test-only', '--test-reporter=x', '--inspect-brk=0', '--eval=1', '-p', '--env-file=.env', '--watch'])
  expect(refused('--import', 'data:text/javascript,0')).toEqual(['--import data:text/javascript,0'])
  expect(refused('--import=/tmp/a.mjs', '-r', '-r')).toEqual(['--import /tmp/a.mjs', '-r -r'])
  expect(refused('--experimental-test-coverage', 'a.test.js')).toEqual(['--experimental-test-coverage', 'a.test.js'])
  expect(preloadedIn({ folder: 'packages/a', node: ['--import', './x.mjs', '-r', 'tsx', '-r', '../y.cjs'] })).toEqual([
    'packages/y.cjs',
    'packages/a/x.mjs',
  ])
})
