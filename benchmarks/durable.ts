/** Events a second, each flushed before it is answered, against the disk: append 256 bytes and fsync, in the same run. */
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { grown, openLoop, playSteps } from './loop.ts'
import { type Figure, inTurn, median, perSecond, type Scale } from './measure.ts'

const batch = 250

export async function* durable(folder: string, scale: Scale): AsyncGenerator<Figure> {
  const raw = openSync(join(folder, 'raw'), 'a')
  const record = Buffer.alloc(256, 'x')
  await using host = await openLoop(join(folder, '.sigma'))
  // Runs of the length that a module's run has; the disk's pace is what is asked for, not that of one endless run.
  const taken = await inTurn(scale({ whole: 15, short: 1 }), {
    ours: () => playSteps(host, host.start('loop', null), batch, grown),
    disk: () => {
      for (let done = 0; done < batch; done += 1) {
        writeSync(raw, record)
        fsyncSync(raw)
      }
    },
  })
  closeSync(raw)
  rmSync(join(folder, 'raw'))
  const [mine, disk] = [(batch / median(taken('ours'))) * 1_000, (batch / median(taken('disk'))) * 1_000]
  yield {
    name: 'durable events, against append + fsync',
    value: mine / disk,
    goal: { kind: 'at least', value: 0.5 },
    detail: `${perSecond(mine)} against ${perSecond(disk)}, one at a time`,
  }
}
