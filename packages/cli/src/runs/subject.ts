/** What people mean by a word after `sigma why`: a cycle or step of the latest run, one of a run named before a `/`, or a whole run. */

import type { Reader, RunView } from '@sigma/engine'
import { nearest } from '@sigma/engine/reading'
import { cycleOf } from '../render/place.ts'
import { findRuns, isUnfinished } from './runs.ts'

export interface Subject {
  readonly run: RunView
  readonly matches: (id: string) => boolean
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
  if (named !== undefined && word === named.run) return { run, matches: () => true, isStep: false }
  const rest = named === undefined ? word : word.slice(named.run.length + 1)
  const matched = matcherOf(reader, run, rest)
  if (matched !== null) return { run, ...matched }
  const [other] = named === undefined ? found(reader, word) : []
  if (other !== undefined) return { run: other, matches: () => true, isStep: false }
  return { word: rest, run, nearest: nearest(rest, [...idsOf(reader, run), ...cyclesOf(run)]) }
}

function found(reader: Reader, word: string): readonly RunView[] {
  try {
    return findRuns(reader, word)
  } catch {
    return []
  }
}

function matcherOf(reader: Reader, run: RunView, word: string): Omit<Subject, 'run'> | null {
  const cycle = cycleNumber(run, word)
  if (cycle !== null) {
    return { matches: (id) => (cycle === 0 ? id.startsWith('phase0') : cycleOf(id) === cycle), isStep: false }
  }
  // A decision is about the work it was asked at, its measurement included.
  const work = word.replace(/(\.(qa|dev))?\.decision$/, '')
  const isPart = (id: string): boolean => id === work || id.startsWith(`${work}.`)
  const ids = idsOf(reader, run)
  return ids.some(isPart) ? { matches: isPart, isStep: ids.includes(word) && work === word } : null
}

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

function idsOf(reader: Reader, { run }: RunView): readonly string[] {
  return [...new Set(reader.events(run).flatMap(({ event }) => ('id' in event ? [event.id] : [])))]
}
