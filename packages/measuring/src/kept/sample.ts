/** Which kept results are proved again: a few test files of a record, by chance. */
import type { SuiteRecord } from './record.ts'

/** Of one record. Half of them are files that stood there, where there are so many. */
const mostFiles = 8

/** Only files whose outcome may stand. `random` is from 0 to below 1, as `Math.random`. */
export function sampleOf(record: SuiteRecord, random: () => number): readonly string[] {
  const files = shuffled(provableIn(record), random)
  const stood = files.filter((file) => stoodIn(record, file))
  const ran = files.filter((file) => !stoodIn(record, file))
  const first = stood.slice(0, mostFiles / 2)
  const others = [...ran, ...stood.slice(first.length)].slice(0, mostFiles - first.length)
  return [...first, ...others]
}

/** What is kept of the file was measured on another commit than the record is of. */
export const stoodIn = ({ commit, files }: SuiteRecord, file: string): boolean => files.get(file)?.commit !== commit

/** Does anything that may be proved stand there? */
export const holdsStood = (record: SuiteRecord): boolean => provableIn(record).some((file) => stoodIn(record, file))

const provableIn = ({ files, always }: SuiteRecord): readonly string[] =>
  [...files].flatMap(([file, { outcome }]) => (outcome === null || always.has(file) ? [] : [file]))

function shuffled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
