import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { storeMissing, storeNewer } from '../errors.ts'
import { type Database, databaseOver } from './database.ts'
import { migrated } from './migration.ts'
import { isReadable, type Layout, layout, versionOf } from './schema.ts'
import { DatabaseSync, resultCodeOf } from './sqlite.ts'
import { told } from './told.ts'

/**
 * For readers beside the host: without lock, without writing. A store of an earlier layout is read from a copy in
 * memory; a later one where it says that it can be. Fails with `store-missing`, `store-newer`, `store-broken`.
 */
export function openForReading(folder: string, known: Layout = layout): Database {
  const file = join(folder, 'sigma.db')
  if (!existsSync(file)) throw storeMissing(folder)
  try {
    const sqlite = connect(file)
    const version = versionOf(sqlite)
    if (isReadable(sqlite, known)) return databaseOver(sqlite)
    sqlite.close()
    if (version === 0) throw storeMissing(folder)
    if (version > known.version) throw storeNewer(version, known.version)
    return databaseOver(migrated(file, known))
  } catch (error) {
    throw told(error)
  }
}

function connect(file: string): DatabaseSync {
  const sqlite = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    versionOf(sqlite)
    return sqlite
  } catch (error) {
    sqlite.close()
    // A sigma died while it laid out its store: SQLite wants to undo that first, which a reader may not.
    if (resultCodeOf(error) !== SQLITE_READONLY) throw error
    undo(file)
    return new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  }
}

const SQLITE_READONLY = 8

/** Reading with the right to write does it, under SQLite's own locks. */
function undo(file: string): void {
  const sqlite = new DatabaseSync(file, { timeout: 5000 })
  try {
    versionOf(sqlite)
  } finally {
    sqlite.close()
  }
}
