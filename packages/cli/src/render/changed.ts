import { type Course, eventsOf, notesIn } from '@sigma/engine/reading'
import { nameText } from '../printable.ts'
import { listed } from './columns.ts'

/** The note that tells what of the user's changed while agents worked (D21). */
export const changedMeanwhile = 'changed-meanwhile'

/** What of the user's repository changed while agents of this run worked, each name once, in the order of names. */
export function changedParts(course: Course): readonly string[] {
  const notes = notesIn(course).filter(({ type }) => type === changedMeanwhile)
  const parts = notes.flatMap(({ data }) => (Array.isArray(data['parts']) ? data['parts'].map(String) : []))
  return [...new Set(parts)].sort((a, b) => (a < b ? -1 : 1))
}

/** Turns whose agents changed what is the user's, as it was proved: ids of their asks, each once. */
export function breachesOf(course: Course): readonly string[] {
  const asks = eventsOf(course, 'failed').flatMap(({ recorded: { event } }) =>
    event.findings.some(({ rule }) => rule === 'isolation-breach') ? [event.id] : [],
  )
  return [...new Set(asks)]
}

/** A row of a table; none where no agent did. */
export function breachRow(asks: readonly string[]): readonly (readonly string[])[] {
  const told = asks.map((ask) => `sigma why ${ask}`).join(', ')
  return asks.length === 0 ? [] : [['  breach', `an agent changed what is yours; what, and how to undo it: ${told}`]]
}

const shown = 5

/** A row of a table; none where nothing changed. */
export function changedRow(parts: readonly string[]): readonly (readonly string[])[] {
  if (parts.length === 0) return []
  const where = parts.length > shown ? ' (sigma log --json)' : ''
  return [['  changed', `in your repository, while agents worked: ${listed(parts.map(nameText), shown)}${where}`]]
}
