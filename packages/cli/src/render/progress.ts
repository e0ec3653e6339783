import type { Host } from '@sigma/engine'
import { talk, type World } from '../world.ts'
import { createLive, type Live } from './live.ts'
import { lineOf, lineText, noteLine } from './story.ts'

/** Shows a run while it is played: redrawn in place on a terminal, else a line per event. */
export function createProgress(world: World, host: Host, run: string): Disposable {
  const live = world.stderr.isTTY && world.env['TERM'] !== 'dumb' ? createLive(world, titleOf(host, run)) : null
  const ended = new AbortController()
  const leave = live === null ? () => {} : host.onActivity((activity) => activity.run === run && live.show(activity))
  const told = tell(world, host, run, live, ended.signal)
  return {
    [Symbol.dispose]() {
      leave()
      ended.abort()
      told.flush()
      live?.[Symbol.dispose]()
    },
  }
}

function titleOf(host: Host, run: string): string {
  return `${run} (${host.reader.run(run)?.protocol ?? 'run'}, unsandboxed)`
}

/** Follows the journal. What was written between the last look and the end is told by `flush`. */
function tell(world: World, host: Host, run: string, live: Live | null, signal: AbortSignal): { flush(): void } {
  const view = host.reader.run(run)
  const began = Date.parse(view?.startedAt ?? '') || world.now()
  let events = (view?.events ?? 0) > 1 ? (view?.events ?? 0) : 0
  let notes = host.reader.notes(run).at(-1)?.number ?? 0
  if (events === 0) notes = 0
  const line = (text: string): void => (live === null ? talk(world, text) : live.line(text))
  const flush = (): void => {
    for (const recorded of host.reader.events(run, events)) {
      events = recorded.envelope.sequence
      const told = lineOf(recorded, began)
      if (told !== null && worthALine(recorded.event.kind, live)) line(lineText(told))
    }
    for (const note of host.reader.notes(run, notes)) {
      notes = note.number
      if (live === null) line(lineText(noteLine(note, began)))
    }
  }
  const timer = setInterval(flush, 100)
  timer.unref()
  signal.addEventListener('abort', () => clearInterval(timer), { once: true })
  return { flush }
}

/** On a terminal the beginning of a turn is seen in the redrawn lines. */
const worthALine = (kind: string, live: Live | null): boolean =>
  live === null || (kind !== 'begun' && kind !== 'started')
