/** What people mean by a word after `sigma why`: a unit or step of the latest run, one of a run named before a `/`, or a whole run. */
import {
  aboutRun,
  type Course,
  isOfUnit,
  type Placed,
  type Reader,
  type RunView,
  type Unit,
  unitNamed,
  workName,
} from '@sigma/engine'
import { nearest } from '@sigma/engine/reading'
import { kits } from '@sigma/protocols'
import { stepText } from '../render/place.ts'
import { shownRun } from './chosen-run.ts'
import { isUnfinished, runsNamed } from './runs.ts'
import { placedCourse } from './span.ts'

export interface Subject {
  readonly run: RunView
  readonly course: Course
  /** The run's events that are meant. */
  readonly events: readonly Placed[]
  /** True: one step alone was named, so passes of it are shown too. */
  readonly isStep: boolean
}

/** What was meant instead, where nothing is called so. */
export interface NoSubject {
  readonly word: string
  readonly run: RunView
  readonly nearest: string | null
}

/** Fails with `no-runs`. */
export function subjectOf(reader: Reader, word: string): Subject | NoSubject {
  const runs = reader.runs()
  const named = runs.find(({ run }) => word === run || word.startsWith(`${run}/`))
  const run = named ?? runs.find(isUnfinished) ?? shownRun(reader, undefined)
  const course = placedCourse(reader, run)
  const events = eventsIn(course)
  if (named !== undefined && word === named.run) return { run, course, events, isStep: false }
  const rest = named === undefined ? word : word.slice(named.run.length + 1)
  const matched = matching(run, events, rest)
  if (matched !== null) return { run, course, ...matched }
  const [other] = named === undefined ? runsNamed(reader, word) : []
  if (other !== undefined) {
    const course = placedCourse(reader, other)
    return { run: other, course, events: eventsIn(course), isStep: false }
  }
  const names = unitsOf(run).flatMap(({ name, aliases }) => [name, ...aliases])
  return { word: rest, run, nearest: nearest(rest, [...idsIn(events), ...names]) }
}

/** The events that are about an effect. */
function eventsIn({ entries }: Course): readonly Placed[] {
  const placed = entries.flatMap((entry) => (entry.kind === 'event' ? [entry.placed] : []))
  return placed.filter(({ recorded }) => 'id' in recorded.event)
}

/** A place is named by the words that are shown of it, with dots between them, or by an id as it is. */
function matching(run: RunView, events: readonly Placed[], word: string): Omit<Subject, 'run' | 'course'> | null {
  const unit = unitNamed(unitsOf(run), word)
  if (unit !== null) {
    return { events: events.filter(({ effect }) => effect !== null && isOfUnit(effect.at, unit)), isStep: false }
  }
  const isNamed = ({ recorded: { event } }: Placed): boolean => 'id' in event && event.id === word
  // A decision is about the work it was asked at, its measurement included.
  const effects = [...run.open, ...events.flatMap(({ effect }) => effect ?? [])]
  const decision = effects.find(({ id, kind }) => id === word && kind === 'consult')
  const work = decision === undefined ? word : dotted(workName(decision.at))
  const meant = events.filter((placed) => isNamed(placed) || isAt(placed, work))
  return meant.length === 0 ? null : { events: meant, isStep: decision === undefined && events.some(isNamed) }
}

function isAt({ effect }: Placed, work: string): boolean {
  const place = effect === null ? '' : dotted(stepText(effect.at))
  return place === work || place.startsWith(`${work}.`)
}

const dotted = (words: string): string => words.replaceAll(' ', '.')

const idsIn = (events: readonly Placed[]): readonly string[] => [
  ...new Set(events.flatMap(({ recorded: { event } }) => ('id' in event ? [event.id] : []))),
]

function unitsOf(run: RunView): readonly Unit[] {
  return aboutRun(kits, run)?.units ?? []
}
