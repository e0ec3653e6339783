import { expect, test } from 'vitest'
import { createMatcher, matches } from './globs.ts'

test('the last glob that matches decides', () => {
  const writable = createMatcher(['src/**', '!src/generated/**', 'src/generated/index.js'])
  expect(['src/a.js', 'src/generated/a.js', 'src/generated/index.js', 'test/a.js'].map(writable)).toEqual([
    true,
    false,
    true,
    false,
  ])
})

test('names with a dot in front are matched like any other', () => {
  expect(matches('test/.hidden/a.test.js', ['test/**'])).toBe(true)
})

test('nothing belongs to no globs', () => {
  expect(matches('a.js', [])).toBe(false)
})

test('a list that only takes away holds nothing', () => {
  expect(matches('a.js', ['!b.js'])).toBe(false)
})

test('an extended glob in front is a pattern, not a taking away', () => {
  expect(matches('b.js', ['!(a).js'])).toBe(true)
  expect(matches('a.js', ['!(a).js'])).toBe(false)
})

test('a leading ./ makes no difference', () => {
  expect(matches('src/a.js', ['./src/**'])).toBe(true)
})
