import type { EventBody, Recorded } from '@sigma/protocol'
import { expect, test } from 'vitest'
import { lineOf } from './story.ts'

const recorded = (event: EventBody): Recorded => ({
  envelope: {
    schema: 1,
    run: 'text-1',
    sequence: 4,
    key: '4',
    attempt: null,
    protocol: 'tdd',
    version: 1,
    at: '2026-11-21T10:00:01.000Z',
    tick: 0,
    nonce: '',
    caller: 'host',
    epoch: 1,
  },
  event,
})

test('tests that failed before the run are named at the first measurement, with the way out', () => {
  const failedBefore = ['a › 1', 'a › 2', 'a › 3', 'a › 4']
  const data = { tests: 5, failed: 4, failedBefore }
  const judged: EventBody = { kind: 'judged', id: 'phase0.check', verdict: 'pass', findings: [], data, evidence: 'x' }
  const line = lineOf(recorded(judged), Date.parse('2026-11-21T10:00:00.000Z'))
  expect(line).toMatchObject({ elapsedMs: 1000, text: 'sigma measures: pass (5 tests, 4 failed)' })
  expect(line?.details).toEqual([
    '! 4 tests failed before the run: a › 1, a › 2, a › 3, …. GREEN wants all tests to pass: repair them, or leave their files out of `tests.files`.',
  ])
  const fine = { ...judged, data: { tests: 5, failed: 0, failedBefore: [] } }
  expect(lineOf(recorded(fine), 0)?.details).toEqual([])
})
