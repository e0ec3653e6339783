import { layOut } from '../store/schema.ts'
import { DatabaseSync } from '../store/sqlite.ts'
import { type Store, storeOver } from '../store/store.ts'

/** A disk that outlives its hosts: what was committed is there for the next one, what was not is gone. */
export interface MemoryDisk {
  readonly sqlite: DatabaseSync
  /** Opens the store, as a process does that has just started. */
  open(): Store
}

export function memoryDisk(): MemoryDisk {
  const sqlite = new DatabaseSync(':memory:')
  layOut(sqlite)
  return {
    sqlite,
    open: () => {
      if (sqlite.isTransaction) sqlite.exec('ROLLBACK')
      const store = storeOver(sqlite)
      // Closing a handle must not take the disk away.
      return { ...store, close: () => store.database.poison(new Error('This host has closed the store.')) }
    },
  }
}
