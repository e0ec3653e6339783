import { expect, test } from 'vitest'
import type { Bench } from '../benches/bench.ts'
import { nodeTest } from '../runners/node-test.ts'
import { nothingToRun, type TestCase, type TestRun } from '../runners/test-run.ts'
import { concerning, unlikeBefore } from './chosen.ts'

const testFiles = ['test/a.test.js', 'test/b.test.js', 'test/c.test.js']

/** `reached`: what the bench says of the files that reach what the work changed. */
const benchOf = (reached: readonly string[] | null): Bench => ({
  checkout: { path: '/', scratch: '/', env: {}, [Symbol.asyncDispose]: async () => undefined },
  runner: nodeTest,
  files: testFiles,
  testFiles,
  sourceFiles: [],
  text: async () => '',
  texts: async () => new Map(),
  hashes: async () => ({}),
  run: async () => nothingToRun('node:test'),
  suite: async () => nothingToRun('node:test'),
  proven: () => undefined,
  doubt: () => undefined,
  reaching: async () => reached,
  [Symbol.asyncDispose]: async () => undefined,
})

const chosen = (reached: readonly string[] | null, changed: readonly string[], holding: readonly string[] = []) =>
  concerning({ changed, holding })(benchOf(reached))

test('chosen are the test files that the work changed, that reach what it changed, and that hold what it is about', async () => {
  expect(await chosen(['test/a.test.js'], ['src/a.js'])).toEqual(['test/a.test.js'])
  expect(await chosen([], ['test/b.test.js', 'src/x.js'], ['test/c.test.js', 'test/gone.test.js'])).toEqual([
    'test/b.test.js',
    'test/c.test.js',
  ])
})

test('all are chosen where nobody knows who reaches it, where all do, and where none does', async () => {
  expect(await chosen(null, ['package.json'])).toBeNull()
  expect(await chosen(testFiles, ['src/a.js'])).toBeNull()
  expect(await chosen([], ['README.md'])).toBeNull()
})

const caseOf = (file: string, name: string, state: TestCase['state']): TestCase => ({
  ...{ id: `${file} › ${name}`, names: [name], file, line: 1, column: 1, durationMs: 1, outermost: 1 },
  ...{ state, failure: null },
})
const runOf = (...tests: readonly TestCase[]): TestRun => ({ ...nothingToRun('node:test'), tests })

test('asked about are files with a test that went otherwise or is gone, with a new one that does not pass, and faulty ones', () => {
  const before = runOf(
    caseOf('a', 'passes', 'passed'),
    caseOf('b', 'fails', 'failed'),
    caseOf('c', 'breaks', 'passed'),
    caseOf('d', 'goes', 'passed'),
  )
  const now = runOf(
    caseOf('a', 'passes', 'passed'),
    caseOf('a', 'is new', 'passed'),
    caseOf('b', 'fails', 'failed'),
    caseOf('c', 'breaks', 'failed'),
    caseOf('e', 'is new', 'skipped'),
  )
  const faults = [{ kind: 'load', file: 'f', message: '' }] as const
  expect(unlikeBefore(before, { ...now, faults })).toEqual(['c', 'e', 'd', 'f'])
})
