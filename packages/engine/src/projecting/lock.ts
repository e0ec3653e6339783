import { statSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataFolder } from '../store/data-folder.ts'
import { DatabaseSync } from '../store/sqlite.ts'

/**
 * One writer of projections at a time, in whatever process: the lock is the operating system's and dies with it. What
 * is written is read from the store within the lock, so that the later writer never writes the older state.
 */
export interface ProjectionLock extends Disposable {
  during<Result>(work: () => Result): Result
}

/** For a writer that comes back: what it takes the lock with stays open in between. */
export function projectionLock(folder: string): ProjectionLock {
  const file = join(folder, 'projections.lock')
  let open: { readonly lock: DatabaseSync; readonly inode: number } | null = null

  function close(): void {
    open?.lock.close()
    open = null
  }

  /** Of a folder that was made anew the file is another one, by which others lock. */
  function taken(): DatabaseSync {
    if (open !== null && statSync(file, { throwIfNoEntry: false })?.ino !== open.inode) close()
    if (open !== null) {
      open.lock.exec('BEGIN EXCLUSIVE')
      return open.lock
    }
    makeDataFolder(folder)
    const lock = new DatabaseSync(file, { timeout: 10_000 })
    try {
      lock.exec('BEGIN EXCLUSIVE')
      open = { lock, inode: statSync(file).ino }
      return lock
    } catch (error) {
      lock.close()
      throw error
    }
  }

  return {
    during: (work) => {
      const lock = taken()
      try {
        return work()
      } finally {
        lock.exec('ROLLBACK')
      }
    },
    [Symbol.dispose]: close,
  }
}

export function withLock<Result>(folder: string, work: () => Result): Result {
  using lock = projectionLock(folder)
  return lock.during(work)
}
