/** Limits, reminders and escalations as a host keeps them: across its deaths, and whatever becomes of the wall clock. */
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { moved } from '../../tdd/testing/playout.ts'
import { type Stage, stage } from '../../tdd/testing/stage.ts'
import { failsOnce, hostedInput, lineOf, mendsIn, messagesIn } from '../testing/hosted.ts'
import { minute } from '../testing/played.ts'

const hour = 60 * minute
const run = 'run-1'
type Host = ReturnType<Stage['host']>

/** A stage on which the fix of the one specialist's failure takes so long. */
const fixingFor = (ms: number): Stage => stage({ script: mendsIn(ms), judge: failsOnce })

const linesAbout = (host: Host, what: RegExp): readonly string[] =>
  messagesIn(host.reader.events(run))
    .map(lineOf)
    .filter((line) => what.test(line))
const reminders = (host: Host): number => linesAbout(host, /^Timeout reminder /).length
const escalations = (host: Host): number => linesAbout(host, /^Escalation /).length

/** Lets everything happen that takes no time. */
async function atOnce({ clock }: Stage, host: Host): Promise<void> {
  const still = moved(host.settled(run), { ...clock, next: () => false })
  await expect(still).rejects.toThrow('Nothing moves')
}

test.each([
  ['the wall clock is left alone', 0],
  ['the wall clock is set back an hour', -hour],
  ['the wall clock is set forward forty days', 40 * 24 * hour],
])('an operation that began 20 of its 30 minutes ago has 10 left after a restart, while %s', async (_, ms) => {
  proves('VAL-64', 'VAL-70', 'VAL-107', 'F26', 'F58')
  const play = fixingFor(10 * hour)
  const { clock } = play
  const first = play.host()
  first.start('validation', hostedInput({ specialists: 1 }), { run })
  await atOnce(play, first)
  clock.advance(15 * minute)
  play.kill()
  clock.step(ms)
  clock.advance(5 * minute)
  await using second = play.host()
  second.resume()
  await atOnce(play, second)
  clock.advance(10 * minute - 1)
  expect(reminders(second)).toBe(0)
  clock.advance(1)
  expect([reminders(second), escalations(second)]).toEqual([1, 0])
  clock.step(-ms)
  clock.advance(5 * minute - 1)
  expect([reminders(second), escalations(second)]).toEqual([1, 0])
  clock.advance(1)
  expect([reminders(second), escalations(second)]).toEqual([1, 1])
  expect(await moved(second.settled(run), clock)).toMatchObject({ result: { outcome: 'waiting' }, decisions: [{}] })
  clock.advance(24 * hour)
  expect([reminders(second), escalations(second)]).toEqual([1, 1])
})

test('time that is over while nobody plays the run is reminded of once, and the grace begins with the reminder', async () => {
  proves('VAL-64', 'VAL-70', 'VAL-107')
  const play = fixingFor(10 * hour)
  const first = play.host()
  first.start('validation', hostedInput({ specialists: 1 }), { run })
  await atOnce(play, first)
  play.kill()
  play.clock.advance(65 * minute)
  await using second = play.host()
  second.resume()
  await atOnce(play, second)
  expect([reminders(second), escalations(second)]).toEqual([1, 0])
  play.clock.advance(5 * minute)
  expect([reminders(second), escalations(second)]).toEqual([1, 1])
})

test('a main agent that never answers is reminded once and escalated once, and its process is ended', async () => {
  proves('F26', 'VAL-72', 'VAL-84')
  const ended: boolean[] = []
  const play = stage({
    script: mendsIn(10 * hour),
    judge: failsOnce,
    ports: (ports) => ({
      ...ports,
      agents: {
        turn: async (request, signal) => {
          const result = await ports.agents.turn(request, signal)
          if (signal.aborted) ended.push(request.codes.includes('FD'))
          return result
        },
      },
    }),
  })
  await using host = play.host()
  host.start('validation', hostedInput({ specialists: 1 }), { run })
  const { decisions } = await moved(host.settled(run), play.clock)
  expect(play.clock.monotonic()).toBe(35 * minute)
  expect(decisions).toMatchObject([{ consult: { question: expect.stringContaining('Timeout exceeded') } }])
  // The grace of whoever is to end.
  await moved(host.drain(), play.clock)
  expect(play.clock.monotonic()).toBe(35 * minute + 10_000)
  expect([reminders(host), escalations(host), ended]).toEqual([1, 1, [true]])
})

test('a result between reminder and escalation is used; one after the escalation is late, and moves nothing', async () => {
  proves('F23', 'VAL-66')
  const inTime = fixingFor(34 * minute)
  await using host = inTime.host()
  host.start('validation', hostedInput({ specialists: 1 }), { run })
  expect((await moved(host.settled(run), inTime.clock)).result).toMatchObject({ outcome: 'completed' })
  expect([reminders(host), escalations(host)]).toEqual([1, 0])
  // Within the grace of its end.
  const late = fixingFor(35 * minute + 5_000)
  await using other = late.host()
  other.start('validation', hostedInput({ specialists: 1 }), { run })
  await moved(other.settled(run), late.clock)
  await moved(other.drain(), late.clock)
  expect(other.reader.events(run).at(-1)?.event).toMatchObject({ kind: 'answered', code: 'FD' })
  expect(other.reader.result(run).outcome).toBe('waiting')
  expect(linesAbout(other, /^Status change /).at(-1)).toContain('ESCALATED')
})

test('what is late and left running is kept with the question when it comes, and moves nothing', async () => {
  proves('F23', 'VAL-67', 'VAL-72')
  const play = fixingFor(50 * minute)
  await using host = play.host()
  host.start('validation', hostedInput({ specialists: 1, late: 'leave' }), { run })
  await moved(host.settled(run), play.clock)
  expect(play.clock.monotonic()).toBe(50 * minute)
  expect(linesAbout(host, /^Late result /)).toHaveLength(1)
  expect([reminders(host), escalations(host), host.reader.result(run).outcome]).toEqual([1, 1, 'waiting'])
})
