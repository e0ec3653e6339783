/** Finds texts by what stands in them, whatever its case: the same as looking through all of them with `toLowerCase().includes`. */
import { type Frequency, trigrams } from './frequency.ts'
import { places } from './layout.ts'
import { numberIn, type Statements, textIn } from './statements.ts'

/** As texts are compared. */
const folded = (text: string): string => text.toLowerCase()

/** What the index has of an entity beside its observations. */
export const headOf = (name: string, type: string): string => `${name}\n${type}`

export const entityIn = (place: number): number => Math.floor(place / places)

export function indexText(statements: Statements, place: number, text: string): void {
  // A zero would end the text for the index.
  statements.run('INSERT INTO texts (rowid, text) VALUES (?, ?)', place, folded(text).replaceAll('\0', ' '))
}

export function unindexText(statements: Statements, place: number): void {
  statements.run('DELETE FROM texts WHERE rowid = ?', place)
}

/** Walks the entities in which the text stands, in their order, from this one on, until `take` gives false. */
export function eachFound(
  statements: Statements,
  wanted: string,
  frequency: Frequency,
  from: number,
  take: (entity: number) => boolean,
): void {
  const looked = folded(wanted)
  const letters = rarest(looked, frequency)
  let last = 0
  const consider = (place: number): boolean => {
    const entity = entityIn(place)
    if (entity === last || !holds(statements, place, looked)) return true
    last = entity
    return take(entity)
  }
  if (letters === null) eachPlace(statements, from, consider)
  else eachWith(statements, letters, from, consider)
}

/** Every text in which all of these three letters stand, in the order of the index. */
function eachWith(
  statements: Statements,
  letters: readonly string[],
  from: number,
  take: (place: number) => boolean,
): void {
  statements.each(
    (row) => take(numberIn(row, 'rowid')),
    'SELECT rowid FROM texts WHERE texts MATCH ? AND rowid >= ? ORDER BY rowid',
    letters.map((each) => `"${each.replaceAll('"', '""')}"`).join(' AND '),
    from * places,
  )
}

/** Every text there is, in the order of the index. */
function eachPlace(statements: Statements, from: number, take: (place: number) => boolean): void {
  statements.each(
    (row) => take(numberIn(row, 'place')),
    `SELECT place FROM (
       SELECT id * ${places} AS place FROM entities WHERE id >= ? UNION ALL SELECT id FROM observations WHERE id >= ?
     ) ORDER BY place`,
    from,
    from * places,
  )
}

/** The index knows of three letters each; whether they stand there as one word only the text says. */
function holds(statements: Statements, place: number, looked: string): boolean {
  const count = place % places
  if (count !== 0) {
    const row = statements.get('SELECT text FROM observations WHERE id = ?', place)
    return row !== undefined && folded(textIn(row, 'text')).includes(looked)
  }
  const row = statements.get('SELECT name, type FROM entities WHERE id = ?', entityIn(place))
  return row !== undefined && ['name', 'type'].some((column) => folded(textIn(row, column)).includes(looked))
}

/** More would find hardly less. */
const mostTrigrams = 6

/** The rarest of each three letters in a row; null: there are none by which the index could find it. */
function rarest(looked: string, frequency: Frequency): readonly string[] | null {
  if (looked.includes('\0')) return null
  const some = [...new Set(trigrams(looked))]
  if (some.length === 0) return null
  // Of those that are equally rare some of the whole text, not of its beginning.
  const all = some.map((letters, at) => ({ letters, often: frequency(letters), place: (at * 7) % some.length }))
  return all
    .toSorted((a, b) => a.often - b.often || a.place - b.place)
    .slice(0, mostTrigrams)
    .map(({ letters }) => letters)
}
