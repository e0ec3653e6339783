/**
 * Brings a store of an earlier layout to this program's, for the writer who holds the project (F39): a new file is made
 * beside the old one and takes its place at the end, so that a writer who is killed on the way leaves the old file or
 * the new one, whole. How rows are copied is the layout's own (`copies`); records stay as they were written, word for
 * word, and so does their chain of hashes. The old file is kept as `sigma.db.former` until `sigma gc`.
 */
import { existsSync, linkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { storeBroken } from '../errors.ts'
import { layoutOf } from './header.ts'
import { sync } from './heads.ts'
import { type Layout, layOut } from './schema.ts'
import { DatabaseSync } from './sqlite.ts'

/** Called after each step; tests end the process there. */
export type Reach = (step: string) => void

/** Where the old file stays. */
export const formerFile = 'sigma.db.former'

export function migrate(folder: string, layout: Layout, reach: Reach = () => undefined): void {
  const [file, copy] = [join(folder, 'sigma.db'), join(folder, 'sigma.db.new')]
  const copyFrom = copierOf(layout, file)
  rmSync(copy, { force: true })
  rmSync(`${copy}-journal`, { force: true })
  takeIn(file)
  reach('the old log is in the old file')
  writeFileSync(copy, '', { mode: 0o600 })
  const sqlite = new DatabaseSync(copy)
  sqlite.exec('PRAGMA synchronous = FULL')
  layOut(sqlite, layout)
  reach('the new file is laid out')
  copyFrom(sqlite)
  sqlite.close()
  sync(copy)
  reach('the new file is filled')
  const former = join(folder, formerFile)
  if (!existsSync(former)) linkSync(file, former)
  reach('the old file is kept')
  renameSync(copy, file)
  reach('the new file is in place')
  sync(folder)
}

/** A reader's own copy: without the lock nothing is written. */
export function migrated(file: string, layout: Layout): DatabaseSync {
  const copyFrom = copierOf(layout, file)
  const sqlite = new DatabaseSync(':memory:')
  layOut(sqlite, layout)
  copyFrom(sqlite)
  return sqlite
}

/** A log left beside the new file would be taken for its own. */
function takeIn(file: string): void {
  const sqlite = new DatabaseSync(file)
  sqlite.exec('PRAGMA busy_timeout = 5000; PRAGMA wal_checkpoint(TRUNCATE)')
  const mode = sqlite.prepare('PRAGMA journal_mode = DELETE').get()?.['journal_mode']
  sqlite.close()
  if (mode !== 'delete') throw storeBroken('it cannot be brought up to date while others read it')
}

/** Fails with `store-broken` where the layout knows no way from the file's. */
function copierOf({ copies }: Layout, file: string): (sqlite: DatabaseSync) => void {
  const found = layoutOf(file)
  const copy = copies.get(found)
  if (copy === undefined) throw storeBroken(`this sigma cannot read layout ${found}`)
  return (sqlite) => {
    sqlite.prepare('ATTACH ? AS old').run(`${pathToFileURL(file).href}?mode=ro`)
    sqlite.exec('BEGIN IMMEDIATE')
    copy(sqlite)
    sqlite.exec('COMMIT; DETACH old')
  }
}
