import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { crossProduct } from './testing/cross-product.ts'

test('every event has one target in every situation of a run that lands, or is refused in words', () => {
  proves('SIG-10', 'DPTR-27', 'DPTR-93')
  const limits = { batches: [1], rounds: 2, tries: 2, exchanges: 2, target: 'refs/heads/main' }
  const { faults, counts, states } = crossProduct(limits)
  expect(faults.slice(0, 5)).toEqual([])
  expect(states).toEqual(
    new Set([
      'baseline',
      'combining',
      'green',
      'landing',
      'over',
      'preparing',
      'proving',
      'red',
      'refactoring-implementation',
      'refactoring-tests',
      'reviewing',
      'stuck',
    ]),
  )
  expect(counts.moves).toBeGreaterThan(200)
  expect(counts.illegal).toBeGreaterThan(200)
  expect(counts.refused).toBeGreaterThan(10_000)
})
