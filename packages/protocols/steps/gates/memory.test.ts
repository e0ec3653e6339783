import { expect, test } from 'vitest'
import { memoryFaults } from './memory.ts'

test('a memory that is too long for others to read is none', () => {
  const place = { task: 't-1', path: 'memory/t-1-maker-memory.md', earlier: null }
  expect(memoryFaults(`# t-1\n${'x'.repeat(70_000)}`, place)).toMatchObject([{ rule: 'memory-too-long' }])
  expect(memoryFaults('# t-1\n', place)).toEqual([])
})

test('what the last turn of the agent left is no memory of this one', () => {
  const place = { task: 't-1', path: 'memory/t-1-maker-memory.md', earlier: '# t-1\n' }
  expect(memoryFaults('# t-1\n', place)).toMatchObject([{ rule: 'memory-unchanged' }])
  expect(memoryFaults('# t-1\n\nAgain.\n', place)).toEqual([])
})
