/** Finds runs and decisions by what people type. */

import type { Decision, Reader, RunView } from '@sigma/engine'
import { nearest } from '@sigma/engine/reading'
import { ambiguousDecision, noSuchDecision, noSuchRun } from '../errors.ts'

/** True: the run may be played, since its protocol has not ended. */
export const isOpen = (run: RunView): boolean => run.status !== 'ended'

/** Something is left to do: to play it, or to deliver what it ended with. */
export function isUnfinished(run: RunView): boolean {
  const delivers = run.parent === null && (run.outcome === 'completed' || run.outcome === 'refused')
  return isOpen(run) || (delivers && run.commit !== null && run.delivered === null)
}

/** Nothing is open in the run: it waits to be called, and for nobody's decision. */
export const isIdle = ({ status, open }: RunView): boolean => status === 'running' && open.length === 0

/** The run that was begun by a person, of which the run is a part: what goes on, is stopped or waits is always the whole. */
export function rootOf(reader: Pick<Reader, 'run'>, run: string): string {
  const parent = reader.run(run)?.parent ?? null
  return parent === null ? run : rootOf(reader, parent)
}

/** All runs that the word may mean: one by id, those of a subject, e.g. a module (newest first), or those whose id begins with it. */
export function runsNamed(reader: Reader, word: string): readonly RunView[] {
  const runs = reader.runs()
  const exact = runs.filter(({ run }) => run === word)
  if (exact.length > 0) return exact
  const ofSubject = runs.filter(({ subject }) => subject === word)
  return ofSubject.length > 0 ? ofSubject : runs.filter(({ run }) => run.startsWith(word))
}

/** The runs that the word means. Fails with `no-such-run`. */
export function findRuns(reader: Reader, word: string): readonly RunView[] {
  const found = runsNamed(reader, word)
  if (found.length > 0) return found
  const known = reader.runs().flatMap(({ run, subject }) => [run, subject ?? ''])
  throw noSuchRun(word, nearest(word, [...new Set(known)]))
}

/** The open decision by its id or an unambiguous beginning; null: none is open under that id. */
export function findDecision(reader: Reader, id: string): Decision | null {
  const open = reader.inbox()
  const exact = open.find((decision) => decision.id === id)
  if (exact !== undefined) return exact
  // A run that is named means those that it began as well.
  const family = new Set(reader.run(id) === null ? [] : reader.family(id))
  const matches = open.filter(
    (decision) => family.has(decision.run) || decision.id.startsWith(id) || decision.consult.id.startsWith(id),
  )
  if (matches.length > 1)
    throw ambiguousDecision(
      id,
      matches.map((decision) => decision.id),
    )
  const [match] = matches
  if (match !== undefined) return match
  if (id.includes('/')) return null
  throw noSuchDecision(
    id,
    nearest(
      id,
      open.map((decision) => decision.id),
    ),
  )
}
