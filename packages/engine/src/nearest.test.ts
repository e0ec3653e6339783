import { expect, test } from 'vitest'
import { editDistance, nearest } from './nearest.ts'

test.each([
  ['', '', 0],
  ['abc', 'abc', 0],
  ['abc', 'acb', 1],
  ['kitten', 'sitting', 3],
  ['', 'abc', 3],
])('from %j to %j it is %i edits', (from, to, distance) => {
  expect(editDistance(from, to)).toBe(distance)
  expect(editDistance(to, from)).toBe(distance)
})

test('the likest is named, and nothing where nothing is like it', () => {
  expect(nearest('tets', ['source', 'tests', 'roles'])).toBe('tests')
  expect(nearest('zzzzz', ['source', 'tests'])).toBeNull()
})
