import { expect, test } from 'vitest'
import { moved } from '../testing/playout.ts'
import { sampleRun } from '../testing/sample-run.ts'
import { honest } from '../testing/scripts.ts'
import { stage } from '../testing/stage.ts'

test('on a full disk nothing more is acknowledged, and the run goes on once there is room', async () => {
  const play = stage()
  const first = play.host()
  const run = first.start('tdd', sampleRun())
  const [pages] = Object.values(play.disk.sqlite.prepare('PRAGMA page_count').get() ?? {})
  play.disk.sqlite.exec(`PRAGMA max_page_count = ${Number(pages) + 4}`)
  await expect(moved(first.settled(run), play.clock)).rejects.toMatchObject({
    code: 'store-full',
    hint: 'df -h .sigma',
  })
  expect(() => first.start('tdd', sampleRun())).toThrow(expect.objectContaining({ code: 'store-full' }))
  await expect(first.settled(run)).rejects.toMatchObject({ code: 'store-full' })
  await first.stop()
  play.disk.sqlite.exec('PRAGMA max_page_count = 100000')
  await using second = play.host()
  second.resume()
  expect((await moved(second.settled(run), play.clock)).result.success).toBe(true)
})

test('an agent that is limited is left alone, longer each time, and it costs no retry', async () => {
  const at: number[] = []
  const play = stage({
    script: (told) => {
      if (told.phase !== 'GREEN') return honest(told)
      at.push(play.clock.monotonic())
      return at.length <= 6 ? { failure: 'limited' } : honest(told)
    },
  })
  await using host = play.host()
  const { result } = await moved(host.settled(host.start('tdd', sampleRun())), play.clock)
  expect(result.success).toBe(true)
  expect(at.slice(1).map((time, index) => (time - (at[index] ?? 0)) / 1000)).toEqual([30, 60, 120, 240, 480, 600])
})

test('a gate that breaks halts the run with its stack as evidence; it says nothing about the work', async () => {
  const play = stage({
    judge: () => {
      throw new Error('The reporter is gone.')
    },
  })
  await using host = play.host()
  const run = host.start('tdd', sampleRun())
  const { result } = await moved(host.settled(run), play.clock)
  expect(result).toMatchObject({
    outcome: 'halted',
    reasons: [
      { rule: 'broke', message: 'The reporter is gone.', remedy: expect.stringMatching(/^sigma why \S+$/) },
      {},
    ],
  })
  const failed = host.reader.events(run).findLast(({ event }) => event.kind === 'failed')?.event
  const evidence = failed?.kind === 'failed' ? (failed.evidence ?? '') : ''
  expect(Buffer.from(host.reader.blob(evidence)).toString()).toContain('failing.test.ts')
})

test('progress is shown while it happens, and is not journalled', async () => {
  const play = stage({
    judge: (_, acts) => {
      acts('412 of 2,000 tests done')
      return 'pass'
    },
  })
  await using host = play.host()
  const seen: string[] = []
  const leave = host.onActivity(({ stage: what, at, text }) => seen.push(`${what} ${at.phase ?? '-'} ${text}`))
  const run = host.start('tdd', sampleRun())
  await moved(host.settled(run), play.clock)
  leave()
  expect(seen.slice(0, 3)).toEqual(['begun - ', 'acts - 412 of 2,000 tests done', 'over - judged'])
  expect(seen.slice(3, 6)).toEqual(['begun Phase0 ', 'acts Phase0 plays Phase0', 'over Phase0 answered'])
  expect(JSON.stringify(host.reader.events(run))).not.toMatch(/plays Phase0|412 of/)
})
