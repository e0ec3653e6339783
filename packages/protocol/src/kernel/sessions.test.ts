/** When an agent goes on with its own session, and when it begins afresh. */
import { expect, test } from 'vitest'
import type { FailureCause, Retry } from '../effect.ts'
import type { Event } from '../event.ts'
import { answered, begun, decided, failed } from '../testing/builders.ts'
import { play } from '../testing/play.ts'
import { ask, consult, scripted } from '../testing/sample-effects.ts'
import type { Budget } from './allowance.ts'

const retry: readonly Retry[] = [{ causes: ['crash', 'invalid', 'trespass', 'timeout'], times: 9 }]

/** Its session when it is asked the next time. */
function next(retries: readonly Retry[], events: readonly Event[], budgets: readonly Budget[] = []): unknown {
  const patient = scripted([ask('red', { retry: retries })], (event) => {
    if (event.kind === 'failed') return [{ ...consult('halt', ['extend']), reasons: event.findings }]
    return event.kind === 'decided' || event.kind === 'answered' ? [ask('red', { retry: retries })] : []
  })
  return play({ protocol: patient, budgets }, {}, events).at(-1)?.advance.kernel.open.red?.session
}

const in1 = begun('red', { session: 's-1' })

test.for<[FailureCause, string | null]>([
  ['crash', 's-1'],
  ['interrupted', 's-1'],
  ['limited', 's-1'],
  ['invalid', null],
  ['trespass', null],
  ['timeout', null],
])('after %s the session of the next attempt is %s', ([cause, session]) => {
  expect(next(retry, [in1, failed('red', cause)])).toBe(session)
})

test('a session in which an agent crashes twice in a row may be the reason: the third begins afresh', () => {
  const again = begun('red', { session: 's-2' })
  expect(next(retry, [in1, failed('red', 'crash'), again, failed('red', 'crash')])).toBeNull()
})

test('a crash that no retry follows is gone on with where a person says so', () => {
  const resumed = [in1, failed('red', 'crash'), decided('halt', 'extend')]
  expect(next([], resumed)).toBe('s-1')
  const again = [begun('red', { session: 's-2' }), failed('red', 'crash'), decided('halt', 'extend')]
  expect(next([], [...resumed, ...again]), 'it broke once more').toBeNull()
  expect(next([], [...resumed, begun('red', { session: 's-2' }), answered('red', 'RC')]), 'it is done').toBeNull()
  expect(next([], [in1, failed('red', 'timeout'), decided('halt', 'extend')])).toBeNull()
})

test('whoever ran out of a budget goes on in its session once it is extended', () => {
  const tokens: readonly Budget[] = [{ unit: 'tokens', most: 5 }]
  const spent = failed('red', 'limited', { usage: { inputTokens: 5, outputTokens: 0 } })
  expect(next([], [in1, spent, decided('halt', 'extend')], tokens)).toBe('s-1')
  const time: readonly Budget[] = [{ unit: 'milliseconds', most: 5 }]
  expect(next([], [in1, failed('red', 'budget', { tick: 5 }), decided('halt', 'extend')], time)).toBe('s-1')
})
