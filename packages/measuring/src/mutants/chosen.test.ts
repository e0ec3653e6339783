import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chosen } from './chosen.ts'
import type { Mutant } from './report.ts'

const mutant = (start: number, noticedBy: string | null): Mutant => ({
  ...{ file: 'src/a.js', line: 1, start, end: start + 1, mutator: 'Any', from: 'a', to: 'b' },
  ...{ status: 'noticed', noticedBy },
})
const mutants = fc
  .array(fc.constantFrom('a', 'b', 'c', null), { maxLength: 30 })
  .map((tests) => tests.map((noticedBy, start) => mutant(start, noticedBy)))

test('every mutant is chosen once, in an order that the commit decides', () => {
  fc.assert(
    fc.property(mutants, fc.string(), (given, commit) => {
      const order = chosen(given, commit)
      expect(order).toHaveLength(given.length)
      expect(new Set(order)).toEqual(new Set(given))
      expect(chosen([...given].reverse(), commit)).toEqual(order)
    }),
  )
  const many = Array.from({ length: 20 }, (_, start) => mutant(start, 'a'))
  expect(chosen(many, 'one')).not.toEqual(chosen(many, 'another'))
})

test('of two tests, one that notices a single mutant of twenty is among the first four for every commit', () => {
  const given = [...Array.from({ length: 19 }, (_, start) => mutant(start, 'honest')), mutant(19, 'watching')]
  fc.assert(
    fc.property(fc.string(), (commit) => {
      expect(chosen(given, commit).slice(0, 4)).toContainEqual(given[19])
    }),
  )
})
