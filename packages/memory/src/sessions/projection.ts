/**
 * The dialogues of a run, read from its journal: each answer that was taken is one observation (DPTR-69), and so is each
 * text that an agent stored, in the order of their commits (DPTR-32). What holds:
 *
 *  1. The same journal gives the same dialogues, however often and by whomever it is read.
 *  2. Round or phase, agent and status come from the ask and the event, never from what was said (DPTR-39).
 *  3. A dialogue is there from its first ask on, and is never another run's.
 */
import {
  type Entry,
  type Fold,
  following,
  type Kit,
  type Note,
  protocolOf,
  type Reader,
  type SessionPlace,
} from '@sigma/engine'
import type { Ask, Open, Recorded } from '@sigma/protocol'
import { type Observation, openStatus } from './observation.ts'
import type { Observed, Session } from './session.ts'
import { storedIn } from './stored.ts'

export interface RunSessions {
  /** As far as is recorded now, in the order in which they began. */
  read(): ReadonlyMap<string, Session>
  /** The turn of this attempt, as it was asked; null: it belongs to no dialogue. */
  turn(attempt: string): SessionTurn | null
}

export interface SessionTurn {
  readonly ask: Ask
  readonly place: SessionPlace
}

export type SessionSource = Pick<Reader, 'run' | 'events' | 'notes'>

/** Null: there is no such run, its turns belong to no dialogue, or this sigma cannot read it. */
export function sessionsInRun(reader: SessionSource, kits: readonly Kit[], run: string): RunSessions | null {
  const view = reader.run(run)
  const kit = view === null ? null : protocolOf(kits, view)
  if (view === null || kit?.sessions === undefined || kit.about(view.input) === null) return null
  const sessionOf = kit.sessions
  const journal = following(reader, run)
  const turns = new Map<string, SessionTurn>()
  const sessions = new Map<string, Session>()
  let fold: Fold = kit.fresh

  function take(entry: Entry): void {
    if (entry.kind === 'event') happened(entry.placed.recorded)
    else kept(entry.note)
  }

  function happened(recorded: Recorded): void {
    const { envelope, event } = recorded
    const { advance, fold: next } = fold.next(recorded)
    fold = next
    // An answer that came too late, or twice, is none.
    if (event.kind === 'answered' && advance.disposition === 'applied')
      observe(envelope.attempt, envelope.at, { status: `→${event.code}`, content: event.message })
    for (const open of Object.values(advance.kernel.open)) opened(open)
  }

  function kept(note: Note): void {
    const stored = storedIn(note)
    for (const content of stored?.contents ?? [])
      observe(stored?.attempt ?? null, note.at, { status: openStatus, content })
  }

  function opened({ attempt, effect }: Open): void {
    if (effect.kind !== 'ask' || turns.has(attempt)) return
    const place = sessionOf(effect)
    if (place === null) return
    turns.set(attempt, { ask: effect, place })
    const { session, type } = place
    if (!sessions.has(session)) sessions.set(session, { session, type, run, observations: [] })
  }

  function observe(attempt: string | null, at: string, said: Pick<Observation, 'status' | 'content'>): void {
    const place = attempt === null ? undefined : turns.get(attempt)?.place
    const session = place === undefined ? undefined : sessions.get(place.session)
    if (attempt === null || place === undefined || session === undefined) return
    const observed: Observed = { mark: place.mark, agent: place.agent, ...said, attempt, at }
    sessions.set(session.session, { ...session, observations: [...session.observations, observed] })
  }

  const read = (): ReadonlyMap<string, Session> => {
    for (const entry of journal.read()) take(entry)
    return sessions
  }

  return {
    read,
    turn: (attempt) => {
      read()
      return turns.get(attempt) ?? null
    },
  }
}
