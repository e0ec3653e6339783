import { join } from 'node:path'
import { makeDataFolder } from '../store/data-folder.ts'
import { DatabaseSync } from '../store/sqlite.ts'

/**
 * One writer of projections at a time, in whatever process: the lock is the operating system's and dies with it. What
 * is written is read from the store within the lock, so that the later writer never writes the older state.
 */
export function withLock<Result>(folder: string, work: () => Result): Result {
  makeDataFolder(folder)
  const lock = new DatabaseSync(join(folder, 'projections.lock'), { timeout: 10_000 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return work()
  } finally {
    lock.close()
  }
}
