/** How common three letters are, as a few of the texts tell: the index walks all places of what it is asked for, so it is asked for the rare. */
import { places } from './layout.ts'
import { type Statements, textIn } from './statements.ts'

/** Texts that are looked at, spread over all entities. */
const looks = 150
/** After so many searches it is looked again. */
const lasting = 500

export type Frequency = (letters: string) => number

export function frequencies(statements: Statements): () => Frequency {
  let [counts, used]: [ReadonlyMap<string, number> | null, number] = [null, 0]
  return () => {
    used += 1
    if (counts === null || used % lasting === 0) counts = counted(statements)
    const known = counts
    return (letters) => known.get(letters) ?? 0
  }
}

function counted(statements: Statements): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const last = Number(statements.get('SELECT max(id) AS last FROM entities')?.['last'] ?? 0)
  const step = Math.max(1, Math.floor((last * 2) / looks))
  // Not the first of each alone: they are often alike.
  for (let entity = 1, at = 0; entity <= last; entity += step, at += 1)
    for (const row of statements.all('SELECT text FROM observations WHERE id > ? LIMIT 2', entity * places + (at % 7)))
      for (const letters of new Set(trigrams(textIn(row, 'text').slice(0, 2_000).toLowerCase())))
        counts.set(letters, (counts.get(letters) ?? 0) + 1)
  return counts
}

/** Each three letters in a row. */
export function trigrams(text: string): readonly string[] {
  const letters = [...text.toWellFormed()]
  return letters.slice(2).map((_, at) => letters.slice(at, at + 3).join(''))
}
