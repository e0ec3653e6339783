import { locate } from '../project/place.ts'
import { readerOf } from '../runs/reader.ts'
import { findRuns } from '../runs/runs.ts'
import { report } from '../watch/report.ts'
import { watching } from '../watch/watching.ts'
import { command } from './command.ts'
import { jsonFlag, someRun, toggle } from './flags.ts'

export const watchCommand = command({
  brief: 'Watch runs and their agents live; stop one, answer, read its log',
  about:
    'Watches runs, how far they are, and each agent: what it does, for how long, when it was last heard of, its model and tokens, why it waits, what looks wrong. Keys choose, stop a run, answer a decision, open a log; ? tells them. It only looks on: runs go on without it. Where there is no terminal to draw on it prints how things stand, once, or with --follow again whenever that has changed.',
  flags: { follow: toggle('Print again whenever something has changed, instead of drawing'), json: jsonFlag },
  aliases: { f: 'follow' },
  takes: [someRun('Run or module; without it all')],
  plays: ({ world, play }, flags, run) => {
    const place = locate(world)
    if (run !== undefined) knownIn(place.folder, run)
    const open = flags.json || flags.follow ? undefined : world.screen
    return open === undefined ? report(world, place, run, flags) : watching({ world, play }, place, run, open)
  },
})

/** Fails with `no-such-run`. Where there are no runs at all, one may come to be. */
function knownIn(folder: string, word: string): void {
  using reader = readerOf(folder)
  if (reader !== null && reader.runs().length > 0) findRuns(reader, word)
}
