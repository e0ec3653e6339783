import type { FunctionStrength, Strength } from '@sigma/measuring'
import { expect, test } from 'vitest'
import { sourceFilesOf } from './module-files.ts'
import { strengthText } from './text.ts'

const sources = ['src/shop/fee.js', 'src/shop/total.js', 'src/tax.js', 'lib/tax/rate.js']

test.each<[string, readonly string[], readonly string[]]>([
  ['src/shop', [], ['src/shop/fee.js', 'src/shop/total.js']],
  ['./src/tax.js', [], ['src/tax.js']],
  ['prices', ['- `src/shop/fee.js`: fees', 'see xsrc/tax.js'], ['src/shop/fee.js']],
  ['tax', [], ['src/tax.js', 'lib/tax/rate.js']],
  ['total.js', [], ['src/shop/total.js']],
  ['nowhere', [], []],
])('%s means files: by path, by what documents of a module name, by name', (name, documents, wanted) => {
  expect(sourceFilesOf(name, sources, documents)).toEqual(wanted)
})

const weak: FunctionStrength = {
  ...{
    file: 'src/tax.js',
    name: 'tax',
    line: 3,
    share: 50,
    noticed: 1,
    waived: 0,
    untried: 0,
    unsure: 0,
    isReached: true,
  },
  unnoticed: [
    {
      line: 4,
      mutator: 'EqualityOperator',
      was: 'a > 1',
      becomes: 'a >= 1',
      tests: ['t.js › a', 't.js › b', 't.js › c'],
    },
  ],
}
const strength: Strength = {
  ...{ files: ['src/tax.js'], share: 50, noticed: 1, unnoticed: 1, untried: 2, unsure: 0, functions: [weak] },
  ...{ silent: [{ file: 'test/odd.test.js', why: 'no test passes' }], durationMs: 2_000 },
}

test('the weakest functions are shown, with what no test notices and the tests that run it', () => {
  expect(
    strengthText({ strength, least: 70 }),
  ).toBe(`Tests notice 1 of 2 small changes (50 %) in 1 file; at least 70 % are wanted, and what is not known counts as not noticed (for 2 there was no time, 2.0s).

50 %  1/2  tax  src/tax.js:3

tax
  src/tax.js:4 a > 1 → a >= 1
    runs in t.js › a, t.js › b and 1 more

These say nothing:
  test/odd.test.js: no test passes`)
})
