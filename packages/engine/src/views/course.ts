/**
 * The course of a run: its journal, read once. Whatever shows runs (status, watch, log, why, what was used) reads it from
 * here, while the run goes on and afterwards.
 */
import type { BlobRef, EventBody, Recorded, TurnName } from '@sigma/protocol'
import type { Placed } from './placed.ts'
import type { Note, Reader } from './views.ts'

export interface Course {
  /** In the order of the journal; a note stands behind the event that it followed from. */
  readonly entries: readonly Entry[]
  /** In the order in which they began. */
  readonly turns: readonly CourseTurn[]
}

/** `placed.effect` has the `at` of an event, where the course was read with its protocol. */
export type Entry = { readonly kind: 'event'; readonly placed: Placed } | { readonly kind: 'note'; readonly note: Note }

/** An event of these kinds. */
export type PlacedAs<Kind extends EventBody['kind']> = Placed & {
  readonly recorded: Recorded & { readonly event: Extract<EventBody, { readonly kind: Kind }> }
}

/** A turn of an agent or a person. */
export interface CourseTurn {
  readonly attempt: string
  /** Null: it was not seen to begin. */
  readonly begun: TurnBeginning | null
  /** Null: it is not over. */
  readonly end: PlacedAs<'answered' | 'failed'> | null
}

export interface TurnBeginning {
  readonly name: TurnName
  /** What was sent. */
  readonly brief: BlobRef
  readonly tick: number
}

export interface Following {
  /** The course as far as it was read. */
  readonly course: Course
  /** Takes in what was recorded since; gives what is new. */
  read(): readonly Entry[]
}

type Source = Pick<Reader, 'events' | 'notes'>
type Place = (recorded: Recorded) => Placed

const unplaced: Place = (recorded) => ({ recorded, effect: null })

/** `place`: with the run's protocol; without it nothing is known of effects, and no protocol is loaded. */
export function following(reader: Source, run: string, place: Place = unplaced): Following {
  const entries: Entry[] = []
  const turns: CourseTurn[] = []
  /** Positions of turns that are not over, by attempt. */
  const open = new Map<string, number>()
  let [sequence, number] = [0, 0]

  function take(placed: Placed): void {
    const { envelope, event } = placed.recorded
    const { attempt, tick } = envelope
    if (attempt === null) return
    if (event.kind === 'begun') {
      open.set(attempt, turns.length)
      turns.push({ attempt, begun: { name: event.turn, brief: event.brief, tick }, end: null })
    } else if (closes(placed)) {
      const at = open.get(attempt)
      open.delete(attempt)
      const end = placed
      // A check that broke fails as well, and is no turn.
      if (at !== undefined) turns[at] = { attempt, begun: turns[at]?.begun ?? null, end }
      else if (end.recorded.event.usage !== undefined) turns.push({ attempt, begun: null, end })
    }
  }

  return {
    course: { entries, turns },
    read: () => {
      const fresh: Entry[] = []
      const events = reader.events(run, sequence)
      // Notes of events that were recorded after these were read wait for those events.
      const notes = reader.notes(run, number)
      for (const recorded of events) {
        const placed = place(recorded)
        take(placed)
        fresh.push({ kind: 'event', placed })
        sequence = recorded.envelope.sequence
        fresh.push(...notesUpTo(sequence))
      }
      fresh.push(...notesUpTo(sequence))
      entries.push(...fresh)
      return fresh

      function notesUpTo(last: number): readonly Entry[] {
        const own = notes.filter((note) => note.number > number && note.sequence <= last)
        number = own.at(-1)?.number ?? number
        return own.map((note) => ({ kind: 'note', note }))
      }
    },
  }
}

/** All of it that is recorded now. */
export function courseOf(reader: Source, run: string, place?: Place): Course {
  const { course, read } = following(reader, run, place)
  read()
  return course
}

/** Those of the run and of all that belong to it as one, in the order of time. Units and attempts of its runs may share names. */
export function familyCourseOf(reader: Source & Pick<Reader, 'family'>, run: string): Course {
  const courses = reader.family(run).map((each) => courseOf(reader, each))
  const [first] = courses
  if (courses.length === 1 && first !== undefined) return first
  const entries = courses.flatMap((each) => each.entries)
  return {
    entries: entries.toSorted((one, other) => timeOf(one) - timeOf(other)),
    turns: courses.flatMap(({ turns }) => turns),
  }
}

const timeOf = (entry: Entry): number =>
  Date.parse(entry.kind === 'note' ? entry.note.at : entry.placed.recorded.envelope.at)

export function eventsOf<Kind extends EventBody['kind']>(
  { entries }: Pick<Course, 'entries'>,
  ...kinds: readonly Kind[]
): readonly PlacedAs<Kind>[] {
  return entries.flatMap((entry) => (entry.kind === 'event' && isAs(entry.placed, kinds) ? [entry.placed] : []))
}

export function isAs<Kind extends EventBody['kind']>(placed: Placed, kinds: readonly Kind[]): placed is PlacedAs<Kind> {
  return kinds.some((kind) => kind === placed.recorded.event.kind)
}

const closes = (placed: Placed): placed is PlacedAs<'answered' | 'failed'> => isAs(placed, ['answered', 'failed'])

export function notesIn({ entries }: Pick<Course, 'entries'>): readonly Note[] {
  return entries.flatMap((entry) => (entry.kind === 'note' ? [entry.note] : []))
}
