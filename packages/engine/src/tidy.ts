import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { formerFile } from './store/migration.ts'
import { openForReading } from './store/readable.ts'
import { openStore } from './store/store.ts'
import { dropBlobs, dropRun, giveBack, type RunSize, sizesOf, usedBytes } from './store/tidying.ts'

export interface TidySpec {
  readonly folder: string
  /** Wall time in milliseconds. */
  readonly now: number
  /** Runs that are over and had their last event before this go. Milliseconds since 1970. */
  readonly endedBefore: number
  /** The store may take so much; the oldest runs that are over go until it does. Bytes; null: any. */
  readonly ceiling: number | null
}

export interface Tidied {
  /** Oldest first. */
  readonly dropped: readonly string[]
  readonly blobs: number
  /** Bytes that the store takes, before and after. */
  readonly before: number
  readonly after: number
}

/**
 * Takes old runs out of a data folder that no host plays (the store's part of `sigma gc`). Killed on the way, it has
 * dropped each run wholly or not at all, and may be called again. Fails as `openStore` does.
 */
export function tidy({ folder, now, endedBefore, ceiling }: TidySpec): Tidied {
  const store = openStore({ folder, now, command: 'sigma gc' })
  try {
    const before = usedBytes(store.database)
    const over = sizesOf(store.database).filter((size) => size.over)
    const old = over.filter(({ lastAt }) => Date.parse(lastAt) < endedBefore)
    const at = new Date(now).toISOString()
    for (const { run } of old) dropRun(store, run, at)
    let blobs = dropBlobs(store)
    const dropped = [...old]
    for (const size of over.filter((each) => !old.includes(each))) {
      if (ceiling === null || usedBytes(store.database) <= ceiling) break
      dropRun(store, size.run, at)
      blobs += dropBlobs(store)
      dropped.push(size)
    }
    giveBack(store)
    rmSync(join(folder, formerFile), { force: true })
    return { dropped: dropped.map(({ run }) => run), blobs, before, after: usedBytes(store.database) }
  } finally {
    store.close()
  }
}

/** What each run takes, oldest first. Fails with `store-missing`, `store-newer`. */
export function runSizes(folder: string): readonly RunSize[] {
  const database = openForReading(folder)
  try {
    return sizesOf(database)
  } finally {
    database.close()
  }
}
