import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { crossProduct } from './testing/cross-product.ts'

test.each([
  { batches: [2], rounds: 1, tries: 1, exchanges: 1 },
  { batches: [2], rounds: 1, tries: 1, exchanges: 0, together: true as const },
  { batches: [1, 1], rounds: 1, tries: 1, exchanges: 0, target: 'refs/heads/main' },
])('at %j every event has one target in every situation, or is refused in words', (limits) => {
  proves('SIG-10', 'DPTR-27', 'DPTR-93')
  expect(crossProduct(limits).faults.slice(0, 5)).toEqual([])
})
