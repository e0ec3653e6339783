/** The events of the runs, as they lie there; what proves them is in `chain.ts`. */
import type { Recorded } from '@sigma/protocol'
import { storeBroken } from '../errors.ts'
import { noEffects } from '../identity/canonical.ts'
import { integer, integerOf, type Row, text, textOf, textOrNull, type Values } from '../store/columns.ts'
import type { Database } from '../store/database.ts'
import { isEvent } from './event-shape.ts'
import { positionOf, sequenceAt } from './position.ts'
import { type RunRow, recordOf } from './record.ts'

/** Hashes as words: reading them as bytes costs more than all else of a row. */
const columns =
  'position, record, lower(hex(hash)) AS hash, iif(effects IS NULL, NULL, lower(hex(effects))) AS effects, disposition'

/** An event as it lies there, taken at its word. */
export interface Stored {
  readonly sequence: number
  readonly record: string
  readonly hash: string
  /** Hash of what `step` wished for (rule 12). */
  readonly effects: string
  readonly disposition: string
}

/** One event with what the kernel made of it. */
export interface Line extends Stored {
  readonly recorded: Recorded
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
  const lines: Line[] = []
  if (row !== null)
    eachAfter(database, row, since, (stored) => lines.push({ ...stored, recorded: eventIn(row, stored) }))
  return lines
}

/** Sequence of the latest event; 0: there is none. */
export function lastSequence(database: Database, { number }: RunRow): number {
  const sql = 'SELECT position FROM events WHERE position > ? AND position < ? ORDER BY position DESC LIMIT 1'
  const row = database.get(sql, positionOf(number, 0), positionOf(number + 1, 0))
  return row === undefined ? 0 : sequenceAt(integer(row, 'position'))
}

/** One event by itself, taken at its word. Fails with `store-broken`, `record-newer`. */
export function eventAt(database: Database, row: RunRow, sequence: number): Recorded {
  return eventIn(row, storedAt(database, row, sequence))
}

function storedAt(database: Database, row: RunRow, sequence: number): Stored {
  const found = database.get(`SELECT ${columns} FROM events WHERE position = ?`, positionOf(row.number, sequence))
  if (found === undefined) throw storeBroken(`event ${sequence} of ${row.run} is missing`)
  return storedOf(Object.values(found))
}

/** First events as they were read last, the latest run last. */
const firsts = new Map<string, { readonly row: RunRow; readonly record: string; readonly recorded: Recorded }>()
const [mostFirsts, mostLength] = [32, 64_000]

/**
 * The first event of a run, which holds its whole input: asked for many times a call, so it is made once, as long as the
 * same text stands there. Fails as `eventAt` does.
 */
export function firstOf(database: Database, row: RunRow): Recorded {
  const stored = storedAt(database, row, 1)
  const { record } = stored
  const known = firsts.get(row.run)
  if (known?.record === record && known.row.protocol === row.protocol && known.row.version === row.version)
    return known.recorded
  const recorded = eventIn(row, stored)
  firsts.delete(row.run)
  if (record.length <= mostLength) firsts.set(row.run, { row, record, recorded })
  const [oldest] = firsts.keys()
  if (firsts.size > mostFirsts && oldest !== undefined) firsts.delete(oldest)
  return recorded
}

function eventIn(row: RunRow, { sequence, record }: Stored): Recorded {
  const recorded = recordOf(row, sequence, record)
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

/** Gives `take` those with sequence above `since`, in order. */
export function eachAfter(database: Database, { number }: RunRow, since: number, take: (stored: Stored) => void): void {
  const sql = `SELECT ${columns} FROM events WHERE position > ? AND position < ? ORDER BY position`
  database.each((values) => take(storedOf(values)), sql, positionOf(number, since), positionOf(number + 1, 0))
}

/** An event from a row of `columns`. */
function storedOf(values: Values): Stored {
  const [effects, disposition] = [values[3], values[4]]
  return {
    sequence: sequenceAt(integerOf(values[0], 'position')),
    record: textOf(values[1], 'record'),
    hash: textOf(values[2], 'hash'),
    effects: effects === null ? noEffects : textOf(effects, 'effects'),
    disposition: disposition === null ? 'applied' : textOf(disposition, 'disposition'),
  }
}
