/**
 * Takes old runs out of a store. What holds: a run that is open, or that belongs to a family of which one is, stays;
 * so does one whose end was not delivered. A run goes whole, in one transaction, and leaves a tombstone, so that its
 * id and number are never another's and its head is still the one beside the journal (T46). A blob goes when nothing
 * that is left names it, directly or through another. Only for a store that no host plays: what a turn has just put
 * there is not named yet.
 */
import { storeBroken } from '../errors.ts'
import { bytes, integer, text, textOf } from '../store/columns.ts'
import type { Database } from '../store/database.ts'
import type { Store } from '../store/store.ts'
import { eventAt, hashAt, lastSequence, rowsOf } from './journal.ts'
import { hashesNamed } from './named.ts'
import { positionOf } from './position.ts'
import type { RunRow } from './record.ts'

export interface RunSize {
  readonly run: string
  /** The run that it was spawned for, or that one's; itself where nobody spawned it. A family goes together. */
  readonly family: string
  /** ISO 8601, UTC, of its latest event. */
  readonly lastAt: string
  /** Size of the run's events, notes, verdicts and state; blobs may be shared with other runs and are not counted. */
  readonly bytes: number
  /** True: the run may be dropped. */
  readonly over: boolean
}

/** Oldest first. */
export function sizesOf(database: Database): readonly RunSize[] {
  const rows = rowsOf(database)
  const open = openFamilies(database, rows)
  return rows.map((row) => ({
    run: row.run,
    family: rootOf(rows, row),
    lastAt: eventAt(database, row, lastSequence(database, row)).envelope.at,
    bytes: sizeOf(database, row),
    over: !open.has(rootOf(rows, row)),
  }))
}

function sizeOf(database: Database, { number, run }: RunRow): number {
  const sql = `SELECT
      (SELECT COALESCE(SUM(OCTET_LENGTH(record) + 80), 0) FROM events WHERE position > ?1 AND position < ?2)
    + (SELECT COALESCE(SUM(OCTET_LENGTH(kernel)), 0) FROM snapshots WHERE number = ?3)
    + (SELECT COALESCE(SUM(OCTET_LENGTH(json) + 80), 0) FROM notes WHERE run = ?4)
    + (SELECT COUNT(*) * 200 FROM verdicts WHERE run = ?4) AS bytes`
  return integer(database.get(sql, positionOf(number, 0), positionOf(number + 1, 0), number, run) ?? {}, 'bytes')
}

function rootOf(rows: readonly RunRow[], row: RunRow): string {
  const parent = rows.find(({ run }) => run === row.parent)
  return parent === undefined ? row.run : rootOf(rows, parent)
}

/** The roots of all families in which something is still to be done. */
function openFamilies(database: Database, rows: readonly RunRow[]): ReadonlySet<string> {
  const sql = "SELECT run FROM runs WHERE status = 'running' UNION SELECT run FROM outbox"
  const open = new Set(database.all(sql).map((row) => text(row, 'run')))
  return new Set(rows.filter(({ run }) => open.has(run)).map((row) => rootOf(rows, row)))
}

/** Drops a run that is over, with its events, notes and verdicts. `at`: ISO 8601. */
export function dropRun({ database, write }: Store, run: string, at: string): void {
  write(() => {
    const row = rowsOf(database).find((candidate) => candidate.run === run)
    if (row === undefined || openFamilies(database, rowsOf(database)).has(rootOf(rowsOf(database), row)))
      throw storeBroken(`${run} is not over, and cannot be dropped`)
    const { number } = row
    const events = lastSequence(database, row)
    const head = Buffer.from(hashAt(database, number, events) ?? '', 'hex')
    database.run('INSERT INTO tombstones VALUES (?, ?, ?, ?, ?)', number, run, events, head, at)
    database.run(
      'DELETE FROM events WHERE position > ? AND position < ?',
      positionOf(number, 0),
      positionOf(number + 1, 0),
    )
    database.run('DELETE FROM snapshots WHERE number = ?', number)
    for (const table of ['notes', 'verdicts', 'timers', 'runs']) database.run(`DELETE FROM ${table} WHERE run = ?`, run)
  })
}

/** Drops a run for a host; false: there is no such run, or it is not over. `now`: wall time in milliseconds. */
export function dropOver(store: Store, run: string, now: number): boolean {
  const over = sizesOf(store.database).some((size) => size.run === run && size.over)
  if (over) dropRun(store, run, new Date(now).toISOString())
  return over
}

/** Runs that were dropped, oldest first. */
export function droppedIn(database: Database): readonly string[] {
  return database.all('SELECT run FROM tombstones ORDER BY number').map((row) => text(row, 'run'))
}

/** Drops the blobs that nothing names any more; gives how many there were. */
export function dropBlobs({ database, write }: Store): number {
  return write(() => {
    const named = namedBlobs(database)
    const unnamed = database
      .all('SELECT hash FROM blobs')
      .map((row) => text(row, 'hash'))
      .filter((hash) => !named.has(hash))
    for (const hash of unnamed) database.run('DELETE FROM blobs WHERE hash = ?', hash)
    return unnamed.length
  })
}

const places = [
  'SELECT record AS words FROM events',
  'SELECT kernel AS words FROM snapshots',
  'SELECT json AS words FROM notes',
  'SELECT evidence AS words FROM verdicts',
  'SELECT value AS words FROM meta',
] as const

function namedBlobs(database: Database): ReadonlySet<string> {
  return hashesNamed(
    (name) => {
      for (const sql of places) database.each(([words]) => name(textOf(words, 'words')), sql)
    },
    (hash) => {
      const row = database.get('SELECT content FROM blobs WHERE hash = ?', hash)
      return row === undefined ? null : bytes(row, 'content')
    },
  )
}

/** Gives the room that was freed back to the disk. */
export function giveBack({ database }: Store): void {
  database.all('PRAGMA incremental_vacuum')
  database.all('PRAGMA wal_checkpoint(TRUNCATE)')
}
