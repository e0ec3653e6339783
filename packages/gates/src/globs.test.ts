import { expect, test } from 'vitest'
import { matcher } from './globs.ts'

test('later globs win, and `!` takes away', () => {
  const matches = matcher(['test/**', '!test/data/**', 'test/data/keep.js'])
  expect(['test/a.js', 'test/data/x.js', 'test/data/keep.js', 'src/a.js'].map(matches)).toEqual([
    true,
    false,
    true,
    false,
  ])
  expect(matcher(['**/*.js'])('.hidden/.a.js')).toBe(true)
  expect(matcher([])('a')).toBe(false)
})
