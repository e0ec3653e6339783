/**
 * The journal of a run. Each event's hash covers its text, what followed from it, and the hash before it, so that no
 * event can be changed, dropped or added without every later hash telling.
 */
import type { Disposition, Recorded } from '@sigma/protocol'
import { sha256 } from '../canonical.ts'
import { chainBroken } from '../errors.ts'
import { integer, type Row, text } from './columns.ts'
import type { Database } from './database.ts'
import { recordOf } from './record.ts'

/** One event with what the kernel made of it. */
export interface Line {
  readonly recorded: Recorded
  readonly previous: string
  readonly hash: string
  /** Hash of what `step` wished for (rule 12). */
  readonly effects: string
  readonly disposition: string
}

/** What a run's first event follows. */
export const genesis: string = '0'.repeat(64)

export function hashOf(previous: string, json: string, effects: string, disposition: Disposition | string): string {
  return sha256([previous, json, effects, disposition].join('\n'))
}

/** With sequence above `since`, in order. Fails with `record-newer`. */
export function linesOf(database: Database, run: string, since = 0): readonly Line[] {
  return rowsOf(database, run, since).map((row) => ({
    recorded: recordOf(run, integer(row, 'sequence'), text(row, 'json')),
    previous: text(row, 'previous'),
    hash: text(row, 'hash'),
    effects: text(row, 'effects'),
    disposition: text(row, 'disposition'),
  }))
}

/** Fails with `chain-broken`, naming the first event that does not fit. Returns the latest hash. */
export function verifyChain(database: Database, run: string): string {
  let [head, sequence] = [genesis, 0]
  for (const row of rowsOf(database, run, 0)) {
    sequence += 1
    const hash = hashOf(head, text(row, 'json'), text(row, 'effects'), text(row, 'disposition'))
    const fits = text(row, 'previous') === head && text(row, 'hash') === hash && integer(row, 'sequence') === sequence
    if (!fits) throw chainBroken(run, sequence)
    head = hash
  }
  return head
}

function rowsOf(database: Database, run: string, since: number): readonly Row[] {
  return database.all('SELECT * FROM events WHERE run = ? AND sequence > ? ORDER BY sequence', run, since)
}
