import { registered } from '@sigma/engine'
import { readerOver, replay, rowOf } from '@sigma/engine/testing'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { verifyChain } from '../../../engine/src/journal/chain.ts'
import { kits } from '../../kits.ts'
import { tdd } from '../machine/tdd.ts'
import { moved } from '../testing/playout.ts'
import { sampleRun } from '../testing/sample-run.ts'
import { type Stage, stage } from '../testing/stage.ts'

async function finished(): Promise<{ play: Stage; run: string }> {
  const play = stage()
  await using host = play.host()
  const run = host.start('tdd', sampleRun())
  await moved(host.settled(run), play.clock)
  return { play, run }
}

test.each([
  ['changed', "UPDATE events SET record = replace(record, 'answered', 'unanswered') WHERE position & 0xffff = 4", 4],
  ['of other effects', "UPDATE events SET effects = x'00' WHERE position & 0xffff = 5", 5],
  ['of another disposition', "UPDATE events SET disposition = 'late' WHERE position & 0xffff = 5", 5],
  ['taken out', 'DELETE FROM events WHERE position & 0xffff = 4', 4],
])('an event that was %s is found and named', async (_what, sql, sequence) => {
  const { play, run } = await finished()
  expect(verifyChain(play.disk.open().database, run)).toMatch(/^[0-9a-f]{64}$/)
  play.disk.sqlite.exec(sql)
  expect(() => verifyChain(play.disk.open().database, run)).toThrow(
    `The journal of ${run} was changed: event ${sequence} does not fit its hash.`,
  )
  await using host = play.host()
  expect(() => host.reader.verify(run, kits)).toThrow(expect.objectContaining({ code: 'chain-broken' }))
  expect(() => host.resume(run)).toThrow(expect.objectContaining({ code: 'chain-broken' }))
})

test('each record stores its schema version; one of a newer version is refused and stays as it is', async () => {
  proves('SIG-34')
  const { play, run } = await finished()
  const schema = () => play.disk.sqlite.prepare("SELECT record ->> '$[0]' AS schema FROM events").all()
  expect(new Set(schema().map((row) => row['schema']))).toEqual(new Set([1]))
  play.disk.sqlite.exec("UPDATE events SET record = json_set(record, '$[0]', 2) WHERE position & 0xffff = 6")
  await using host = play.host()
  expect(() => host.reader.events(run)).toThrow(
    `Event 6 of ${run} has schema version 2; this sigma knows versions up to 1.`,
  )
  expect(schema()[5]).toEqual({ schema: 2 })
})

test('a protocol that wishes for something else than it did is found by replaying', async () => {
  const { play, run } = await finished()
  const { database } = play.disk.open()
  const row = rowOf(database, run)
  if (row === null) throw new Error('There is no run.')
  const other = registered({ ...tdd, step: (state) => ({ state, effects: [] }) })
  expect(() => replay(database, other, row)).toThrow(
    `Replaying ${run}, event 2 (judged baseline.check) has other effects than were recorded; the run is shown, not continued.`,
  )
  using reader = readerOver(database)
  expect(() => reader.verify(run, kits)).not.toThrow()
  expect(() => reader.verify(run, [])).toThrow('This sigma does not know version 1 of the protocol tdd.')
})
