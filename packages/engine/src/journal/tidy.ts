import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { formerFile } from '../store/migration.ts'
import { openForReading } from '../store/readable.ts'
import { openStore, type StoreSpec } from '../store/store.ts'
import { readerOver } from '../views/reader.ts'
import type { Reader } from '../views/views.ts'
import { linesOf } from './journal.ts'
import { dropBlobs, dropRun, giveBack, type RunSize, sizesOf } from './tidying.ts'

export type Tidying = ReturnType<typeof openTidying>

/**
 * A data folder that is being tidied (the store's part of `sigma gc`): no host can have it meanwhile. Killed at any
 * point it leaves a whole store, of which each run was dropped wholly or not at all, and may be opened again.
 * Takes the project. `now`: wall time in milliseconds. Fails as `openStore` does.
 */
export function openTidying({ folder, now }: Pick<StoreSpec, 'folder' | 'now'>) {
  const store = openStore({ folder, now, command: 'sigma gc' })
  const { database } = store
  const reader: Omit<Reader, typeof Symbol.dispose> = readerOver(database)
  return {
    reader,
    /** Oldest first. */
    sizes: (): readonly RunSize[] => sizesOf(database),
    /** Names of commits that stand in what is left of the journal. */
    commits: (): ReadonlySet<string> => {
      const words = reader.runs().flatMap(({ run }) => linesOf(database, run).map(({ recorded }) => recorded.event))
      return new Set(words.flatMap((event) => JSON.stringify(event).match(/\b[0-9a-f]{40}(?:[0-9a-f]{24})?\b/g) ?? []))
    },
    /** Fails with `store-broken` for a run that is not over. */
    drop: (run: string): void => dropRun(store, run, new Date(now).toISOString()),
    /** Drops what nothing names any more, and gives the room back to the disk. Gives how many blobs went. */
    sweep: (): number => {
      const blobs = dropBlobs(store)
      giveBack(store)
      return blobs
    },
    /** Takes away the store that stood here before an upgrade. */
    forgetFormer: (): void => rmSync(join(folder, formerFile), { force: true }),
    [Symbol.dispose]: (): void => store.close(),
  }
}

/** What each run takes, oldest first. Fails with `store-newer`. */
export function runSizes(folder: string): readonly RunSize[] {
  if (!existsSync(join(folder, 'sigma.db'))) return []
  const database = openForReading(folder)
  try {
    return sizesOf(database)
  } finally {
    database.close()
  }
}
