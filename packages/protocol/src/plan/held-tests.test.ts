import { expect, test } from 'vitest'
import { heldOf, isHeld, openOf, withHeld } from './held-tests.ts'

test.each([
  ['test/slug.test.js', 'test/slug.held.test.js'],
  ['src/a.b.spec.tsx', 'src/a.b.held.spec.tsx'],
  ['test/slug.mjs', 'test/slug.held.mjs'],
  ['test/test-slug.js', 'test/test-slug.held.js'],
  ['slug_test.js', 'slug.held_test.js'],
  ['lib/slug-spec.ts', 'lib/slug.held-spec.ts'],
  ['test.js', 'test.held.test.js'],
  ['a/tests.mjs', 'a/tests.held.test.mjs'],
  ['lib/latest.test.js', 'lib/latest.held.test.js'],
])('beside %s lies %s', (open, held) => {
  expect([heldOf(open), heldOf(held), openOf(held), isHeld(held), isHeld(open)]).toEqual([
    held,
    held,
    open,
    true,
    false,
  ])
})

test('globs that take everything in are not written twice', () => {
  expect(withHeld(['test/**', '**/*.test.?(c|m)js', '!test/b.test.js'])).toEqual([
    'test/**',
    '**/*.test.?(c|m)js',
    '!test/b.test.js',
    '!test/b.held.test.js',
  ])
})

test('a file that is taken from all and given back stays given, and so does what is held back beside it', () => {
  const held = 'test.held.test.js'
  expect(withHeld(['test.js', '!test.js', 'test.js'])).toEqual([
    'test.js',
    held,
    '!test.js',
    `!${held}`,
    'test.js',
    held,
  ])
})
