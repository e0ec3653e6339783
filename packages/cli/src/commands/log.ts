import { following, placing, type Reader, type RunView, wordsOf } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { locate } from '../project/place.ts'
import { lineOf, lineText, noteLine } from '../render/story.ts'
import { shownRun } from '../runs/chosen-run.ts'
import { runReaderOf } from '../runs/reader.ts'
import { print, printJson, talk, type World } from '../world.ts'
import { command } from './command.ts'
import { jsonFlag, someRun, toggle } from './flags.ts'

export const logCommand = command({
  brief: 'Tell the story of a run: turns, measurements, decisions, notes',
  flags: { follow: toggle('Go on until the run has ended'), json: jsonFlag },
  aliases: { f: 'follow' },
  takes: [someRun('Run or module; without it the latest run')],
  plays: async ({ world }, { follow, json }, word) => {
    using reader = runReaderOf(locate(world).folder)
    const run = shownRun(world, reader, word)
    if (!json) talk(world, `${run.run}: ${run.protocol} ${run.subject ?? ''}, begun ${run.startedAt}`)
    const tell = teller(world, reader, run, json)
    if (!follow) {
      tell()
      reader.intact(run.run)
      return 0
    }
    for await (const _recorded of reader.follow(run.run, 0, world.signal)) tell()
    return world.signal.aborted ? 130 : 0
  },
})

/** Tells what is new: events, and after each the notes that followed from it. */
function teller(world: World, reader: Reader, run: RunView, json: boolean): () => void {
  const began = Date.parse(run.startedAt)
  const words = wordsOf(kits, run)
  const journal = following(reader, run.run, placing(kits, run))
  return () => {
    for (const entry of journal.read()) {
      if (json) printJson(world, entry.kind === 'note' ? { note: entry.note } : entry.placed.recorded)
      else {
        const line = entry.kind === 'note' ? noteLine(entry.note, began) : lineOf(entry.placed, began, words)
        if (line !== null) print(world, lineText(line))
      }
    }
  }
}
