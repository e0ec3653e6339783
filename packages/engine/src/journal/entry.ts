import type { Disposition, Message } from '@sigma/protocol'
import { canonical, noEffects } from '../identity/canonical.ts'
import type { Database } from '../store/database.ts'
import { positionOf } from './position.ts'
import type { RunRow } from './record.ts'

/** All that becomes true with one event: written in one transaction, before anything of it is performed (rule 13). */
export interface Entry {
  readonly row: RunRow
  readonly sequence: number
  readonly hash: string
  readonly record: string
  /** Hash of the effects. */
  readonly effects: string
  readonly disposition: Disposition
  readonly at: string
  /** The kernel as JSON; null: readers fold it from the one before. */
  readonly snapshot: string | null
  /** True: the run is over with this event. */
  readonly ends: boolean
  /** Attempts that are open no more. */
  readonly closed: readonly string[]
  /** Attempts that the host must perform. */
  readonly opened: readonly string[]
  readonly timers: readonly Due[]
  readonly told: readonly Message[]
  readonly verdict: Verdict | null
}

export interface Due {
  readonly attempt: string
  readonly tick: number
  readonly wall: number
}

interface Verdict {
  readonly gate: string
  readonly commit: string
  readonly verdict: string
  readonly evidence: string
}

export interface NewRun {
  readonly run: string
  readonly protocol: string
  readonly version: number
  readonly parent: { readonly run: string; readonly attempt: string } | null
}

/** The row of a run that is not there yet. Its number was never another's, also of none that was dropped. */
export function newRow(database: Database, { run, protocol, version, parent }: NewRun): RunRow {
  const sql = 'SELECT MAX(number) AS number FROM (SELECT number FROM runs UNION ALL SELECT number FROM tombstones)'
  const number = 1 + Number(database.get(sql)?.['number'] ?? 0)
  return { number, run, protocol, version, parent: parent?.run ?? null, parentAttempt: parent?.attempt ?? null }
}

/** Whether the id belongs or belonged to a run, dropped ones included: an id never means two runs. */
export function isTaken(database: Database, run: string): boolean {
  const sql = 'SELECT 1 FROM runs WHERE run = ?1 UNION SELECT 1 FROM tombstones WHERE run = ?1'
  return database.get(sql, run) !== undefined
}

/** `about`: what readers that know no protocol are told of it. */
export function insertRun(database: Database, row: RunRow, about: string): void {
  database.run(
    `INSERT INTO runs (number, run, protocol, version, parent, parent_attempt, about, status)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'running')`,
    row.number,
    row.run,
    row.protocol,
    row.version,
    row.parent,
    row.parentAttempt,
    about,
  )
}

/** Updated, not replaced: a row that is as long as it was is then written over where it lies. */
const keepSnapshot = `INSERT INTO snapshots VALUES (?1, ?2, ?3)
  ON CONFLICT (number) DO UPDATE SET sequence = ?2, kernel = ?3`

/** Writes the entry within the caller's transaction. */
export function insertEntry(database: Database, entry: Entry): void {
  const { sequence } = entry
  const { number, run } = entry.row
  database.run(
    'INSERT INTO events VALUES (?, ?, ?, ?, ?)',
    positionOf(number, sequence),
    entry.record,
    entry.effects === noEffects ? null : Buffer.from(entry.effects, 'hex'),
    entry.disposition === 'applied' ? null : entry.disposition,
    Buffer.from(entry.hash, 'hex'),
  )
  if (entry.snapshot !== null) database.run(keepSnapshot, number, sequence, entry.snapshot)
  if (entry.ends) database.run("UPDATE runs SET status = 'ended' WHERE number = ?", number)
  for (const attempt of entry.closed) {
    database.run('DELETE FROM outbox WHERE run = ? AND attempt = ?', run, attempt)
    database.run('DELETE FROM timers WHERE run = ? AND attempt = ?', run, attempt)
  }
  for (const attempt of entry.opened) {
    database.run('INSERT INTO outbox (run, attempt) VALUES (?, ?)', run, attempt)
  }
  for (const { attempt, tick, wall } of entry.timers) {
    database.run('INSERT INTO timers (run, attempt, due, wall) VALUES (?, ?, ?, ?)', run, attempt, tick, wall)
  }
  for (const message of entry.told) insertNote(database, { run, sequence, at: entry.at, message })
  if (entry.verdict !== null) {
    const { gate, commit, verdict, evidence } = entry.verdict
    database.run('INSERT INTO verdicts VALUES (?, ?, ?, ?, ?, ?)', run, sequence, gate, commit, verdict, evidence)
  }
}

interface NewNote {
  readonly run: string
  readonly sequence: number
  readonly at: string
  readonly message: Message
}

export function insertNote(database: Database, { run, sequence, at, message }: NewNote): void {
  database.run(
    `INSERT INTO notes (run, number, sequence, at, type, json)
     SELECT ?1, COALESCE(MAX(number), 0) + 1, ?2, ?3, ?4, ?5 FROM notes WHERE run = ?1`,
    run,
    sequence,
    at,
    message.type,
    canonical(message.data),
  )
}
