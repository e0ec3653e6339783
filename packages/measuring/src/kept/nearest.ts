/** The record of another tree of which most may stand here. */
import type { Checkouts } from '@sigma/engine'
import { changesOf, type Entries, type TreeChange, treeName } from '../reached/trees.ts'
import type { SuiteRecord } from './record.ts'

export interface Near {
  readonly record: SuiteRecord
  /** From the tree of the record to the one at hand. */
  readonly change: TreeChange
  /** Paths of what is no plain file on either side. */
  readonly odd: ReadonlySet<string>
}

/** So many are looked at, and no further where so few paths differ. */
const mostLooks = 8
const near = 30

export async function nearestOf(
  records: Iterable<SuiteRecord>,
  checkouts: Pick<Checkouts, 'entries'>,
  entries: Entries,
): Promise<Near | null> {
  let best: Near | null = null
  let looks = 0
  for (const record of records) {
    if (looks++ === mostLooks) break
    // Its commit may be gone, or be laid out otherwise now.
    const before = await checkouts.entries(record.commit).catch(() => null)
    if (before === null || treeName(before) !== record.tree) continue
    const change = changesOf(before, entries)
    if (best !== null && sizeOf(change) >= sizeOf(best.change)) continue
    best = { record, change, odd: oddIn(change, before, entries) }
    if (sizeOf(change) <= near) break
  }
  return best
}

const sizeOf = ({ added, removed, modified }: TreeChange): number => added.length + removed.length + modified.length

function oddIn({ added, removed, modified }: TreeChange, before: Entries, after: Entries): ReadonlySet<string> {
  const isOdd = (entry: string | undefined): boolean => entry !== undefined && !entry.startsWith('100')
  return new Set(
    [...added, ...removed, ...modified].filter((path) => isOdd(before.get(path)) || isOdd(after.get(path))),
  )
}
