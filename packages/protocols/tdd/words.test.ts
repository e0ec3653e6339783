import { expect, test } from 'vitest'
import { tddWords } from './words.ts'

const base = { tests: 9, passed: 7, failed: 2, failing: 2, flaky: [], leftOut: [] }

test('what fails before any work is told without a refusal', () => {
  expect(tddWords.measurement(base)).toMatchObject({
    instead: 'sigma measures: 9 tests, 2 tests or files fail already',
    warnings: [],
  })
  expect(tddWords.measurement({ ...base, suite: 'the suite takes 74 s' }).instead).toBe(
    'sigma measures: 9 tests, 2 tests or files fail already; the suite takes 74 s',
  )
  expect(tddWords.measurement({ ...base, failing: 0 })).toMatchObject({ instead: null, measured: '9 tests, 2 failed' })
  expect(tddWords.measurement({ ...base, passed: 0, failed: 0 }).instead).toBeNull()
})

test('what counts for nothing before any work is named', () => {
  const leftOut = ['a.test-d.ts', 'b.test-d.ts'].map((file) => ({ file, message: 'vitest leaves it out.' }))
  expect(tddWords.measurement({ ...base, flaky: ['1', '2', '3', '4'], leftOut }).warnings).toEqual([
    'Two outcomes on the same tree, so they count for nothing: 1, 2, 3 and 1 more.',
    'a.test-d.ts is not run: vitest leaves it out. And 1 more files.',
  ])
})

test('what fails by now without anybody having changed it is named', () => {
  expect(tddWords.measurement({ tests: 4, failsToday: ['1', '2', '3', '4'] }).warnings).toEqual([
    'Passed when the run began, and fails by now where it began from as well, so it counts against nobody: 1, 2, 3 and 1 more. Something beside the code has changed.',
  ])
})

test('a measurement is told in numbers, with what fails as it did before the run', () => {
  expect(tddWords.measurement({ tests: 1, failed: 0, oldFailures: 0 }).measured).toBe('1 test')
  expect(tddWords.measurement({ tests: 5, failed: 1, oldFailures: 1 }).measured).toBe(
    '5 tests, 1 failed, 1 test or file fails as before the run',
  )
  expect(tddWords.measurement({ tests: 7, newTestCount: 2, asAccepted: true }).measured).toBe(
    '7 tests, 2 new, as they were accepted',
  )
  expect(tddWords.measurement({ tests: 7, ran: 1, stood: 3 }).measured).toBe('7 tests, 1 of 4 test files run')
  expect(tddWords.measurement({ tests: 7, ran: 0, stood: 4 }).measured).toBe(
    '7 tests, nothing was run, for no test reaches what changed',
  )
  expect(tddWords.measurement({ tests: 7, replayed: { calls: 4, compared: 4 } }).measured).toBe('7 tests')
  expect(tddWords.measurement({ tests: 7, replayed: { calls: 4, compared: 1 } }).measured).toBe(
    '7 tests, 1 of 4 calls could be made again where no test is',
  )
  expect(tddWords.measurement({ tests: 7, suite: 'the suite takes 74 s' }).measured).toBe(
    '7 tests; the suite takes 74 s',
  )
})

test('checks of the project that do not pass before the run are named there, with what follows', () => {
  const checksBefore = [
    { command: 'npm run lint', stands: 'passes', why: null },
    { command: 'tsc', stands: 'failed-before', why: null },
    { command: 'x y', stands: 'cannot-run', why: 'it is not found' },
  ]
  expect(tddWords.measurement({ tests: 1, checksBefore }).warnings).toEqual([
    '`tsc` fails already; of what it says only what is new in changed files will be refused.',
    '`x y` cannot be run, so nobody is held to it: it is not found. Install what it needs, or take it out of `checks`.',
  ])
  const checks = [{ stands: 'passes' }, { stands: 'failed-before' }]
  expect(tddWords.measurement({ tests: 1, checks }).measured).toBe('1 test, 1 of 2 checks pass')
  const mutants = { noticed: 6, survived: 1 }
  expect(tddWords.measurement({ tests: 1, mutants }).measured).toBe('1 test, 6 of 7 mutants noticed')
})

test('where the branch stands is told in place of a verdict, and of other data nothing is said', () => {
  const told = (stands: string) => tddWords.measurement({ stands, target: 'refs/heads/main', head: '0123456789abcdef' })
  expect(['still', 'ahead', 'elsewhere', 'gone'].map((stands) => told(stands).instead)).toEqual([
    'main stands where it stood',
    'main has moved on, to 0123456789',
    'main was set to another history, 0123456789',
    'main is gone',
  ])
  const nothing = { instead: null, measured: '', warnings: [] }
  expect([null, 7, 'x', {}, { stands: 'odd', target: 'x' }].map(tddWords.measurement)).toEqual(Array(5).fill(nothing))
})

test('where a verdict is final and nothing was left to run, that is what is said', () => {
  const of = (more: object) => tddWords.measurement({ tests: 3, ran: 0, stood: 3, ...more }).measured
  expect(of({ wholeTree: true })).toBe('3 tests, all of it was run on this very tree before')
  expect(of({})).toBe('3 tests, nothing was run, for no test reaches what changed')
})

test('a trial of cycles together is told as one, which refuses nobody', () => {
  const texts = [true, false].map((fits) => tddWords.measurement({ tests: 3, failed: fits ? 0 : 1, fits }).instead)
  expect(texts).toEqual([
    'tried together: all of it passes (3 tests)',
    'tried together: it does not fit yet, and the cycles are told (3 tests, 1 failed)',
  ])
})
