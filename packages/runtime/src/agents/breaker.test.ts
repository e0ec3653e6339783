import type { TurnResult } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { breakerOf } from './breaker.ts'

const failed = (cause: 'crash' | 'timeout' | 'trespass' | 'limited' | 'interrupted'): TurnResult => ({
  kind: 'failed',
  cause,
  findings: [],
  evidence: null,
})
const answered: TurnResult = {
  kind: 'answered',
  code: 'RC',
  message: '',
  usage: 'unknown',
  output: `sha256:${'0'.repeat(64)}`,
}

test('an agent that failed so often in a row is paused, and its turns come back with the reason', () => {
  proves('SIG-107')
  let now = 0
  const breaker = breakerOf(3, { monotonic: () => now })
  breaker.note('a', failed('crash'))
  breaker.note('a', failed('timeout'))
  expect(breaker.refusal('a')).toBeNull()
  breaker.note('a', failed('crash'))
  expect(breaker.refusal('a')).toMatchObject({
    kind: 'failed',
    cause: 'unavailable',
    findings: [{ rule: 'agent-paused', message: expect.stringContaining('3 times in a row (the last time by crash)') }],
  })
  expect(breaker.refusal('b')).toBeNull()
  now = 599_999
  breaker.note('a', failed('trespass'))
  expect(breaker.refusal('a'), 'a turn that began before the pause does not end it').not.toBeNull()
  now = 600_000
  expect(breaker.refusal('a'), 'one turn is let through after the pause').toBeNull()
  expect(breaker.refusal('a'), 'and only one').not.toBeNull()
  breaker.note('a', failed('interrupted'))
  expect(breaker.refusal('a'), 'which said nothing, so another is').toBeNull()
  now = 700_000
  breaker.note('a', failed('crash'))
  now = 1_299_999
  expect(breaker.refusal('a')).not.toBeNull()
  now = 1_300_000
  expect(breaker.refusal('a')).toBeNull()
  breaker.note('a', answered)
  expect([breaker.refusal('a'), breaker.refusal('a')]).toEqual([null, null])
})

test('an answer ends the count; what is no fault of the agent leaves it as it is', () => {
  proves('SIG-107')
  const breaker = breakerOf(2, { monotonic: () => 0 })
  breaker.note('a', failed('crash'))
  for (const cause of ['trespass', 'limited', 'interrupted'] as const) breaker.note('a', failed(cause))
  expect(breaker.refusal('a')).toBeNull()
  breaker.note('a', answered)
  breaker.note('a', failed('crash'))
  expect(breaker.refusal('a')).toBeNull()
  breaker.note('a', failed('crash'))
  expect(breaker.refusal('a')).not.toBeNull()
})
