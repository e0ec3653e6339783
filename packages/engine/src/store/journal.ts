/** The events of the runs, as they lie there; what proves them is in `chain.ts`. */
import type { Recorded } from '@sigma/protocol'
import { noEffects } from '../canonical.ts'
import { storeBroken } from '../errors.ts'
import { integer, type Row, text, textOrNull } from './columns.ts'
import type { Database } from './database.ts'
import { isEvent } from './event-shape.ts'
import { positionOf, sequenceAt } from './position.ts'
import { type RunRow, recordOf } from './record.ts'

/** Hashes as words: reading them as bytes costs more than all else of a row. */
const columns =
  'position, record, lower(hex(hash)) AS hash, iif(effects IS NULL, NULL, lower(hex(effects))) AS effects, disposition'

/** One event with what the kernel made of it. */
export interface Line {
  readonly recorded: Recorded
  readonly hash: string
  /** Hash of what `step` wished for (rule 12). */
  readonly effects: string
  readonly disposition: string
}

/** Null: there is no such run. */
export function rowOf(database: Database, run: string): RunRow | null {
  const row = database.get('SELECT * FROM runs WHERE run = ?', run)
  return row === undefined ? null : runRow(row)
}

/** Oldest first. */
export function rowsOf(database: Database): readonly RunRow[] {
  return database.all('SELECT * FROM runs ORDER BY number').map(runRow)
}

function runRow(row: Row): RunRow {
  return {
    number: integer(row, 'number'),
    run: text(row, 'run'),
    protocol: text(row, 'protocol'),
    version: integer(row, 'version'),
    parent: textOrNull(row, 'parent'),
    parentAttempt: textOrNull(row, 'parent_attempt'),
  }
}

/**
 * With sequence above `since`, in order, taken at their word, so that a damaged run can still be told. Fails with
 * `record-newer`, and with `store-broken` at a record that is none.
 */
export function linesOf(database: Database, run: string, since = 0): readonly Line[] {
  const row = rowOf(database, run)
  return row === null ? [] : Array.from(eventsAfter(database, row, since), (event) => lineOf(row, event))
}

function lineOf(row: RunRow, event: Row): Line {
  const recorded = eventIn(row, event)
  return { recorded, hash: text(event, 'hash'), effects: effectsIn(event), disposition: dispositionIn(event) }
}

/** Of the latest event; 0: there is none. */
export function lastSequence(database: Database, { number }: RunRow): number {
  const sql = 'SELECT position FROM events WHERE position > ? AND position < ? ORDER BY position DESC LIMIT 1'
  const row = database.get(sql, positionOf(number, 0), positionOf(number + 1, 0))
  return row === undefined ? 0 : sequenceAt(integer(row, 'position'))
}

/** One event by itself, taken at its word. Fails with `store-broken`, `record-newer`. */
export function eventAt(database: Database, row: RunRow, sequence: number): Recorded {
  const found = database.get(`SELECT ${columns} FROM events WHERE position = ?`, positionOf(row.number, sequence))
  if (found === undefined) throw storeBroken(`event ${sequence} of ${row.run} is missing`)
  return eventIn(row, found)
}

function eventIn(row: RunRow, event: Row): Recorded {
  const sequence = sequenceAt(integer(event, 'position'))
  const recorded = recordOf(row, sequence, recordIn(event))
  if (!isEvent(recorded.event)) throw storeBroken(`event ${sequence} of ${row.run} cannot be read`)
  return recorded
}

/** When the last event of all was recorded: ticks never fall, whichever run they belong to. Null: there is none. */
export function lastTime(database: Database): { readonly tick: number; readonly wall: number } | null {
  const last = rowsOf(database).flatMap((row) => {
    const sequence = lastSequence(database, row)
    return sequence === 0 ? [] : [eventAt(database, row, sequence).envelope]
  })
  const [latest] = last.sort((a, b) => b.tick - a.tick)
  return latest === undefined ? null : { tick: latest.tick, wall: Date.parse(latest.at) }
}

/** Hash of an event as it stands there; null: there is none. */
export function hashAt(database: Database, number: number, sequence: number): string | null {
  const row = database.get(`SELECT ${columns} FROM events WHERE position = ?`, positionOf(number, sequence))
  return row === undefined ? null : text(row, 'hash')
}

/** The rows with sequence above `since`, in order. */
export function eventsAfter(database: Database, { number }: RunRow, since: number): Iterable<Row> {
  const sql = `SELECT ${columns} FROM events WHERE position > ? AND position < ? ORDER BY position`
  return database.iterate(sql, positionOf(number, since), positionOf(number + 1, 0))
}

export function recordIn(event: Row): string {
  return text(event, 'record')
}

export function effectsIn(event: Row): string {
  return textOrNull(event, 'effects') ?? noEffects
}

export function dispositionIn(event: Row): string {
  return textOrNull(event, 'disposition') ?? 'applied'
}
