import { expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import { slotOfSymbol, slots } from './memory-bank.ts'

test('each slot of the memory bank is one file, and another slot is unknown', () => {
  proves('DPTR-08')
  expect(slots.map(({ symbol }) => symbol).join(' ')).toBe('σ₁ σ₂ σ₃ σ₄ σ₅')
  expect(new Set(slots.map(({ file }) => file)).size).toBe(5)
  expect(slotOfSymbol('σ₄')).toMatchObject({ name: 'context', file: 'activeContext.md' })
  expect(slotOfSymbol('σ₅')).toMatchObject({ name: 'progress', file: 'progress.md' })
  expect(slotOfSymbol('σ₆')).toMatchObject({ kind: 'unknown', of: 'slot', value: 'σ₆' })
})
