/**
 * Brings a store of layout 1 to the one of today, for the writer who holds the project (F39): a new file is made
 * beside the old one and takes its place at the end, so that whoever is killed on the way leaves the old or the new,
 * whole. Records stay as they were written, word for word, and so does their chain of hashes; what was broken stays
 * broken. The old file is kept as `sigma.db.layout-1` until `sigma gc`.
 */
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { storeBroken } from '../errors.ts'
import { integer, text } from './columns.ts'
import { databaseOver } from './database.ts'
import { replaceHeads, syncFolder } from './heads.ts'
import { layOut } from './schema.ts'
import { DatabaseSync } from './sqlite.ts'
import { headsOf, settle } from './standing.ts'

/** Called after each step; tests end the process there. */
export type Reach = (step: string) => void

/** Where the old file stays. */
export const formerFile = 'sigma.db.layout-1'

export function migrate(folder: string, reach: Reach = () => undefined): void {
  const [file, copy] = [join(folder, 'sigma.db'), join(folder, 'sigma.db.new')]
  rmSync(copy, { force: true })
  rmSync(`${copy}-journal`, { force: true })
  takeIn(file)
  reach('the old log is in the old file')
  writeFileSync(copy, '', { mode: 0o600 })
  const sqlite = new DatabaseSync(copy)
  sqlite.exec('PRAGMA synchronous = FULL')
  layOut(sqlite)
  reach('the new file is laid out')
  copyInto(sqlite, file)
  const database = databaseOver(sqlite)
  settle(database, folder)
  const heads = headsOf(database)
  database.close()
  flush(copy)
  reach('the new file is filled')
  replaceHeads(folder, heads)
  reach('the heads are written')
  const former = join(folder, formerFile)
  if (!existsSync(former)) linkSync(file, former)
  reach('the old file is kept')
  renameSync(copy, file)
  reach('the new file is in place')
  syncFolder(folder)
}

/** A reader's own copy: without the lock nothing is written. */
export function migrated(file: string): DatabaseSync {
  const sqlite = new DatabaseSync(':memory:')
  layOut(sqlite)
  copyInto(sqlite, file)
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

function flush(file: string): void {
  const descriptor = openSync(file, 'r+')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** A hash that is none becomes one that fits nothing. */
const zeros = 'zeroblob(32)'

function copyInto(sqlite: DatabaseSync, file: string): void {
  const url = pathToFileURL(file)
  sqlite.prepare('ATTACH ? AS old').run(`${url.href}?mode=ro`)
  sqlite.exec(`BEGIN IMMEDIATE;
    INSERT INTO meta SELECT name, value FROM old.meta;
    INSERT INTO runs (number, run, protocol, version, parent, parent_attempt, status, branch, delivered)
      SELECT number, run, protocol, version, parent, parent_attempt, status, branch, delivered FROM old.runs;
    INSERT INTO events
      SELECT (number << 32) + sequence, json, COALESCE(unhex(effects), ${zeros}), NULLIF(disposition, 'applied'),
        COALESCE(unhex(hash), ${zeros})
      FROM old.events JOIN old.runs USING (run) ORDER BY 1;
    INSERT INTO outbox SELECT * FROM old.outbox;
    INSERT INTO timers SELECT * FROM old.timers;
    INSERT INTO notes SELECT * FROM old.notes;
    INSERT INTO verdicts SELECT * FROM old.verdicts;
    INSERT INTO blobs SELECT * FROM old.blobs`)
  const insert = sqlite.prepare(
    'INSERT INTO snapshots SELECT number, COALESCE(MAX(sequence), 0), ?2 FROM old.runs JOIN old.events USING (run) WHERE number = ?1',
  )
  for (const row of sqlite.prepare('SELECT number, kernel FROM old.runs').all()) {
    insert.run(integer(row, 'number'), listed(text(row, 'kernel')))
  }
  sqlite.exec('COMMIT; DETACH old')
}

/** Layout 1 had the replies to calls in one record; today they are a list, which is parted when it grows. */
function listed(json: string): string {
  try {
    const kernel: { readonly keys?: object } | null = JSON.parse(json)
    return JSON.stringify({ ...kernel, keys: Object.entries(kernel?.keys ?? {}) })
  } catch {
    return json
  }
}
