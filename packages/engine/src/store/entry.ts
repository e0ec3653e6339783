import type { Disposition, Message } from '@sigma/protocol'
import { canonical } from '../canonical.ts'
import type { Database } from './database.ts'

/** All that becomes true with one event: written in one transaction, before anything of it is performed (rule 13). */
export interface Entry {
  readonly run: string
  readonly sequence: number
  readonly previous: string
  readonly hash: string
  readonly json: string
  readonly effects: string
  readonly disposition: Disposition
  readonly at: string
  readonly tick: number
  /** Milliseconds since 1970. */
  readonly wall: number
  readonly kernel: unknown
  readonly status: 'running' | 'ended'
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

export function insertRun(database: Database, { run, protocol, version, parent }: NewRun): void {
  database.run(
    "INSERT INTO runs (run, protocol, version, parent, parent_attempt, status, kernel) VALUES (?, ?, ?, ?, ?, 'running', '{}')",
    run,
    protocol,
    version,
    parent?.run ?? null,
    parent?.attempt ?? null,
  )
}

/** Within the caller's transaction. */
export function insertEntry(database: Database, entry: Entry): void {
  const { run, sequence } = entry
  database.run(
    `INSERT INTO events (run, sequence, previous, hash, json, effects, disposition, tick, wall)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    run,
    sequence,
    entry.previous,
    entry.hash,
    entry.json,
    entry.effects,
    entry.disposition,
    entry.tick,
    entry.wall,
  )
  database.run('UPDATE runs SET kernel = ?, status = ? WHERE run = ?', JSON.stringify(entry.kernel), entry.status, run)
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
