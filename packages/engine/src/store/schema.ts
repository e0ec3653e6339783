import { storeNewer } from '../errors.ts'
import type { DatabaseSync } from './sqlite.ts'

/** Version of the store's layout; a newer one is refused, untouched. */
export const storeVersion = 1

const layout = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE runs (
    number INTEGER PRIMARY KEY, run TEXT NOT NULL UNIQUE, protocol TEXT NOT NULL, version INTEGER NOT NULL,
    parent TEXT, parent_attempt TEXT, status TEXT NOT NULL, kernel TEXT NOT NULL,
    branch TEXT, delivered TEXT
  ) STRICT;
  CREATE TABLE events (
    position INTEGER PRIMARY KEY, run TEXT NOT NULL, sequence INTEGER NOT NULL, previous TEXT NOT NULL,
    hash TEXT NOT NULL, json TEXT NOT NULL, effects TEXT NOT NULL, disposition TEXT NOT NULL,
    tick INTEGER NOT NULL, wall INTEGER NOT NULL, UNIQUE (run, sequence)
  ) STRICT;
  CREATE TABLE outbox (
    number INTEGER PRIMARY KEY, run TEXT NOT NULL, attempt TEXT NOT NULL, epoch INTEGER, UNIQUE (run, attempt)
  ) STRICT;
  CREATE TABLE timers (
    run TEXT NOT NULL, attempt TEXT NOT NULL, due INTEGER NOT NULL, wall INTEGER NOT NULL, PRIMARY KEY (run, attempt)
  ) STRICT;
  CREATE INDEX timers_due ON timers (due);
  CREATE TABLE notes (
    run TEXT NOT NULL, number INTEGER NOT NULL, sequence INTEGER NOT NULL, at TEXT NOT NULL,
    type TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (run, number)
  ) STRICT;
  CREATE TABLE verdicts (
    run TEXT NOT NULL, sequence INTEGER NOT NULL, gate TEXT NOT NULL, judged TEXT NOT NULL,
    verdict TEXT NOT NULL, evidence TEXT NOT NULL, PRIMARY KEY (run, sequence)
  ) STRICT;
  CREATE TABLE blobs (hash TEXT PRIMARY KEY, content BLOB NOT NULL) STRICT, WITHOUT ROWID;
`

/** Lays out an empty store. Fails with `store-newer` for one of a later version. */
export function layOut(sqlite: DatabaseSync): void {
  const found = versionOf(sqlite)
  if (found === storeVersion) return
  if (found !== 0) throw storeNewer(found, storeVersion)
  sqlite.exec(`BEGIN IMMEDIATE; ${layout} PRAGMA user_version = ${storeVersion}; COMMIT`)
}

/** 0: empty. */
export function versionOf(sqlite: DatabaseSync): number {
  const [version] = Object.values(sqlite.prepare('PRAGMA user_version').get() ?? {})
  return Number(version ?? 0)
}
