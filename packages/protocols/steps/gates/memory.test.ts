import { expect, test } from 'vitest'
import { memoryFaults } from './memory.ts'

test('a memory that is too long for others to read is none', () => {
  const place = { task: 't-1', path: 'memory/t-1-maker-memory.md' }
  expect(memoryFaults(`# t-1\n${'x'.repeat(70_000)}`, place)).toMatchObject([{ rule: 'memory-too-long' }])
  expect(memoryFaults('# t-1\n', place)).toEqual([])
})
