import { setTimeout as sleep } from 'node:timers/promises'
import { following, placing, type Reader, type RunView, wordsOf } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { locate } from '../project/place.ts'
import { lineOf, lineText, noteLine, type StoryLine } from '../render/story.ts'
import { shownRun } from '../runs/chosen-run.ts'
import { runReaderOf } from '../runs/reader.ts'
import { print, printJson, talk, type World } from '../world.ts'
import { command } from './command.ts'
import { jsonFlag, someRun, toggle } from './flags.ts'

const pollMs = 100

export const logCommand = command({
  brief: 'Tell the story of a run: turns, measurements, decisions, notes',
  flags: { follow: toggle('Go on until the run has ended'), json: jsonFlag },
  aliases: { f: 'follow' },
  takes: [someRun('Run or module; without it the latest run')],
  plays: async ({ world }, { follow, json }, word) => {
    using reader = runReaderOf(locate(world).folder)
    const run = shownRun(world, reader, word)
    if (!json) talk(world, `${run.run}: ${whatOf(run)}, begun ${run.startedAt}`)
    const tell = json ? recordsOf(world, reader, run) : storyOf(world, reader, run)
    while (!world.signal.aborted) {
      // Status first: what ends the run is then among the lines.
      const goesOn = follow && reader.run(run.run)?.status !== 'ended'
      tell()
      if (!goesOn) break
      await sleep(pollMs, undefined, { signal: world.signal }).catch(() => undefined)
    }
    reader.intact(run.run)
    return world.signal.aborted ? 130 : 0
  },
})

/** Prints what is new in the run's journal, as it is there. */
function recordsOf(world: World, reader: Reader, run: RunView): () => void {
  const journal = following(reader, run.run, placing(kits, run))
  return () => {
    for (const entry of journal.read())
      printJson(world, entry.kind === 'note' ? { note: entry.note } : entry.placed.recorded)
  }
}

/** Tells what is new of the run and of those that belong to it, in the order in which it happened: events, and after each the notes that followed from it. */
function storyOf(world: World, reader: Reader, run: RunView): () => void {
  const began = Date.parse(run.startedAt)
  const members = new Map<string, () => readonly StoryLine[]>()
  return () => {
    for (const each of reader.family(run.run)) {
      const view = reader.run(each)
      if (view !== null && !members.has(each)) members.set(each, linesOf(reader, view, began))
    }
    const lines = [...members.values()].flatMap((news) => news())
    for (const line of lines.toSorted((a, b) => a.elapsedMs - b.elapsedMs)) print(world, lineText(line))
  }
}

function linesOf(reader: Reader, run: RunView, began: number): () => readonly StoryLine[] {
  const words = wordsOf(kits, run)
  const journal = following(reader, run.run, placing(kits, run))
  return () =>
    [...journal.read()].flatMap(
      (entry) => (entry.kind === 'note' ? noteLine(entry.note, began) : lineOf(entry.placed, began, words)) ?? [],
    )
}

const whatOf = ({ protocol, subject }: RunView): string => `${protocol} ${subject ?? ''}`.trim()
