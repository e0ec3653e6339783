import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { moved } from '../testing/playout.ts'
import { sampleRun } from '../testing/sample-run.ts'
import type { Told } from '../testing/scripted-agents.ts'
import { honest } from '../testing/scripts.ts'
import { stage } from '../testing/stage.ts'

test('after a death in the middle of a phase only the unfinished turn is asked again, and the barrier still waits', async () => {
  proves('DPTR-85', 'DPTR-103')
  const turns: Told[] = []
  const play = stage({
    script: async (told) => {
      turns.push(told)
      return { ...(await honest(told)), ms: told.cycle === 2 ? 50_000 : 1000 }
    },
  })
  const first = play.host()
  const run = first.start('tdd', sampleRun({ batches: [2] }))
  const isRed = (): boolean => first.reader.verdicts(run).some(({ gate }) => gate === 'red')
  const stuck = moved(first.settled(run), { ...play.clock, next: () => !isRed() && play.clock.next() })
  await expect(stuck).rejects.toThrow('Nothing moves')

  play.kill()
  await using second = play.host()
  second.resume()
  const { result } = await moved(second.settled(run), play.clock)
  expect(result).toMatchObject({ success: true, outcome: 'completed' })
  const names = turns.map(({ phase, cycle }) => `${phase} C${cycle}`)
  expect(names.slice(0, 6)).toEqual(['Phase0 C0', 'RED C1', 'RED C2', 'RED C2', 'GREEN C1', 'GREEN C2'])
  const red = second.reader.events(run).filter(({ event }) => 'id' in event && event.id === 'C2.red.qa')
  expect(red.map(({ event }) => event)).toMatchObject([
    { kind: 'begun' },
    { kind: 'failed', cause: 'interrupted' },
    { kind: 'begun' },
    { kind: 'answered', code: 'RC' },
  ])
})

test('an interrupted turn resumes the session that its agent had', async () => {
  const sessions: (string | null)[] = []
  const play = stage({
    script: async (told) => {
      sessions.push(told.request.session)
      return { ...(await honest(told)), ms: 1000 }
    },
  })
  const first = play.host()
  const run = first.start('tdd', sampleRun())
  await expect(moved(first.settled(run), { ...play.clock, next: () => false })).rejects.toThrow('Nothing moves')
  play.kill()
  await using second = play.host()
  second.resume()
  await moved(second.settled(run), play.clock)
  expect(sessions.slice(0, 2)).toEqual([null, 'session of phase0@2'])
})

test('an orderly stop ends what is performed, records nothing of it, and leaves the run resumable', async () => {
  const aborted: boolean[] = []
  const play = stage({
    script: async (told) => ({ ...(await honest(told)), ms: 1000 }),
    ports: (ports) => ({
      ...ports,
      agents: {
        turn: async (request, signal) => {
          const result = await ports.agents.turn(request, signal)
          aborted.push(signal.aborted)
          return result
        },
      },
    }),
  })
  const first = play.host()
  const run = first.start('tdd', sampleRun())
  const settled = first.settled(run).catch((error: unknown) => error)
  await expect(moved(settled, { ...play.clock, next: () => false })).rejects.toThrow('Nothing moves')
  await moved(first.stop(), play.clock)
  expect(await settled).toMatchObject({ code: 'host-stopped' })
  await using second = play.host()
  expect(second.reader.result(run)).toMatchObject({ success: false, outcome: 'halted', reasons: [{ rule: 'stopped' }] })
  expect(second.resume()).toEqual([run])
  const { result } = await moved(second.settled(run), play.clock)
  expect(result.success).toBe(true)
  expect(aborted.filter(Boolean)).toHaveLength(1)
})

test('a host that does not resume a run performs nothing of it', async () => {
  let turns = 0
  const play = stage({
    script: async (told) => {
      turns += 1
      return turns === 1 ? { failure: 'crash' } : honest(told)
    },
  })
  const first = play.host()
  const run = first.start('tdd', sampleRun())
  const { decisions } = await moved(first.settled(run), play.clock)
  await first.stop()
  const second = play.host()
  second.decide({ id: decisions[0]?.id ?? '', option: 'resume', input: null, by: 'person' })
  await second.stop()
  expect(turns).toBe(1)
  await using third = play.host()
  third.resume()
  await moved(third.settled(run), play.clock)
  expect(turns).toBeGreaterThan(1)
})
