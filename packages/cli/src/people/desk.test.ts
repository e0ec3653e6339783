import { honest, moved, sampleRun, stage } from '@sigma/engine/testing'
import { expect, test } from 'vitest'
import { peopleDesk } from './desk.ts'

test('who answers a turn that somebody else answers meanwhile is told so at once', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const play = stage({ script: (told) => held.then(() => honest(told)) })
  await using host = play.host()
  const run = host.start('tdd', sampleRun())
  const id = host.reader.run(run)?.open[0]?.id ?? ''
  const [answering] = peopleDesk().operations(host)
  const { signal: gone } = new AbortController()
  const late = answering?.handle({ run, id, code: 'GC', message: 'done', by: 'ada' }, { gone, show: () => undefined })
  const began = Date.now()
  const told = expect(late).rejects.toMatchObject({ code: 'not-asked', message: expect.stringContaining('already') })
  release()
  await moved(host.settled(run), play.clock)
  await told
  expect(Date.now() - began).toBeLessThan(30_000)
})
