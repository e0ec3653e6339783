import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import picomatch from 'picomatch'
import { expect, test } from 'vitest'
import { compileGlob } from './match.ts'

const words = fc.constantFrom('a', 'b', 'ab', 'src', '.x', 'a.js', 'b.test.ts', 'x.spec.tsx', 'c d', '0', '7', 'Z', 'é')
const path = fc.array(words, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'))
const piece = fc.constantFrom(
  '*',
  '?',
  'a',
  'b',
  'src',
  '.js',
  '.test',
  '.ts',
  '[ab]',
  '[^a]',
  '[a-z]',
  '{a,b}',
  '{.ts,.tsx}',
  '@(a|b)',
  '?(x)',
  '{0..9}',
)
const segment = fc.oneof(
  { weight: 1, arbitrary: fc.constant('**') },
  { weight: 4, arbitrary: fc.array(piece, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')) },
)
const glob = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'))

/** To picomatch a `?` behind a group is that of a regular expression, two stars beside something else differ by what that is, and whether `x` is in `x/**` depends on what `x` is. */
const isOdd = (pattern: string, name: string): boolean =>
  /[)}\]]\?|[^/]\*\*|\*\*[^/]/.test(pattern) ||
  [...pattern.matchAll(/\/\*\*/g)].some(({ index }) => compileGlob(pattern.slice(0, index))(name))

test('a glob means what it means to picomatch', () => {
  fc.assert(
    fc.property(glob, path, (pattern, name) => {
      fc.pre(!isOdd(pattern, name))
      const expected = picomatch(pattern, { dot: true, nonegate: true })(name)
      expect([pattern, name, compileGlob(pattern)(name)]).toEqual([pattern, name, expected])
    }),
    { numRuns: 5_000, seed: 47 },
  )
})

test.each([
  [
    '**/?(*.)+(spec|test).[jt]s?(x)',
    ['a.test.js', 'src/b.spec.tsx', 'test.ts'],
    ['a.js', 'atest.js', 'a.test.jsx.snap'],
  ],
  ['**/__tests__/**', ['__tests__/a.js', 'src/__tests__/b/c.ts', 'src/__tests__'], ['src/__test__/a.js']],
  ['src/!(*.test).js', ['src/a.js', 'src/a.tests.js'], ['src/a.test.js', 'src/b/a.js']],
  ['*(a|b)c', ['c', 'abac'], ['abd', 'a/c']],
  ['\\*.js', ['*.js'], ['a.js']],
  ['[[:digit:]]?', ['1a'], ['aa', '1']],
  ['a{b', ['a{b'], ['ab']],
  ['[id].js', ['[id].js', 'i.js', 'd.js'], ['id.js']],
])('%s', (pattern, inside, outside) => {
  const matches = compileGlob(pattern)
  expect(inside.filter((name) => !matches(name))).toEqual([])
  expect(outside.filter(matches)).toEqual([])
})

/** Each makes a matcher that backtracks, nests without bound or unfolds what it is given run for years. */
const bad: readonly string[] = [
  `${'*a'.repeat(20)}b`,
  `${'**/'.repeat(20)}b`,
  `${'**/*a'.repeat(8)}b`,
  `${'?*'.repeat(20)}b`,
  `${'*?'.repeat(20)}b`,
  '+(a|a)b',
  '+(a|aa)b',
  '+(+(a))b',
  '*(*(a))b',
  '+(*(a))b',
  '@(+(a))+(a)b',
  '+(a|+(a|+(a)))b',
  '*(a|*(a|*(a)))b',
  '!(!(a*))b',
  '!(*a*a*a*a)b',
  '+(?)+(?)+(?)b',
  '*(?)*(?)*(?)b',
  '+(a?)+(a?)b',
  `${'{a,aa}'.repeat(20)}b`,
  `${'{a,{a,{a,{a,a}}}}'.repeat(4)}b`,
  '{1..100000}b',
  '{a..z}{a..z}{a..z}{a..z}b',
  `${'[a-z]*'.repeat(20)}b`,
  `${'[[:alpha:]]*'.repeat(10)}0`,
  '+([a-z])+([a-z])0',
  '*(a*)b',
  '+(a*)b',
  '*(*a*)b',
  '+(**/a)b',
  '*(**/)b',
  `${'**a'.repeat(10)}b`,
  `${'***'.repeat(10)}b`,
  '+(a|b|ab)+(a|b|ab)c',
  '+(*a|*b)c',
  '@(*a|*b|*ab)*c@(*a|*b|*ab)*c',
  `${'?(a)'.repeat(30)}${'a'.repeat(30)}b`,
  '((a*)*)*b',
  '(a|a)*b',
  '('.repeat(2_000),
  '['.repeat(2_000),
  '{'.repeat(2_000),
  '{a,'.repeat(500),
  '*(('.repeat(500),
  `${'!('.repeat(500)}a${')'.repeat(500)}`,
  '+(+(+(+(+(a)))))b',
  '\\'.repeat(3_000),
]
const paths = ['a'.repeat(255), 'a/'.repeat(2_000), 'ab'.repeat(100), `${'a'.repeat(200)}/${'a'.repeat(200)}`]

test.each(bad)('the glob %s is decided at once', (pattern) => {
  proves('T47')
  expect(bad.length).toBeGreaterThanOrEqual(40)
  const begun = performance.now()
  const matches = compileGlob(pattern)
  for (const name of paths) expect(matches(name)).toEqual(expect.any(Boolean))
  // Generous: the slowest takes a twentieth of it, and whatever backtracks takes years.
  expect(performance.now() - begun).toBeLessThan(2_000)
})
