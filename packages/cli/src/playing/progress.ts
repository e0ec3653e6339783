import { type Activity, aboutRun, following, type Note, type Placed, placing, plainWords, wordsOf } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { failureOf } from '../errors.ts'
import { nameText, printable } from '../printable.ts'
import { noticeText } from '../render/notices.ts'
import { lineOf, lineText, noteLine, type StoryLine } from '../render/story.ts'
import { ofPart, partName } from '../runs/part-name.ts'
import { talk } from '../world.ts'
import { confinedText, shortConfined } from './confined.ts'
import { createLive, type Live, type Title } from './live.ts'
import { longChecksTold } from './long-checks.ts'
import type { Playing } from './playing.ts'

/** Shows a run while it is played, from the event after `since`: redrawn in place on a terminal, else a line per event. */
export function createProgress(playing: Playing): Disposable {
  const { world, session, run } = playing
  const live = world.stderr.isTTY && world.env['TERM'] !== 'dumb' ? createLive(world, titleOf(playing)) : null
  const shown =
    live === null
      ? longChecksTold(world, beganAt(playing), (each) => nameIn(playing, each))
      : (activity: Activity) => live.show(activity)
  const deaf = live === null ? () => {} : session.onNotice((notice) => live.line(printable(noticeText(notice))))
  const show = (text: string): void => (live === null ? talk(world, text) : live.line(printable(text)))
  const members = new Map<string, Member>()
  /** From the first moment on: what is done before a member is watched is seen by nobody. */
  const meet = (): void => {
    for (const each of session.reader.family(run).filter((name) => !members.has(name)))
      members.set(each, { news: teller(playing, each, live), leave: session.watch(each, shown) })
  }
  const flush = (): void => {
    meet()
    // What several of them did is told in the order in which it happened.
    const lines = [...members.values()].flatMap(({ news }) => news())
    for (const line of lines.toSorted((a, b) => a.elapsedMs - b.elapsedMs)) show(lineText(line))
  }
  meet()
  const timer = setInterval(() => {
    // A store that broke ends the run, and the host says so; here it only means that there is no more to tell.
    if (failureOf(flush) !== null) clearInterval(timer)
  }, 100)
  timer.unref()
  return {
    [Symbol.dispose]() {
      for (const { leave } of members.values()) leave()
      deaf()
      clearInterval(timer)
      // What was written between the last look and the end.
      failureOf(flush)
      live?.[Symbol.dispose]()
    },
  }
}

/** The run, or one of those that belong to it, from when it is seen first. */
interface Member {
  /** What its journal holds since the last look. */
  readonly news: () => readonly StoryLine[]
  leave(): void
}

function titleOf({ place: { folder }, session, run }: Playing): Title {
  const view = session.reader.run(run)
  const units = view === null ? [] : (aboutRun(kits, view)?.units ?? [])
  const withinOf = (unit: string | undefined): string => units.find(({ name }) => name === unit)?.within ?? ''
  return {
    run,
    withinOf,
    partOf: (each) => nameIn({ session, run }, each),
    sandboxOf: () => shortConfined(confinedText(folder, run)),
  }
}

/** What a run is called that the played one began. */
function nameIn({ session: { reader }, run }: Pick<Playing, 'session' | 'run'>, each: string): string {
  const [whole, part] = [reader.run(run), each === run ? null : reader.run(each)]
  return whole === null || part === null ? '' : nameText(partName(whole, part))
}

/** Tells what the journal of one run holds since the last look. */
function teller(playing: Playing, run: string, live: Live | null): () => readonly StoryLine[] {
  const { session } = playing
  const since = playing.since.get(run) ?? 0
  const view = session.reader.run(run)
  const began = beganAt(playing)
  const words = view === null ? plainWords : wordsOf(kits, view)
  const journal = following(session.reader, run, view === null ? undefined : placing(kits, view))
  const known = session.reader.notes(run).findLast(({ sequence }) => sequence <= since)?.number ?? 0
  const eventTold = (placed: Placed): StoryLine | null => {
    const { envelope, event } = placed.recorded
    const isHidden = playing.hidesCalls === true && event.kind === 'called'
    return envelope.sequence > since && !isHidden && worthALine(event.kind, live) ? lineOf(placed, began, words) : null
  }
  const noteTold = (note: Note): StoryLine | null => {
    const isTold = live === null || forPeople.has(note.type) || words.shown.includes(note.type)
    return note.number > known && isTold ? noteLine(note, began) : null
  }
  const name = nameIn(playing, run)
  return () =>
    [...journal.read()].flatMap((entry) => {
      const line = entry.kind === 'note' ? noteTold(entry.note) : eventTold(entry.placed)
      return line === null ? [] : [{ ...line, step: ofPart(name, line.step) }]
    })
}

const beganAt = ({ world, session, run }: Playing): number =>
  Date.parse(session.reader.run(run)?.startedAt ?? '') || world.now()

/** Notes that ask something of whoever looks on, or warn them, whatever the protocol. */
const forPeople: ReadonlySet<string> = new Set(['asked', 'refused-request', 'reminder', 'unwritten'])

/** On a terminal the beginning of a turn is seen in the redrawn lines. */
const worthALine = (kind: string, live: Live | null): boolean =>
  live === null || (kind !== 'begun' && kind !== 'started')
