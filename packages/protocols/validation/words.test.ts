import { expect, test } from 'vitest'
import { failureOf } from './testing/played.ts'
import { validationWords } from './words.ts'

test('what was examined and what failed is counted, one and many', () => {
  const said = (data: object) => validationWords.measurement(JSON.parse(JSON.stringify(data))).measured
  const found = { tree: 't', coverage: null }
  expect(said({ ...found, failures: [], examined: [{ what: 'tests', count: 1 }] })).toBe('1 test')
  const failures = [failureOf('a'), failureOf('b')]
  expect(said({ ...found, failures: failures.slice(1), examined: [{ what: 'tests', count: 2 }] })).toBe(
    '2 tests, 1 failure',
  )
  expect(said({ ...found, failures, examined: [] })).toBe('2 failures')
})
