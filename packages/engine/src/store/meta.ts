import { storeBroken } from '../errors.ts'
import { text } from './columns.ts'
import type { Database } from './database.ts'

/** Null: nothing of that name was kept. */
export function metaOrNull(database: Database, name: string): string | null {
  const row = database.get('SELECT value FROM meta WHERE name = ?', name)
  return row === undefined ? null : text(row, 'value')
}

export function meta(database: Database, name: string): string {
  const value = metaOrNull(database, name)
  if (value === null) throw storeBroken(`it has no ${name}`)
  return value
}

export function keepMeta(database: Database, name: string, value: string): void {
  database.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', name, value)
}

/** Tells this store from every other; the first hash of each run covers it. */
export function storeIdOf(database: Database): string {
  return meta(database, 'store')
}
