/** What people mean by a word after `sigma why`: a cycle or step of the latest run, one of a run named before a `/`, or a whole run. */
import { type Placed, placing, type Reader, type RunView, workName } from '@sigma/engine'
import { nearest } from '@sigma/engine/reading'
import { kits } from '@sigma/protocols'
import { isOfCycle } from '@sigma/protocols/tdd'
import { stepText } from '../render/place.ts'
import { findRuns, isUnfinished } from './runs.ts'

export interface Subject {
  readonly run: RunView
  /** Those of the run's events that are meant. */
  readonly events: readonly Placed[]
  /** One step alone was named: whatever became of it is of interest. */
  readonly isStep: boolean
}

/** What was meant instead, where nothing is called so. */
export interface NoSubject {
  readonly word: string
  readonly run: RunView
  readonly nearest: string | null
}

/** Null: there are no runs. */
export function subjectOf(reader: Reader, word: string): Subject | NoSubject | null {
  const runs = reader.runs()
  const named = runs.find(({ run }) => word === run || word.startsWith(`${run}/`))
  const run = named ?? runs.find(isUnfinished) ?? runs[0]
  if (run === undefined) return null
  const events = placedIn(reader, run)
  if (named !== undefined && word === named.run) return { run, events, isStep: false }
  const rest = named === undefined ? word : word.slice(named.run.length + 1)
  const matched = matching(run, events, rest)
  if (matched !== null) return { run, ...matched }
  const [other] = named === undefined ? found(reader, word) : []
  if (other !== undefined) return { run: other, events: placedIn(reader, other), isStep: false }
  return { word: rest, run, nearest: nearest(rest, [...idsIn(events), ...cyclesOf(run)]) }
}

function found(reader: Reader, word: string): readonly RunView[] {
  try {
    return findRuns(reader, word)
  } catch {
    return []
  }
}

function placedIn(reader: Reader, run: RunView): readonly Placed[] {
  const place = placing(kits, run)
  return reader
    .events(run.run)
    .map(place)
    .filter(({ recorded }) => 'id' in recorded.event)
}

/** A place is named by the words that are shown of it, with dots between them, or by an id as it is. */
function matching(run: RunView, events: readonly Placed[], word: string): Omit<Subject, 'run'> | null {
  const cycle = cycleNumber(run, word)
  if (cycle !== null) {
    return { events: events.filter(({ effect }) => effect !== null && isOfCycle(effect.at, cycle)), isStep: false }
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

function cycleNumber(run: RunView, word: string): number | null {
  if (/^phase ?0$/i.test(word)) return 0
  const ids = cyclesOf(run)
  const position = ids.indexOf(word) + 1
  if (position > 0) return position
  const number = Number(/^C?(\d+)$/i.exec(word)?.[1] ?? Number.NaN)
  return number >= 1 && number <= ids.length ? number : null
}

function cyclesOf({ input }: RunView): readonly string[] {
  const cycles: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, 'cycles') : null
  if (!Array.isArray(cycles)) return []
  return cycles.map((cycle: unknown) =>
    typeof cycle === 'object' && cycle !== null ? String(Reflect.get(cycle, 'id')) : '',
  )
}
