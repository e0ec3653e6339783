import type { Ahead } from '@sigma/protocol'
import { expect, test } from 'vitest'
import { aheadText } from './ahead-text.ts'

const onward: Ahead = {
  begins: [{ kind: 'ask', at: { unit: 'C1', step: 'green', role: 'dev' }, role: 'dev' }],
  ends: null,
  fewestAsks: 3,
  mostAsks: 41,
  passes: [
    { gate: 'green', unit: 'C1' },
    { gate: 'green', unit: 'C2' },
    { gate: 'refactor', unit: 'C1' },
  ],
}

test.each<[string, Partial<Ahead>, readonly string[], number | null, string]>([
  [
    'what begins, how much of agents it may take, and what is measured',
    {},
    ['green'],
    600,
    'dev is asked (C1 green); 3 to 41 agent calls until it ends or a person is asked; measured on the shortest way: green, refactor',
  ],
  [
    'a gate that no way measures again',
    { mostAsks: null, passes: [] },
    ['green'],
    600,
    'dev is asked (C1 green); 3 to 600 agent calls until it ends or a person is asked; stays unproven: green',
  ],
  [
    'nothing of what is unproven where the run comes to no end by itself',
    { fewestAsks: null, mostAsks: null, passes: null },
    ['green'],
    12,
    'dev is asked (C1 green); at most 12 agent calls until it ends or a person is asked',
  ],
  [
    'one call, where nothing else is possible',
    { fewestAsks: 1, mostAsks: 1, passes: null, begins: [] },
    [],
    null,
    'the rest goes on; 1 agent call until it ends or a person is asked',
  ],
  ['an end', { ends: 'aborted' }, ['green'], null, 'the run ends aborted'],
])('tells %s', (_what, more, failing, asksLeft, text) => {
  expect(aheadText({ ...onward, ...more }, { failing, asksLeft })).toBe(text)
})
