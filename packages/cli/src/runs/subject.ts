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
  wordsOf,
  workName,
} from '@sigma/engine'
import { nearest } from '@sigma/engine/reading'
import { kits } from '@sigma/protocols'
import { stepText } from '../render/place.ts'
import type { World } from '../world.ts'
import { newestOfEach, shownRun } from './chosen-run.ts'
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

/** Work is looked for in the newest run of each protocol, an unfinished one first. Fails with `no-runs`, `no-such-run`. */
export function subjectOf(world: World, reader: Reader, word: string): Subject | NoSubject {
  const runs = reader.runs()
  const named = runs.find(({ run }) => word === run || word.startsWith(`${run}/`))
  if (named !== undefined) return inRun(reader, named, word.slice(named.run.length + 1))
  const latest = newestOfEach([...runs.filter(isUnfinished), ...runs])
  const found = latest.map((run) => inRun(reader, run, word)).find((each) => 'events' in each)
  if (found !== undefined) return found
  if (runsNamed(reader, word).length > 0) return inRun(reader, shownRun(world, reader, word), '')
  const [head = '', ...rest] = word.split('/')
  if (rest.length > 0) return inRun(reader, shownRun(world, reader, head), rest.join('/'))
  return inRun(reader, latest[0] ?? shownRun(world, reader, undefined), word)
}

/** The work of the run that the word names; all of it where there is no word. */
function inRun(reader: Reader, run: RunView, word: string): Subject | NoSubject {
  const course = placedCourse(reader, run)
  const events = eventsIn(course)
  if (word === '') return { run, course, events: withCalls(run, course), isStep: false }
  const matched = matching(run, events, word)
  if (matched !== null) return { run, course, ...matched }
  const names = unitsOf(run).flatMap(({ name, aliases }) => [name, ...aliases])
  const ids = events.flatMap(({ recorded: { event } }) => ('id' in event ? [event.id] : []))
  return { word, run, nearest: nearest(word, [...new Set(ids), ...names]) }
}

/** The events that are about an effect. */
function eventsIn({ entries }: Course): readonly Placed[] {
  const placed = entries.flatMap((entry) => (entry.kind === 'event' ? [entry.placed] : []))
  return placed.filter(({ recorded }) => 'id' in recorded.event)
}

/** With the calls that did not count: they are about the whole run. */
function withCalls(run: RunView, { entries }: Course): readonly Placed[] {
  const words = wordsOf(kits, run)
  const placed = entries.flatMap((entry) => (entry.kind === 'event' ? [entry.placed] : []))
  return placed.filter(({ recorded: { event }, result }) =>
    event.kind === 'called' ? (words.call?.({ ...event, result }).refused.length ?? 0) > 0 : 'id' in event,
  )
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

function unitsOf(run: RunView): readonly Unit[] {
  return aboutRun(kits, run)?.units ?? []
}
