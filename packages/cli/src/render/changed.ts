import type { Reader } from '@sigma/engine'
import { nameText } from '../printable.ts'

/** The note that tells what of the user's changed while agents worked (D21). */
const changedMeanwhile = 'changed-meanwhile'

/** What of the user's repository changed while agents of this run worked, each name once. */
export function changedParts(reader: Reader, run: string): readonly string[] {
  const notes = reader.notes(run).filter(({ type }) => type === changedMeanwhile)
  return [...new Set(notes.flatMap(({ data }) => (Array.isArray(data['parts']) ? data['parts'].map(String) : [])))]
}

const shown = 5

/** A row of a table; none where nothing changed. */
export function changedRow(parts: readonly string[]): readonly (readonly string[])[] {
  if (parts.length === 0) return []
  const more = parts.length > shown ? ` and ${parts.length - shown} more (sigma log --json)` : ''
  return [
    ['  changed', `in your repository, while agents worked: ${parts.slice(0, shown).map(nameText).join(', ')}${more}`],
  ]
}
