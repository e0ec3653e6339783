import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AgentEvent, ToolAction } from '../adapter.ts'
import { concernOf, patience, type Seen, seeing, seenAt } from './stuck.ts'

const call = (id: string, fingerprint: string, action: ToolAction = 'execute'): AgentEvent => ({
  kind: 'tool-call',
  call: { id, name: 'Tool', action, paths: [], title: fingerprint, fingerprint },
})
const done = (id: string): AgentEvent => ({ kind: 'tool-result', id, isError: false, denied: false })

/** What is seen of calls one after the other, each a second after the last. */
const after = (...fingerprints: readonly string[]): Seen =>
  fingerprints.reduce(
    (seen, each, at) => seeing(seeing(seen, call(`c${at}`, each), at * 1_000), done(`c${at}`), at * 1_000 + 500),
    seenAt(0),
  )

const rule = (seen: Seen, now: number): string | null => concernOf(seen, now, patience)?.rule ?? null

test('the same call, or a round of two or three, is a repetition; a round of four is work', () => {
  const times = (round: string, count: number): readonly string[] => round.repeat(count).split('')
  for (const round of ['a', 'ab', 'abc']) expect(rule(after(...times(round, 9)), 9_000)).toBe('agent-repeats')
  expect(rule(after(...times('abcd', 9)), 36_000)).toBe(null)
  expect(rule(after(...'ababab'), 6_000)).toBe(null)
})

test('a call that is told of several times is one', () => {
  const told = Array.from({ length: 50 }, () => call('one', 'a')).reduce(
    (seen, each) => seeing(seen, each, 0),
    seenAt(0),
  )
  expect(rule(told, 0)).toBe(null)
})

test('that no file changes is told where it was looked, and never while a tool runs', () => {
  const idle = { ...seenAt(0), at: 700_000, idleMs: 660_000 }
  expect(concernOf(idle, 700_000, patience)).toEqual({
    rule: 'agent-idle',
    says: 'no file changed for 11 min',
    isEnough: false,
  })
  expect(rule(seeing(idle, call('c', 'x'), 700_000), 700_000)).toBe(null)
  expect(rule(seeing(seeing(idle, call('c', 'x', 'edit'), 700_000), done('c'), 700_000), 700_000)).toBe(null)
})

test('whatever happens, new calls are no concern, and only silence or repetition is enough for an end', () => {
  const event = fc.oneof(
    fc.record({ id: fc.nat(5), print: fc.nat(6) }).map(({ id, print }) => call(`${id}`, `${print}`)),
    fc.nat(5).map((id) => done(`${id}`)),
    fc.constant<AgentEvent>({ kind: 'text', text: 'x' }),
    fc.nat(100_000).map((waitMs): AgentEvent => ({ kind: 'retry', attempt: 1, why: '', waitMs })),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(event, fc.nat(400_000)), { maxLength: 80 }), (story) => {
      let [seen, now] = [seenAt(0), 0]
      for (const [each, ms] of story) {
        const silent = concernOf(seen, now + ms, patience)
        if (seen.running.size > 0) expect(silent?.rule).not.toBe('agent-silent')
        if (silent?.rule === 'agent-silent')
          expect(silent.isEnough).toBe(now + ms - Math.max(seen.at, seen.waitsUntil) >= patience.silence.end)
        now += ms
        seen = seeing(seen, each, now)
        const isNew = each.kind === 'tool-call' && seen.repeats === 0
        if (isNew) expect(rule(seen, now)).toBe(null)
        expect(seen.recent.length).toBeLessThanOrEqual(3)
      }
    }),
  )
})

test('calls whose results never come are not kept for ever', () => {
  const seen = Array.from({ length: 5_000 }, (_, at) => call(`${at}`, `${at}`)).reduce(
    (before, each) => seeing(before, each, 0),
    seenAt(0),
  )
  expect(seen.running.size).toBeLessThanOrEqual(100)
})
