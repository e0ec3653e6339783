/** Agents that are limited: how long they are left alone, who is told, and what ends the wait. */
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import type { VirtualClock } from '../../../engine/src/testing/index.ts'
import { backoffOf, backoffText } from '../../../engine/src/turns/backoff.ts'
import { moved } from '../testing/playout.ts'
import { sampleRun } from '../testing/sample-run.ts'
import type { Does, Told } from '../testing/scripted-agents.ts'
import { honest } from '../testing/scripts.ts'
import { stage } from '../testing/stage.ts'

const limitedAt = (tick: number, retryAfterMs?: number): { cause: string; tick: number; retryAfterMs?: number } => ({
  cause: 'limited',
  tick,
  ...(retryAfterMs !== undefined && { retryAfterMs }),
})

test('who limits an agent says how long; a promise of nothing, of weeks, or one that did not hold is not believed', () => {
  const due = (...failures: readonly ReturnType<typeof limitedAt>[]): number | undefined => backoffOf({ failures })?.due
  expect(due(limitedAt(500))).toBe(30_500)
  expect(due(limitedAt(0, 4_000))).toBe(4_000)
  expect(due(limitedAt(0, 0))).toBe(1_000)
  expect(due(limitedAt(0, 5 * 3_600_000))).toBe(5 * 3_600_000)
  expect(due(limitedAt(0, 30 * 86_400_000))).toBe(6 * 3_600_000)
  expect(due(limitedAt(0, 4_000), limitedAt(5_000, 4_000))).toBe(65_000)
  expect(due(limitedAt(0), { cause: 'invalid', tick: 9 })).toBeUndefined()
})

test('the wait is told in a sentence', () => {
  const at = new Date(2026, 0, 1, 12, 3).getTime()
  expect(backoffText('dev', 'The model is overloaded.', at, 3)).toBe(
    'dev waits: The model is overloaded; tries again at 12:03 (3rd time)',
  )
  expect([1, 2, 11, 12, 13, 21, 112].map((times) => backoffText('qa', 'x', at, times).split('(')[1])).toEqual([
    '1st time)',
    '2nd time)',
    '11th time)',
    '12th time)',
    '13th time)',
    '21st time)',
    '112th time)',
  ])
})

/** Phase 0 is limited the first `times` times, and asked to wait so long. */
function limitedFirst(
  times: number,
  retryAfterMs?: number,
): { script: (told: Told) => Does | Promise<Does>; at: () => readonly number[]; watch: (clock: VirtualClock) => void } {
  const at: number[] = []
  let clock: VirtualClock | null = null
  return {
    at: () => at,
    watch: (given) => {
      clock = given
    },
    script: (told) => {
      if (told.phase !== 'Phase0') return honest(told)
      at.push(clock?.monotonic() ?? 0)
      if (at.length > times) return honest(told)
      return { failure: 'limited', ...(retryAfterMs !== undefined && { retryAfterMs }) }
    },
  }
}

const untilNote = (clock: VirtualClock, isTold: () => boolean): VirtualClock => ({
  ...clock,
  next: () => !isTold() && clock.next(),
})

test('a wait that was begun goes on after a restart for as long as is left of it, and no longer', async () => {
  const agent = limitedFirst(1, 600_000)
  const play = stage({ script: agent.script })
  agent.watch(play.clock)
  const first = play.host()
  const run = first.start('tdd', sampleRun())
  const waits = (): boolean => first.reader.notes(run).some(({ type }) => type === 'limited')
  await expect(moved(first.settled(run), untilNote(play.clock, waits))).rejects.toThrow('Nothing moves')
  play.kill()
  play.clock.advance(400_000)
  await using second = play.host()
  second.resume()
  await moved(second.settled(run), play.clock)
  expect(agent.at()).toEqual([0, 600_000])
  const told = second.reader.notes(run).filter(({ type }) => type === 'limited')
  expect(told.map(({ data }) => [data['id'], data['times'], data['until']])).toEqual([
    ['phase0', 1, '2026-11-21T10:25:00.000Z'],
    ['phase0', 1, '2026-11-21T10:25:00.000Z'],
  ])
  expect(told[0]?.data['message']).toMatch(
    /^dev waits: The script says limited; tries again at \d\d:\d\d \(1st time\)$/,
  )
})

test('a wait shows as what it is, and ends at once when the run is stopped', async () => {
  const agent = limitedFirst(1, 3_600_000)
  const play = stage({ script: agent.script })
  agent.watch(play.clock)
  await using host = play.host()
  const shown: string[] = []
  host.onActivity(({ stage: how, text }) => how === 'waits' && shown.push(text))
  const run = host.start('tdd', sampleRun())
  await expect(
    moved(
      host.settled(run),
      untilNote(play.clock, () => shown.length > 0),
    ),
  ).rejects.toThrow('Nothing moves')
  expect(shown).toEqual([expect.stringMatching(/^The script says limited; tries again at /)])
  const before = play.clock.monotonic()
  await host.stopRun(run, 'ann')
  expect(play.clock.monotonic()).toBe(before)
  expect(host.doing()).toEqual([])
  expect(agent.at()).toHaveLength(1)
})

test('while an agent is limited its other turns wait with it, and spend none of the calls', async () => {
  proves('SIG-107')
  const began: string[] = []
  const play = stage({
    script: async (told) => {
      if (told.phase !== 'RED') return await honest(told)
      began.push(`C${told.cycle} at ${play.clock.monotonic()}`)
      const first = began.length === 1
      return first ? { failure: 'limited', retryAfterMs: 90_000 } : { ...(await honest(told)), ms: 1 }
    },
    ports: (ports) => ({ ...ports, agents: { ...ports.agents, nameOf: () => 'claude' } }),
    turns: 1,
  })
  await using host = play.host()
  const run = host.start('tdd', sampleRun({ batches: [2], asks: 30 }))
  const { result } = await moved(host.settled(run), play.clock)
  expect(result.success).toBe(true)
  expect(began[0]).toBe('C1 at 0')
  expect(began.slice(1)).toEqual([expect.stringMatching(/ at 9000\d$/), expect.stringMatching(/ at 9000\d$/)])
  const limited = host.reader.events(run).filter(({ event }) => event.kind === 'failed' && event.cause === 'limited')
  expect(limited).toHaveLength(1)
  expect(limited[0]?.event).toMatchObject({ retryAfterMs: 90_000, usage: 'unknown' })
})

test('an agent that answers again is left alone no more: only the turn that was limited waits on', async () => {
  proves('SIG-107')
  const began: string[] = []
  let refusals = 0
  const play = stage({
    script: async (told) => {
      if (told.phase !== 'RED') return await honest(told)
      const name = `C${told.cycle}`
      const isFirst = !began.some((earlier) => earlier.startsWith(name))
      began.push(`${name} at ${play.clock.monotonic()}`)
      if (name === 'C1' && isFirst) return { failure: 'limited', retryAfterMs: 3_600_000 }
      return { ...(await honest(told)), ms: 1_000 }
    },
    // What the other cycle answers is refused once, so that it is asked again while the first still waits.
    judge: ({ id }) => (id.startsWith('C2.red') && refusals++ === 0 ? 'fail' : 'pass'),
    ports: (ports) => ({ ...ports, agents: { ...ports.agents, nameOf: () => 'claude' } }),
    turns: 2,
  })
  await using host = play.host()
  const run = host.start('tdd', sampleRun({ batches: [2], asks: 40 }))
  const { result } = await moved(host.settled(run), play.clock)
  expect(result.success).toBe(true)
  expect(began).toEqual(['C1 at 0', 'C2 at 0', 'C2 at 1000', 'C1 at 3600000'])
})
