/**
 * The layout of the store. What a number in the file's header says: `user_version` the layout, `application_id` the
 * lowest layout that a program must know to read it. A store of a later layout is never written, and is read only
 * where that number allows it (F38).
 */
import { storeNewer } from '../errors.ts'
import type { DatabaseSync } from './sqlite.ts'

/** How a program lays out its store, and how it comes by the stores of programs before it. */
export interface Layout {
  readonly version: number
  /** A program that reads must know this layout at least. */
  readonly readableFrom: number
  readonly tables: string
  /** Copiers by the number of an earlier layout: each fills an empty store of this layout from the store attached as `old`. */
  readonly copies: ReadonlyMap<number, (sqlite: DatabaseSync) => void>
}

/** `Sg`, in the upper half of `application_id`. */
const mark = 0x5367_0000

/**
 * `events.position` is the run's number and the sequence in one: see `position.ts`. A record's text, the hash of its
 * effects (null: it has none), its disposition (null: applied) and the hash before it make its own hash. `runs.about`
 * is what the protocol said of the run's input when it began: see `about-text.ts`.
 */
const tables = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE runs (
    number INTEGER PRIMARY KEY, run TEXT NOT NULL UNIQUE, protocol TEXT NOT NULL, version INTEGER NOT NULL,
    parent TEXT, parent_attempt TEXT, status TEXT NOT NULL, branch TEXT, delivered TEXT, about TEXT NOT NULL
  ) STRICT;
  CREATE TABLE events (
    position INTEGER PRIMARY KEY, record TEXT NOT NULL, effects BLOB, disposition TEXT, hash BLOB NOT NULL
  ) STRICT;
  CREATE TABLE snapshots (number INTEGER PRIMARY KEY, sequence INTEGER NOT NULL, kernel TEXT NOT NULL) STRICT;
  CREATE TABLE tombstones (
    number INTEGER PRIMARY KEY, run TEXT NOT NULL, events INTEGER NOT NULL, head BLOB NOT NULL, dropped TEXT NOT NULL
  ) STRICT;
  CREATE TABLE outbox (
    number INTEGER PRIMARY KEY, run TEXT NOT NULL, attempt TEXT NOT NULL, epoch INTEGER
  ) STRICT;
  CREATE TABLE timers (
    run TEXT NOT NULL, attempt TEXT NOT NULL, due INTEGER NOT NULL, wall INTEGER NOT NULL, PRIMARY KEY (run, attempt)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE notes (
    run TEXT NOT NULL, number INTEGER NOT NULL, sequence INTEGER NOT NULL, at TEXT NOT NULL,
    type TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (run, number)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE verdicts (
    run TEXT NOT NULL, sequence INTEGER NOT NULL, gate TEXT NOT NULL, judged TEXT NOT NULL,
    verdict TEXT NOT NULL, evidence TEXT NOT NULL, PRIMARY KEY (run, sequence)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE blobs (hash TEXT PRIMARY KEY, content BLOB NOT NULL) STRICT, WITHOUT ROWID;
`

/** What this sigma writes. */
export const layout: Layout = { version: 1, readableFrom: 1, tables, copies: new Map() }

/** Lays out an empty store. Fails with `store-newer` for one of a later version. */
export function layOut(sqlite: DatabaseSync, { version, readableFrom, tables }: Layout = layout): void {
  const found = versionOf(sqlite)
  if (found === version) return
  if (found !== 0) throw storeNewer(found, version)
  // Freed pages can then be given back one by one, without the room that a whole copy would need.
  sqlite.exec('PRAGMA auto_vacuum = INCREMENTAL')
  sqlite.exec(`BEGIN IMMEDIATE; ${tables}
    PRAGMA user_version = ${version}; PRAGMA application_id = ${mark + readableFrom}; COMMIT`)
}

/** 0: empty. */
export function versionOf(sqlite: DatabaseSync): number {
  return pragma(sqlite, 'user_version')
}

/** Whether a program of this layout may read the store: its own, or a later one that says so. */
export function isReadable(sqlite: DatabaseSync, { version }: Layout): boolean {
  const [found, id] = [versionOf(sqlite), pragma(sqlite, 'application_id')]
  return found === version || (found > version && id > mark && id <= mark + version)
}

function pragma(sqlite: DatabaseSync, name: string): number {
  const [value] = Object.values(sqlite.prepare(`PRAGMA ${name}`).get() ?? {})
  return Number(value ?? 0)
}
