import { getEventListeners } from 'node:events'
import { SigmaError } from '@sigma/engine'
import { honest, moved, sampleRun, stage } from '@sigma/protocols/tdd/testing'
import { expect, test } from 'vitest'
import { type PeopleDesk, peopleDesk } from './desk.ts'

test('who answers a turn that somebody else answers meanwhile is told so at once', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const play = stage({
    script: (told) => {
      arrive()
      return held.then(() => honest(told))
    },
  })
  await using host = play.host()
  const run = host.start('tdd', sampleRun())
  await arrived
  const id = host.reader.run(run)?.open[0]?.id ?? ''
  const [answering] = peopleDesk(() => undefined).operations(host)
  const { signal: gone } = new AbortController()
  const late = answering?.handle({ run, id, code: 'GC', message: 'done', by: 'ada' }, { gone, show: () => undefined })
  const began = Date.now()
  const told = expect(late).rejects.toMatchObject({ code: 'not-asked', message: expect.stringContaining('already') })
  release()
  await moved(host.settled(run), play.clock)
  await told
  expect(Date.now() - began).toBeLessThan(30_000)
})

/** A world in which people answer each turn at the desk, and then `answered` is done; `arrived` once the first turn waits. */
function staged(desk: PeopleDesk, answered: (attempt: string) => Promise<void> | void) {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const play = stage({
    ports: (ports) => ({
      ...ports,
      agents: {
        ...ports.agents,
        turn: async (request, signal) => {
          const given = desk.answer(request, signal)
          arrive()
          await given
          await answered(request.attempt)
          return await ports.agents.turn(request, signal)
        },
      },
    }),
  })
  return { play, arrived }
}

test('who answers leaves nothing behind on what tells that they have gone, and having gone already they wait for nothing', async () => {
  const desk = peopleDesk(() => undefined)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { play, arrived } = staged(desk, async (attempt) => {
    if (attempt.startsWith('phase0')) await held
  })
  await using host = play.host()
  const run = host.start('tdd', sampleRun())
  const [answering] = desk.operations(host)
  const answer = async (code: string, gone: AbortSignal): Promise<unknown> => {
    const id = host.reader.run(run)?.open.find(({ kind }) => kind === 'ask')?.id ?? ''
    return await answering?.handle({ run, id, code, message: 'done', by: 'ada' }, { gone, show: () => undefined })
  }
  await arrived
  await expect(answer('P0C', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  const next = new Promise<void>((resolve) => {
    host.onCommitted(() => {
      if (host.reader.run(run)?.open.some(({ id }) => id === 'C1.red.qa')) resolve()
    })
  })
  release()
  await moved(next, play.clock)
  const { signal: gone } = new AbortController()
  expect(await moved(answer('RC', gone), play.clock)).toMatchObject({ kind: 'taken' })
  expect(getEventListeners(gone, 'abort')).toEqual([])
})

test('where work cannot be measured an answer is not taken, and its turn waits as before', async () => {
  let answers = 0
  const missing = new SigmaError('git-missing', 'Git could not be started.', { hint: 'Install git.' })
  const faults = [missing]
  const desk = peopleDesk(() => {
    for (const fault of faults) throw fault
  })
  const { play, arrived } = staged(desk, () => {
    answers += 1
  })
  await using host = play.host()
  const run = host.start('tdd', sampleRun())
  await arrived
  const [answering] = desk.operations(host)
  const id = host.reader.run(run)?.open[0]?.id ?? ''
  const { signal: gone } = new AbortController()
  const answer = async (): Promise<unknown> =>
    await answering?.handle({ run, id, code: 'P0C', message: 'done', by: 'ada' }, { gone, show: () => undefined })
  const before = host.reader.events(run).length
  await expect(answer()).rejects.toBe(missing)
  expect([host.reader.events(run).length, answers]).toEqual([before, 0])
  faults.pop()
  expect(await moved(answer(), play.clock)).toMatchObject({ kind: 'taken' })
})
