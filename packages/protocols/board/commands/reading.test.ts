import { expect, test } from 'vitest'
import { argumentsOf } from './reading.ts'

test.each([
  ['task', { description: ' ' }, 'description: it is empty.'],
  ['task', { description: 'x'.repeat(16_385) }, 'description: it has more than 16384 characters.'],
  ['kill', { task: 'tk-nope' }, 'task: it is no id of a task, like tk-a1b2c3.'],
  ['phase', { name: 'x'.repeat(201), limit: 3 }, 'name: it has more than 200 characters.'],
] as const)('what is wrong with a word of pm %s is said in plain words', (verb, given, said) => {
  expect(() => argumentsOf(verb, given)).toThrow(said)
})
