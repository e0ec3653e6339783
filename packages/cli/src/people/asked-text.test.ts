import type { AskedPerson } from '@sigma/engine'
import { expect, test } from 'vitest'
import { askedText } from './asked-text.ts'

test('why an answer was not taken is told once, with how often it was', () => {
  const turn: AskedPerson = {
    run: 'text-1',
    id: 'C1.red.qa',
    name: 'C1.red',
    attempt: 'C1.red.qa@4',
    at: { unit: 'C1', step: 'red', role: 'qa', phase: 'RED' },
    askedAt: '2026-11-21T10:00:00.000Z',
    codes: ['RC'],
    writable: ['test/**'],
    creatable: [],
    refused: ['No tests. Write one.', 'It passes. Make it fail.', 'No tests. Write one.'],
  }
  const lines = askedText(turn, null, Date.parse(turn.askedAt)).split('\n')
  expect(lines.filter((line) => line.includes('not taken'))).toEqual([
    '  not taken before (2 times): No tests. Write one.',
    '  not taken before: It passes. Make it fail.',
  ])
})
