import { virtualClock } from '@sigma/engine/testing'
import { proves } from '@sigma/protocol/testing'
import { afterAll, expect, test } from 'vitest'
import { type Part, text, tool } from './fixture/fake-adapter.ts'
import { stage } from './fixture/played.ts'

const { played, reporting, close } = stage()
afterAll(close)

const hangs: Part = { kind: 'hangs' }
const does = (act: () => void): Part => ({ kind: 'does', act })

test('whoever stops a turn ends it, as interrupted, and what was used up to then counts', async () => {
  const stop = new AbortController()
  const used = { kind: 'usage', usage: { inputTokens: 5 } } as const
  const { result, agent, transcript } = await played([[text('→[GC, r]'), used, does(() => stop.abort()), hangs]], {
    signal: stop.signal,
  })
  expect(result).toMatchObject({
    kind: 'failed',
    cause: 'interrupted',
    usage: { inputTokens: 5 },
    findings: [{ rule: 'agent-interrupted' }],
  })
  expect(agent.isClosed()).toBe(true)
  expect(transcript).toContain('── end: cancelled')
})

test('a turn that was stopped before it began starts nothing', async () => {
  const { result, agent, begun } = await played([[text('→[GC, r]')]], { signal: AbortSignal.abort() })
  expect(result).toMatchObject({ kind: 'failed', cause: 'interrupted' })
  expect([agent.spec(), begun]).toEqual([null, []])
})

test('a turn is ended at its limit, whatever the agent does', async () => {
  const clock = virtualClock()
  const busy = [...tool('Bash', 'ls'), does(() => clock.advance(10_000))]
  const { result } = await played([[...busy, hangs]], { tuning: { clock } })
  expect(result).toMatchObject({ kind: 'failed', cause: 'timeout', findings: [{ rule: 'agent-timeout' }] })
})

test('an agent that heeds no interrupt is not waited for, and what it did of late changes nothing', async () => {
  proves('T38')
  const stop = new AbortController()
  const { result, agent } = await played([[does(() => stop.abort()), { kind: 'is-deaf' }]], {
    signal: stop.signal,
    request: reporting({ code: 'GC', message: 'late' }),
  })
  expect(agent.isClosed()).toBe(true)
  expect(result).toMatchObject({ kind: 'failed', cause: 'interrupted' })
})

test('an answer that was given stands, also when its turn is ended while the agent closes', async () => {
  const clock = virtualClock()
  const onClose = (): void => clock.advance(10_000)
  const { result } = await played([[text('→[GC, r]')]], { tuning: { clock }, onClose })
  expect(result).toMatchObject({ kind: 'answered', code: 'GC' })
})

const longMs = 7_200_000

test('silence is told to people, and ends the turn when it lasts', async () => {
  const clock = virtualClock()
  const { result, states, transcript } = await played(
    [[text('I think'), does(() => clock.advance(125_000)), text('.'), does(() => clock.advance(700_000)), hangs]],
    { tuning: { clock }, request: { limitMs: longMs } },
  )
  expect(result).toMatchObject({ kind: 'failed', cause: 'timeout', findings: [{ rule: 'agent-silent' }] })
  const concerns = states.map(({ concern }) => concern).filter((each, at, all) => each !== all[at - 1])
  const minutes = Array.from({ length: 10 }, (_, at) => `silent for ${at + 2} min`)
  expect(concerns).toEqual([null, 'silent for 2 min', null, ...minutes])
  expect(transcript.match(/looks stuck/g)).toHaveLength(11)
})

test('who waits for a tool, or for the model as it said, is not silent', async () => {
  const clock = virtualClock()
  const [call] = tool('Bash', 'npm run build')
  const { result, states } = await played(
    [
      [
        ...(call === undefined ? [] : [call]),
        does(() => clock.advance(1_800_000)),
        ...tool('Bash', 'ls'),
        { kind: 'retry', attempt: 1, why: 'overloaded', waitMs: 900_000 },
        does(() => clock.advance(1_000_000)),
        text('→[GC, r]'),
      ],
    ],
    { tuning: { clock }, request: { limitMs: longMs } },
  )
  expect(result).toMatchObject({ kind: 'answered' })
  expect(states.every(({ concern }) => concern === null)).toBe(true)
})

test('an agent that does the same again and again is named, and ended when it goes on', async () => {
  const again = (times: number): readonly Part[] =>
    Array.from({ length: times }, () => [...tool('Read', 'a.ts', 'read'), ...tool('Bash', 'npm test')]).flat()
  const named = await played([[...again(6), text('→[GC, r]')]])
  expect(named.result).toMatchObject({ kind: 'answered' })
  expect(named.states.map(({ concern }) => concern)).toContain('the same again and again: Bash npm test (7 calls)')
  const { result } = await played([[...again(40), text('→[GC, r]')]])
  expect(result).toMatchObject({ kind: 'failed', cause: 'timeout', findings: [{ rule: 'agent-repeats' }] })
})

test('tests that are run after each change are no repetition', async () => {
  const steps = Array.from({ length: 60 }, (_, at) => [
    ...tool('Edit', `a.ts ${at}`, 'edit'),
    ...tool('Bash', 'npm test'),
  ])
  const { result, states } = await played([[...steps.flat(), text('→[GC, r]')]])
  expect(result).toMatchObject({ kind: 'answered' })
  expect(states.every(({ concern }) => concern === null)).toBe(true)
})

test('who has reported and then gets nowhere has answered', async () => {
  const clock = virtualClock()
  const { result } = await played([[does(() => clock.advance(700_000)), hangs]], {
    tuning: { clock },
    request: { limitMs: longMs, ...reporting({ code: 'GC', message: 'r' }) },
  })
  expect(result).toMatchObject({ kind: 'answered', code: 'GC' })
})
