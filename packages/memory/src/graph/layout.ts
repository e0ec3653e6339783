/**
 * How the graph lies in SQLite. An observation's number is that of its entity times 2²⁴, and a count from 1: so an entity's
 * observations lie side by side in their order, and what the index finds is in the order of entities. Count 0 is, in the index
 * alone, the entity's name and type.
 */
import type { DatabaseSync } from '@sigma/engine/sqlite'
import { memoryBroken, memoryNewer } from '../errors.ts'

const version = 1

/** Observations of one entity. */
export const places: number = 2 ** 24

/**
 * `texts` keeps which three letters stand in which small-lettered text, and none of the texts (`content=''`); `digest` finds a text of
 * an entity without comparing it with all others.
 */
const tables = `
  CREATE TABLE entities (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, type TEXT NOT NULL, by TEXT NOT NULL, at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE observations (
    id INTEGER PRIMARY KEY, text TEXT NOT NULL, digest BLOB NOT NULL, by TEXT NOT NULL, at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX observations_by_digest ON observations (digest);
  CREATE TABLE relations (
    id INTEGER PRIMARY KEY, source TEXT NOT NULL, target TEXT NOT NULL, type TEXT NOT NULL, by TEXT NOT NULL,
    at TEXT NOT NULL, UNIQUE (source, target, type)
  ) STRICT;
  CREATE INDEX relations_by_target ON relations (target);
  CREATE VIRTUAL TABLE texts USING fts5 (
    text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1', detail = none
  );
`

/** Fails with `memory-newer`; nothing was written. */
export function refuseNewer(sqlite: DatabaseSync): void {
  const found = versionOf(sqlite)
  if (found > version) throw memoryNewer(found, version)
}

/** Lays out an empty file. Fails with `memory-newer`. */
export function layOut(sqlite: DatabaseSync): void {
  if (versionOf(sqlite) === version) return
  sqlite.exec('BEGIN IMMEDIATE')
  try {
    // Another process may have been first.
    refuseNewer(sqlite)
    if (versionOf(sqlite) === 0) refuseForeign(sqlite)
    if (versionOf(sqlite) === 0) sqlite.exec(`${tables} PRAGMA user_version = ${version}`)
    sqlite.exec('COMMIT')
  } catch (error) {
    if (sqlite.isTransaction) sqlite.exec('ROLLBACK')
    throw error
  }
}

function refuseForeign(sqlite: DatabaseSync): void {
  if (sqlite.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined)
    throw memoryBroken('it is a database of something else')
}

const versionOf = (sqlite: DatabaseSync): number =>
  Number(sqlite.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0)
