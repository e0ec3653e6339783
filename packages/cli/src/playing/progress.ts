import {
  aboutRun,
  following,
  type Note,
  type Placed,
  placing,
  plainWords,
  type Session,
  SigmaError,
  wordsOf,
} from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { printable } from '../printable.ts'
import type { Place } from '../project/place.ts'
import { noticeText } from '../render/notices.ts'
import { type Line, lineOf, lineText, noteLine } from '../render/story.ts'
import { talk, type World } from '../world.ts'
import { confinedText, shortConfined } from './confined.ts'
import { createLive, type Live, type Title } from './live.ts'

/** Shows a run while it is played, from the event after `since`: redrawn in place on a terminal, else a line per event. */
export function createProgress(
  world: World,
  { folder }: Place,
  session: Session,
  run: string,
  since: number,
): Disposable {
  const live =
    world.stderr.isTTY && world.env['TERM'] !== 'dumb' ? createLive(world, titleOf(folder, session, run)) : null
  const ended = new AbortController()
  const leave = live === null ? () => {} : session.watch(run, (activity) => live.show(activity))
  const deaf = live === null ? () => {} : session.onNotice((notice) => live.line(printable(noticeText(notice))))
  const told = tell(world, session, { run, since, live }, ended.signal)
  return {
    [Symbol.dispose]() {
      leave()
      deaf()
      ended.abort()
      told.flush()
      live?.[Symbol.dispose]()
    },
  }
}

function titleOf(folder: string, { reader }: Session, run: string): Title {
  const view = reader.run(run)
  const units = view === null ? [] : (aboutRun(kits, view)?.units ?? [])
  const withinOf = (unit: string | undefined): string => units.find(({ name }) => name === unit)?.within ?? ''
  return { run, withinOf, sandboxOf: () => shortConfined(confinedText(folder, run)) }
}

interface Telling {
  readonly run: string
  readonly since: number
  readonly live: Live | null
}

/** Follows the journal. What was written between the last look and the end is told by `flush`. */
function tell(world: World, session: Session, { run, since, live }: Telling, signal: AbortSignal): { flush(): void } {
  const view = session.reader.run(run)
  const began = Date.parse(view?.startedAt ?? '') || world.now()
  const words = view === null ? plainWords : wordsOf(kits, view)
  const journal = following(session.reader, run, view === null ? undefined : placing(kits, view))
  const known = session.reader.notes(run).findLast(({ sequence }) => sequence <= since)?.number ?? 0
  const line = (text: string): void => (live === null ? talk(world, text) : live.line(printable(text)))
  const eventTold = (placed: Placed): Line | null => {
    const { envelope, event } = placed.recorded
    return envelope.sequence > since && worthALine(event.kind, live) ? lineOf(placed, began, words) : null
  }
  const noteTold = (note: Note): Line | null => {
    const isTold = live === null || forPeople.has(note.type) || words.shown.includes(note.type)
    return note.number > known && isTold ? noteLine(note, began) : null
  }
  const read = (): void => {
    for (const entry of journal.read()) {
      const told = entry.kind === 'note' ? noteTold(entry.note) : eventTold(entry.placed)
      if (told !== null) line(lineText(told))
    }
  }
  // A store that broke ends the run, and the host says so; here it only means that there is no more to tell.
  const flush = (): void => {
    try {
      read()
    } catch (error) {
      clearInterval(timer)
      if (!(error instanceof SigmaError)) throw error
    }
  }
  const timer = setInterval(flush, 100)
  timer.unref()
  signal.addEventListener('abort', () => clearInterval(timer), { once: true })
  return { flush }
}

/** Notes that ask something of whoever looks on, or warn them, whatever the protocol. */
const forPeople: ReadonlySet<string> = new Set(['asked', 'refused-request'])

/** On a terminal the beginning of a turn is seen in the redrawn lines. */
const worthALine = (kind: string, live: Live | null): boolean =>
  live === null || (kind !== 'begun' && kind !== 'started')
