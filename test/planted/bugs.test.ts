import { expect, test } from 'vitest'
import { bugs } from './bugs.ts'
import { planted } from './planting.ts'

test.for(bugs)('there is one place to plant: $name', (bug) => {
  expect(planted(bug)).toContain(bug.to)
})

test('there are thirty bugs and more to plant, each with a name of its own', () => {
  expect(bugs.length).toBeGreaterThanOrEqual(30)
  expect(new Set(bugs.map(({ name }) => name)).size).toBe(bugs.length)
})
