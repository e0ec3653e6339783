import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { storeMissing, storeNewer } from '../errors.ts'
import { type Database, databaseOver } from './database.ts'
import { migrated } from './migration.ts'
import { isReadable, storeVersion, versionOf } from './schema.ts'
import { DatabaseSync } from './sqlite.ts'
import { told } from './told.ts'

/**
 * For readers beside the host: without lock, without writing. An older store is read from a copy in memory, as it
 * stands; a later one where it says that it can be. Fails with `store-missing`, `store-newer`, `store-broken`.
 */
export function openForReading(folder: string): Database {
  const file = join(folder, 'sigma.db')
  if (!existsSync(file)) throw storeMissing(folder)
  try {
    const sqlite = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
    const version = versionOf(sqlite)
    if (isReadable(sqlite)) return databaseOver(sqlite)
    sqlite.close()
    if (version === 0) throw storeMissing(folder)
    if (version > storeVersion) throw storeNewer(version, storeVersion)
    return databaseOver(migrated(file))
  } catch (error) {
    throw told(error)
  }
}
