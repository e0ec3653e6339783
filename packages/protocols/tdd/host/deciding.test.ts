import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { moved } from '../testing/playout.ts'
import { sampleRun } from '../testing/sample-run.ts'
import { type Stage, stage } from '../testing/stage.ts'

/** A run that is blocked in its first turn, so that a person is asked. */
async function blocked(): Promise<{ play: Stage; run: string; id: string }> {
  const play = stage({ script: () => ({ code: 'BL', message: 'No network.' }) })
  await using host = play.host()
  const run = host.start('tdd', sampleRun())
  const { result, decisions } = await moved(host.settled(run), play.clock)
  expect(result).toMatchObject({ success: false, outcome: 'waiting' })
  return { play, run, id: decisions[0]?.id ?? '' }
}

test('a question is named by its run, and waits in the inbox with its expiry', async () => {
  const { play, run, id } = await blocked()
  await using host = play.host()
  expect(id.startsWith(`${run}/`)).toBe(true)
  expect(host.reader.inbox()).toMatchObject([
    { id, consult: { fallback: 'abort' }, askedAt: '2026-11-21T10:15:00.000Z', expiresAt: '2026-11-28T10:15:00.000Z' },
  ])
})

test('an unknown option, an unfit input and an unknown question are refused with the way out', async () => {
  const { play, run, id } = await blocked()
  await using host = play.host()
  const before = host.reader.events(run).length
  expect(() => host.decide({ id, option: 'retry', input: null, by: 'ann' })).toThrow(
    `${id} has no option retry; it has fix, extend, abort.`,
  )
  expect(() => host.decide({ id, option: 'fix', input: {}, by: 'ann' })).toThrow('The input for fix of')
  expect(() => host.decide({ id, option: 'abort', input: { why: 1 }, by: 'ann' })).toThrow('it takes no input')
  expect(() => host.decide({ id: `${run}/nobody`, option: 'abort', input: null, by: 'ann' })).toThrow(
    `No decision named ${run}/nobody.`,
  )
  expect(() => host.decide({ id: 'run-9/x', option: 'abort', input: null, by: 'ann' })).toThrow(
    'There is no run run-9.',
  )
  expect(host.reader.events(run)).toHaveLength(before)
})

test('what an option leads to is walked once as long as the run stands where it stands, and no longer', async () => {
  const { play, run } = await blocked()
  await using host = play.host()
  const [decision] = host.reader.inbox(run)
  if (decision === undefined) throw new Error('Nothing is asked.')
  const first = host.reader.ahead(decision)
  expect([...first.keys()]).toEqual(['fix', 'extend', 'abort'])
  expect(host.reader.ahead(decision)).toBe(first)
  host.decide({ id: decision.id, option: 'abort', input: null, by: 'ann' })
  expect([...host.reader.ahead(decision)]).toEqual([])
})

test('a late decision is refused, naming who decided', async () => {
  const { play, run, id } = await blocked()
  await using host = play.host()
  host.decide({ id: run, option: 'abort', input: null, by: 'ann' })
  expect(host.reader.result(run).outcome).toBe('aborted')
  expect(() => host.decide({ id, option: 'extend', input: null, by: 'bob' })).toThrow(/ann.*abort/)
})

test('a question that nobody answers takes its fallback, once, in a sigma that opens after it expired', async () => {
  const { play, run } = await blocked()
  play.clock.advance(8 * 86_400_000)
  await using host = play.host()
  const decided = host.reader.events(run).filter(({ event }) => event.kind === 'decided')
  expect(decided.map(({ event }) => event)).toMatchObject([{ option: 'abort', by: 'expiry' }])
  expect(host.reader.result(run).outcome).toBe('aborted')
})

test('a wall clock that is set back does not bring the expiry nearer, nor does time run backwards', async () => {
  proves('F58')
  const { play, run } = await blocked()
  play.clock.step(-3_600_000)
  await using host = play.host()
  play.clock.advance(7 * 86_400_000 - 1)
  expect(host.reader.result(run).outcome).toBe('waiting')
  play.clock.advance(1)
  expect(host.reader.result(run).outcome).toBe('aborted')
  const ticks = host.reader.events(run).map(({ envelope }) => envelope.tick)
  expect(ticks).toEqual([...ticks].sort((a, b) => a - b))
})
