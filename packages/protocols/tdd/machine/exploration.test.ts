import { explore } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type SampleTdd, sampleTddInput } from './sample.ts'
import { tasks } from './tasks.ts'
import { tdd } from './tdd.ts'

const limits: readonly SampleTdd[] = [
  { batches: [2], rounds: 2, tries: 2, exchanges: 1 },
  { batches: [1], rounds: 3, tries: 3, exchanges: 3 },
  { batches: [1, 1], rounds: 1, tries: 1, exchanges: 1 },
  { batches: [2, 1], parallel: 1, rounds: 1, tries: 2, exchanges: 1 },
  { batches: [1], refactor: 'unconverged', tolerate: 'known' },
  { batches: [1], rounds: 1, tries: 2, exchanges: 1, crashes: 2 },
  { batches: [1, 1], rounds: 1, tries: 1, exchanges: 0, target: 'refs/heads/main' },
  { batches: [2], rounds: 2, tries: 1, exchanges: 0, together: true },
]

test.each(limits)(
  'at %j: no dead end, no answer unhandled, no loop without a bound, and an end from everywhere',
  { timeout: 300_000 },
  (at) => {
    proves('SIG-10', 'SIG-11', 'DPTR-28', 'DPTR-85', 'T48')
    const { faults, complete, mostAsks } = explore(tdd, sampleTddInput(at))
    expect(faults).toEqual([])
    expect(complete).toBe(true)
    expect(mostAsks).toBeGreaterThan(0)
  },
)

test('cycles that keep their approval are walked as well', () => {
  proves('DPTR-91', 'SIG-11')
  const kept = sampleTddInput({ batches: [2], rounds: 2, tries: 1, exchanges: 0, refactor: 'unconverged' })
  expect(explore(tdd, kept, { maxStates: 3_000 }).faults).toEqual([])
})

test.each([
  ['review-tests', 'tests'],
  ['review-implementation', 'source'],
] as const)('who does %s writes nothing, and is never who writes the %s', (review, written) => {
  proves('T48')
  const writers = Object.values(tasks).filter(({ writes }) => writes === written)
  expect(writers.length).toBeGreaterThan(1)
  expect(tasks[review].writes).toBe('nothing')
  expect(writers.map(({ role }) => role)).not.toContain(tasks[review].role)
})
