import fc from 'fast-check'
import { expect, test } from 'vitest'
import { merged } from './merged.ts'

test('what several runs tell is one story by time, in which each keeps its own order', () => {
  const told = (run: string, times: readonly number[]): readonly { run: string; at: number; place: number }[] =>
    times.map((at, place) => ({ run, at, place }))
  const lists = [told('a', [1, 5, 3, 9]), told('b', [2, 4, 8]), told('c', [])]
  expect(merged(lists, ({ at }) => at).map(({ run, at }) => `${run}${at}`)).toEqual([
    'a1',
    'b2',
    'b4',
    'a5',
    'a3',
    'b8',
    'a9',
  ])
  fc.assert(
    fc.property(fc.array(fc.array(fc.integer())), (times) => {
      const all = times.map((each, at) => told(`${at}`, each))
      const one = merged(all, ({ at }) => at)
      for (const [at, own] of all.entries()) expect(one.filter(({ run }) => run === `${at}`)).toEqual(own)
      expect(one).toHaveLength(all.flat().length)
    }),
  )
})
