import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { moved } from '../testing/playout.ts'
import { sampleRun } from '../testing/sample-run.ts'
import { type Stage, stage } from '../testing/stage.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const turnLimitMs = 1_800_000
const expiryMs = 7 * dayMs

/** What people and time servers do to the wall clock of a living host. */
const steps = [-hourMs, 40 * dayMs]

test.each(steps)(
  'a wall clock stepped by %i ms ends no turn early or late, and events keep their order',
  async (ms) => {
    proves('F58')
    const play = stage({
      script: (told) => {
        play.clock.step(ms)
        return { code: told.codes[0] ?? 'EX', ms: 10 * turnLimitMs }
      },
    })
    await using host = play.host()
    const run = host.start('tdd', sampleRun())
    await moved(host.settled(run), play.clock)
    const events = host.reader.events(run)
    expect(events.at(-1)).toMatchObject({
      event: { kind: 'failed', cause: 'timeout' },
      envelope: { tick: turnLimitMs },
    })
    expect(events.map(({ envelope }) => envelope.tick)).toEqual(events.map((_, at) => (at < 3 ? 0 : turnLimitMs)))
  },
)

test.each(steps)('a wall clock stepped by %i ms expires no decision early or late', async (ms) => {
  proves('F58')
  const play: Stage = stage({ script: () => ({ code: 'BL', message: 'No network.' }) })
  await using host = play.host()
  const run = host.start('tdd', sampleRun())
  await moved(host.settled(run), play.clock)
  play.clock.step(ms)
  play.clock.advance(expiryMs - 1)
  expect(host.reader.result(run).outcome).toBe('waiting')
  play.clock.advance(1)
  expect(host.reader.result(run).outcome).toBe('aborted')
  const events = host.reader.events(run)
  expect(events.find(({ event }) => event.kind === 'decided')?.envelope.tick).toBe(expiryMs)
})
