/**
 * Whether a store may be written as it stands: it is where it was made (T45), and its journal reaches the heads that
 * are kept beside it (T46). Where it is not so, it is read-only until a person says that it shall count.
 */

import { type SigmaError, storeForeign, storeRolledBack, storeUnproved } from '../errors.ts'
import { nodeCrypto } from '../identity/node-crypto.ts'
import { hashAt } from '../journal/journal.ts'
import { numberAt, sequenceAt } from '../journal/position.ts'
import { bytes, hexOf, integer, text } from './columns.ts'
import type { Database } from './database.ts'
import { type Head, readHeads, replaceHeads } from './heads.ts'
import { homeOf, isHomeOf } from './home.ts'
import { keepMeta, metaOrNull } from './meta.ts'

/** What speaks against writing the store, worst first. */
export function objections(database: Database, folder: string): readonly SigmaError[] {
  if (isEmpty(database)) return []
  const found: SigmaError[] = []
  if (!isHome(database, folder)) found.push(storeForeign())
  const kept = readHeads(folder)
  if (kept === null) return [...found, storeUnproved('is missing')]
  for (const head of kept.heads) {
    if (!isReached(database, head)) found.push(storeRolledBack(nameOf(database, head.number), head.sequence))
  }
  return found
}

/** A line that a power cut tore, or somebody changed: the journal is asked instead, and the line written anew. */
export function mendHeads(database: Database, folder: string): void {
  if ((readHeads(folder)?.damaged ?? 0) > 0) replaceHeads(folder, headsOf(database))
}

export function isHome(database: Database, folder: string): boolean {
  const kept = metaOrNull(database, 'home')
  return kept !== null && isHomeOf(kept, folder)
}

function isReached(database: Database, { number, sequence, hash }: Head): boolean {
  if (hashAt(database, number, sequence) === hash) return true
  const stone = database.get('SELECT head FROM tombstones WHERE number = ? AND events = ?', number, sequence)
  return stone !== undefined && hexOf(bytes(stone, 'head')) === hash
}

function nameOf(database: Database, number: number): string {
  const sql = 'SELECT run FROM runs WHERE number = ?1 UNION SELECT run FROM tombstones WHERE number = ?1'
  const row = database.get(sql, number)
  return row === undefined ? `run number ${number}` : text(row, 'run')
}

/** Nothing was ever recorded. */
export function isEmpty(database: Database): boolean {
  return database.get('SELECT 1 FROM events') === undefined && database.get('SELECT 1 FROM tombstones') === undefined
}

/** Makes this folder the store's home, with an identity of its own; tokens of before are worth nothing any more. */
export function settle(database: Database, folder: string): void {
  keepMeta(database, 'home', homeOf(folder))
  keepMeta(database, 'secret', nodeCrypto().randomBytes(32).toString('hex'))
  database.run("INSERT OR IGNORE INTO meta VALUES ('store', ?)", nodeCrypto().randomBytes(16).toString('hex'))
}

/** The head of every run, and of those that were dropped. */
export function headsOf(database: Database): readonly Head[] {
  const last = database.all(
    `SELECT MAX(position) AS position, hash FROM events GROUP BY position >> 32
     UNION ALL SELECT (number << 32) + events, head FROM tombstones`,
  )
  return last.map((row) => {
    const position = integer(row, 'position')
    return { number: numberAt(position), sequence: sequenceAt(position), hash: hexOf(bytes(row, 'hash')) }
  })
}
