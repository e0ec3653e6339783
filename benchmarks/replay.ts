/** A long run taken up again: every event read, its hash proved, folded, and what follows from it compared. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
// biome-ignore lint/correctness/noUnresolvedImports: built into Node, but unknown to the linter
import { DatabaseSync } from 'node:sqlite'
import { openLoop, playSteps } from './loop.ts'
import { type Figure, inTurn, median, ms, type Scale } from './measure.ts'

export async function* replay(parent: string, scale: Scale): AsyncGenerator<Figure> {
  const events = scale({ whole: 100_000, short: 200 })
  const folder = join(parent, '.sigma')
  {
    await using host = await openLoop(folder)
    await playSteps(host, host.start('loop', null, { run: 'long' }), events, 0)
  }
  const inside: number[] = []
  const taken = await inTurn(scale({ whole: 7, short: 1 }), {
    ours: async () => {
      await using host = await openLoop(folder)
      const began = performance.now()
      host.resume('long')
      inside.push(performance.now() - began)
    },
    floor: () => readAll(join(folder, 'sigma.db'), events),
  })
  const [mine, floor] = [median(inside), median(taken('floor'))]
  yield {
    name: 'replay of a long run, seconds for 100,000 events',
    value: mine / events / 0.01,
    goal: { kind: 'at most', value: 1 },
    detail: `${ms(mine)} for ${events.toLocaleString('en')}; ${(mine / floor).toFixed(1)} times what reading, parsing and hashing these rows takes at least (${ms(floor)})`,
  }
}

/** What cannot be left out: every row out of SQLite, parsed, and its hash. */
function readAll(file: string, events: number): void {
  const database = new DatabaseSync(file, { readOnly: true })
  let count = 0
  for (const { record } of database.prepare('SELECT record FROM events ORDER BY 1').iterate()) {
    createHash('sha256').update(String(record)).digest('hex')
    JSON.parse(String(record))
    count += 1
  }
  database.close()
  if (count <= events) throw new Error(`${events} events were to be read, not ${count}.`)
}
