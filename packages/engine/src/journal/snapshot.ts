/**
 * The kernel of a run as it stood after one of its events, for readers; never truth, which is the journal. Written
 * with each event while it is small. A large one would make bytes and time grow with the square of the events: it is
 * written once the records since the last outweigh it, and readers fold what came after.
 */
import type { Allowance, End, JsonObject, OpenEffect } from '@sigma/protocol'
import { protocolOf } from '../host/protocol-of.ts'
import type { Fold, Registered } from '../host/registered.ts'
import { integer, jsonOf, text } from '../store/columns.ts'
import type { Database } from '../store/database.ts'
import { eachProved } from './chain.ts'
import { eventAt, lastSequence } from './journal.ts'
import { positionOf } from './position.ts'
import { type RunRow, recordOf } from './record.ts'

/** What is known of a run's snapshot without reading it, in characters of JSON. */
export interface Kept {
  /** Size of the kernel when it was last measured. */
  readonly size: number
  /** Size of the records since then. */
  readonly since: number
}

/** A kernel up to this size is written with each event. */
const small = 24_576

/** The length of a written kernel is a multiple of this many bytes. */
const step = 1_024

/** A larger kernel is written once the records since the last snapshot are this many times its size. */
const share = 8

export const nothingKept: Kept = { size: 0, since: 0 }

export interface Keeping {
  /** The kernel as it is to be written with this event; null: not now. */
  readonly json: string | null
  readonly kept: Kept
}

export function keepingOf(before: Kept, record: string, kernel: unknown): Keeping {
  const since = before.since + record.length
  const fits = (size: number): boolean => size <= small || since >= share * size
  if (!fits(before.size)) return { json: null, kept: { size: before.size, since } }
  const json = padded(JSON.stringify(kernel))
  return fits(json.length)
    ? { json, kept: { size: json.length, since: 0 } }
    : { json: null, kept: { size: json.length, since } }
}

/** SQLite writes over a row that is as long as it was; else it frees its pages, takes others, and writes down which. */
function padded(json: string): string {
  const size = Buffer.byteLength(json)
  return json + ' '.repeat(Math.ceil(size / step) * step - size)
}

/** What the store holds of the snapshot of a run that another host wrote. */
export function keptOf(database: Database, { number }: RunRow): Kept {
  const snapshot = database.get('SELECT sequence, LENGTH(kernel) AS size FROM snapshots WHERE number = ?', number) ?? {
    sequence: 0,
    size: 0,
  }
  const after = positionOf(number, integer(snapshot, 'sequence'))
  const sql = 'SELECT COALESCE(SUM(LENGTH(record)), 0) AS since FROM events WHERE position > ? AND position < ?'
  const records = database.get(sql, after, positionOf(number + 1, 0)) ?? { since: 0 }
  return { size: integer(snapshot, 'size'), since: integer(records, 'since') }
}

/** What readers need of a kernel. */
export interface StoredKernel {
  readonly state: JsonObject
  readonly open: Readonly<Record<string, { readonly effect: OpenEffect; readonly attempt: string }>>
  readonly budgets: readonly Allowance[]
  readonly outcome: End | null
}

/**
 * The latest kernel: the snapshot, and what came after it where there is any and the protocol is known. A run of a
 * protocol that is not at hand is shown as it stood at its snapshot.
 */
export function kernelOf(database: Database, row: RunRow, protocols: readonly Registered[]): StoredKernel {
  const stored = database.get('SELECT sequence, kernel FROM snapshots WHERE number = ?', row.number)
  const sequence = stored === undefined ? 0 : integer(stored, 'sequence')
  const json = stored === undefined ? null : text(stored, 'kernel')
  const known = protocolOf(protocols, row)
  const broken = `the state of ${row.run} cannot be read`
  if (known === null || sequence >= lastSequence(database, row)) return jsonOf(json ?? '', isKernel, broken)
  return jsonOf(JSON.stringify(foldNow(database, row, known).kernel), isKernel, broken)
}

/** A run as it stands: its snapshot, and the events that came after it, folded. */
export function foldNow(database: Database, row: RunRow, known: Registered): Fold {
  const stored = database.get('SELECT sequence, kernel FROM snapshots WHERE number = ?', row.number)
  const { event } = eventAt(database, row, 1)
  const isUsable = stored !== undefined && event.kind === 'started'
  let fold = isUsable ? known.from(event.input, text(stored, 'kernel')) : known.fresh
  eachProved(database, row, isUsable ? integer(stored, 'sequence') : 0, (proved) => {
    fold = fold.next(recordOf(row, proved.sequence, proved.record)).fold
  })
  return fold
}

/** Runs whose snapshot is not of their latest event: to show them as they stand, their protocol is needed. */
export function behind(database: Database): readonly string[] {
  const sql = `SELECT run FROM runs WHERE (
      SELECT MAX(position) FROM events WHERE position < (runs.number + 1) << 32
    ) > (number << 32) + COALESCE((SELECT sequence FROM snapshots WHERE snapshots.number = runs.number), 0)`
  return database.all(sql).map((row) => text(row, 'run'))
}

function isKernel(kernel: Partial<StoredKernel> | null): kernel is StoredKernel {
  return typeof kernel?.open === 'object' && typeof kernel.state === 'object' && Array.isArray(kernel.budgets)
}
