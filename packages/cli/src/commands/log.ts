import { setTimeout as sleep } from 'node:timers/promises'
import { type Entry, following, placing, protocolOf, type Reader, type RunView, wordsOf } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { wrongCommandLine } from '../errors.ts'
import { nameText } from '../printable.ts'
import { locate } from '../project/place.ts'
import { lineOf, lineText, noteLine, type StoryLine } from '../render/story.ts'
import { storyMarkdown } from '../render/story-markdown.ts'
import { shownRun } from '../runs/chosen-run.ts'
import { merged } from '../runs/merged.ts'
import { ofPart, partName } from '../runs/part-name.ts'
import { runReaderOf } from '../runs/reader.ts'
import { print, printJson, talk, type World } from '../world.ts'
import { command } from './command.ts'
import { jsonFlag, someRun, toggle } from './flags.ts'

const pollMs = 100

export const logCommand = command({
  brief: 'Tell the story of a run: turns, measurements, decisions, notes',
  about:
    'Tells the story of a run and of those that it is made of, in the order in which it happened: turns, measurements, decisions, notes. With --markdown it is a document: where a protocol has a form of its own for its log, in that form, else a table. With --json each event is a line as its journal has it, with its run in `envelope`, and each note a line with `run` and `note`.',
  flags: {
    follow: toggle('Go on until the run has ended'),
    markdown: toggle('Print Markdown, as the run stands'),
    json: jsonFlag,
  },
  aliases: { f: 'follow' },
  takes: [someRun('Run or module; without it the latest run')],
  plays: async ({ world }, { follow, markdown, json }, word) => {
    if (markdown && (follow || json))
      throw wrongCommandLine(
        `--markdown prints a whole document, so --${follow ? 'follow' : 'json'} says nothing there.`,
        'sigma log --markdown',
      )
    using reader = runReaderOf(locate(world).folder)
    const run = shownRun(world, reader, word)
    if (markdown) {
      print(world, (await ownLog(reader, run)) ?? storyMarkdown(run, familyStory(reader, run)))
      for (const each of reader.family(run.run)) reader.intact(each)
      return 0
    }
    if (!json) talk(world, `${run.run}: ${whatOf(run)}, begun ${run.startedAt}`)
    const tell = json ? recordsOf(world, reader, run) : storyOf(world, reader, run)
    while (!world.signal.aborted) {
      // Status first: what ends the run is then among the lines.
      const goesOn = follow && reader.run(run.run)?.status !== 'ended'
      tell()
      if (!goesOn) break
      await sleep(pollMs, undefined, { signal: world.signal }).catch(() => undefined)
    }
    for (const each of reader.family(run.run)) reader.intact(each)
    return world.signal.aborted ? 130 : 0
  },
})

/** Prints what is new of the run and of those that belong to it, as their journals have it. */
function recordsOf(world: World, reader: Reader, run: RunView): () => void {
  return tellerOf(
    reader,
    run,
    (view) => newsOf(reader, view),
    timeOf,
    ({ run: of, entry }) =>
      printJson(world, entry.kind === 'note' ? { run: of, note: entry.note } : entry.placed.recorded),
  )
}

interface News {
  readonly run: string
  readonly entry: Entry
}

function newsOf(reader: Reader, view: RunView): () => readonly News[] {
  const journal = following(reader, view.run, placing(kits, view))
  return () => [...journal.read()].map((entry) => ({ run: view.run, entry }))
}

const timeOf = ({ entry }: News): number =>
  Date.parse(entry.kind === 'note' ? entry.note.at : entry.placed.recorded.envelope.at)

/** In the form that its protocol has; null: it has none, or the run cannot be read. */
async function ownLog(reader: Reader, run: RunView): Promise<string | null> {
  const writes = await protocolOf(kits, run)?.log?.()
  return writes?.(reader, run)?.trimEnd() ?? null
}

/** All that is recorded of the run and of those that belong to it. */
function familyStory(reader: Reader, run: RunView): readonly StoryLine[] {
  const lines: StoryLine[] = []
  storyTo(reader, run, (line) => lines.push(line))()
  return lines
}

/** Tells what is new in a few words: events, and after each the notes that followed from it. */
const storyOf = (world: World, reader: Reader, run: RunView): (() => void) =>
  storyTo(reader, run, (line) => print(world, lineText(line)))

function storyTo(reader: Reader, run: RunView, tell: (line: StoryLine) => void): () => void {
  const began = Date.parse(run.startedAt)
  return tellerOf(
    reader,
    run,
    (view) => linesOf(reader, view, began, nameText(partName(run, view))),
    ({ elapsedMs }) => elapsedMs,
    tell,
  )
}

/** Tells what is new of the run and of those that belong to it, in the order in which it happened. */
function tellerOf<Item>(
  reader: Reader,
  run: RunView,
  newsIn: (view: RunView) => () => readonly Item[],
  at: (item: Item) => number,
  tell: (item: Item) => void,
): () => void {
  const members = new Map<string, () => readonly Item[]>()
  return () => {
    for (const each of reader.family(run.run)) {
      const view = reader.run(each)
      if (view !== null && !members.has(each)) members.set(each, newsIn(view))
    }
    const lists = [...members.values()].map((news) => news())
    for (const item of merged(lists, at)) tell(item)
  }
}

/** `name`: what the run is called where it is a part of another. */
function linesOf(reader: Reader, run: RunView, began: number, name: string): () => readonly StoryLine[] {
  const news = newsOf(reader, run)
  const words = wordsOf(kits, run)
  return () =>
    news().flatMap(({ entry }) => {
      const line = entry.kind === 'note' ? noteLine(entry.note, began) : lineOf(entry.placed, began, words)
      return line === null ? [] : [{ ...line, step: ofPart(name, line.step) }]
    })
}

const whatOf = ({ protocol, subject }: RunView): string => `${protocol} ${subject ?? ''}`.trim()
