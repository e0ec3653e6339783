/**
 * An event as text: an array, `[schema, wall, tick, epoch, nonce, attempt, key, caller, event]`. What the run itself
 * says (its id, protocol and version) and the event's place in it are not repeated. Key and caller are null where they
 * follow from the rest.
 *
 * Texts are written from events that were checked against the protocol's schema, and the chain of hashes proves that
 * they are what was written; so reading one back checks only what tells records apart.
 */
import type { EventBody, Recorded } from '@sigma/protocol'
import { recordNewer, storeBroken } from '../errors.ts'

/** Schema version of the records that this sigma writes and reads; newer ones are refused (SIG-34). */
const recordSchemaVersion = 1

const beginning = `[${recordSchemaVersion},`

/** What the store knows of a run beside its events. */
export interface RunRow {
  readonly number: number
  readonly run: string
  readonly protocol: string
  readonly version: number
  readonly parent: string | null
  readonly parentAttempt: string | null
}

export interface Stamp {
  /** Milliseconds since 1970. */
  readonly wall: number
  readonly tick: number
  readonly epoch: number
  readonly nonce: string
  readonly attempt: string | null
  readonly key: string
  readonly caller: string
}

type Record = readonly [
  schema: typeof recordSchemaVersion,
  wall: number,
  tick: number,
  epoch: number,
  nonce: string,
  attempt: string | null,
  key: string | null,
  caller: string | null,
  event: EventBody,
]

export function recordText(stamp: Stamp, event: EventBody): string {
  const { wall, tick, epoch, nonce, attempt, key, caller } = stamp
  const given = key === keyOf(attempt, event) ? null : key
  const by = caller === callerOf(event) ? null : caller
  const record: Record = [recordSchemaVersion, wall, tick, epoch, nonce, attempt, given, by, event]
  return JSON.stringify(record)
}

/** Reads a record back. Fails with `record-newer` or `store-broken`; the record stays as it is. */
export function recordOf(row: RunRow, sequence: number, text: string): Recorded {
  if (!text.startsWith(beginning)) refuseNewer(row, sequence, text)
  const record = parsed(row.run, sequence, text)
  if (record?.[0] !== recordSchemaVersion || typeof record[8]?.kind !== 'string')
    throw storeBroken(`event ${sequence} of ${row.run} cannot be read`)
  const [attempt, event] = [record[5], record[8]]
  // Fields are read by position into one literal: a long run is read back record by record, and this halves the time.
  return {
    envelope: {
      schema: recordSchemaVersion,
      run: row.run,
      sequence,
      key: record[6] ?? keyOf(attempt, event),
      attempt,
      protocol: row.protocol,
      version: row.version,
      at: instant(record[1]),
      tick: record[2],
      nonce: record[4],
      caller: record[7] ?? callerOf(event),
      epoch: record[3],
    },
    event,
  }
}

const dayMs = 86_400_000

/** The latest day, as `2026-11-22T`: events come by the thousand to one, and dates are dear to write. */
let latest = { day: Number.NaN, text: '' }

function instant(wall: number): string {
  const day = Math.floor(Math.trunc(wall) / dayMs)
  if (day !== latest.day) latest = { day, text: new Date(wall).toISOString().slice(0, -13) }
  const within = Math.trunc(wall) - day * dayMs
  const [hours, minutes] = [Math.floor(within / 3_600_000), Math.floor(within / 60_000) % 60]
  const [seconds, rest] = [Math.floor(within / 1_000) % 60, within % 1_000]
  return `${latest.text}${two(hours)}:${two(minutes)}:${two(seconds)}.${rest < 100 ? '0' : ''}${two(rest)}Z`
}

const two = (count: number): string => (count < 10 ? `0${count}` : `${count}`)

/** Default caller of an event: whoever called or decided, else the host. */
function callerOf(event: EventBody): string {
  return event.kind === 'called' ? event.caller : event.kind === 'decided' ? event.by : 'host'
}

function keyOf(attempt: string | null, { kind }: EventBody): string {
  return attempt === null ? kind : `${attempt} ${kind}`
}

/** Fails with `record-newer` for one of a later schema, whatever else is in it. */
export function refuseNewer({ run }: RunRow, sequence: number, text: string): void {
  const schema = /^\[(\d+)/.exec(text)?.[1]
  if (schema !== undefined && Number(schema) > recordSchemaVersion)
    throw recordNewer(run, sequence, Number(schema), recordSchemaVersion)
}

/** The type is what the store promises of its records. */
function parsed(run: string, sequence: number, text: string): Record | null {
  try {
    const value: Record | null = JSON.parse(text)
    return value
  } catch (error) {
    throw storeBroken(`event ${sequence} of ${run} is no JSON`, error)
  }
}
