import { expect, test } from 'vitest'
import { tddWords } from './words.ts'

test('tests that failed before the run are named at the first measurement, with the way out', () => {
  const failedBefore = ['a › 1', 'a › 2', 'a › 3', 'a › 4']
  expect(tddWords.measurement({ tests: 5, failed: 4, failedBefore })).toEqual({
    instead: null,
    measured: '5 tests, 4 failed',
    warnings: [
      '4 tests failed before the run: a › 1, a › 2, a › 3, …. GREEN wants all tests to pass: repair them, or leave their files out of `tests.files`.',
    ],
  })
  expect(tddWords.measurement({ tests: 1, failed: 0, failedBefore: [] })).toMatchObject({
    measured: '1 test',
    warnings: [],
  })
  expect(tddWords.measurement({ tests: 7, newTestCount: 2, asAccepted: true }).measured).toBe(
    '7 tests, 2 new, as they were accepted',
  )
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
