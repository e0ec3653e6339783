/**
 * The messages of a validation as records: these are the truth, and the Markdown is made from them (VAL-29). A protocol knows no
 * time of day, so what it tells lacks its times; `stampedRecord` puts those in by the time of the event that it followed from.
 */
import type { JsonObject } from '@sigma/protocol'
import { z } from 'zod'
import { statuses } from '../status.ts'
import { bodies, errorTypes } from './bodies.ts'
import { timeInId, timestampOf } from './times.ts'

const line = z.string().min(1)
const timestamp = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)

export const priorities = ['Critical', 'High', 'Medium', 'Low'] as const

const usualHeader = z.object({ id: line, from: line, to: line, timestamp, priority: z.enum(priorities) })

/** Each header has the fields that its form shows, in no other words. */
const headers = {
  reminder: z.object({ id: line, to: line, elapsed: line, limit: line }),
  error: z.object({ id: line, type: z.enum(errorTypes), from: line, context: line, timestamp }),
  'status-change': z.object({
    entity: line,
    previous: z.enum(statuses),
    next: z.enum(statuses),
    timestamp,
    reason: line,
  }),
} as const

const version = z.literal(1)

function record<Kind extends keyof typeof bodies, Header extends z.ZodType>(kind: Kind, header: Header) {
  return z.object({ schema: version, kind: z.literal(kind), header, body: bodies[kind] })
}

export const recordSchema = z.discriminatedUnion('kind', [
  record('failure-detected', usualHeader),
  record('failure-report', usualHeader),
  record('fix-request', usualHeader),
  record('fix-completion', usualHeader),
  record('revalidation-trigger', usualHeader),
  record('revalidation-result', usualHeader),
  record('success', usualHeader),
  record('escalation', usualHeader),
  record('acknowledgement', usualHeader),
  record('violation', usualHeader),
  record('timeout', usualHeader),
  record('decision', usualHeader),
  record('late-result', usualHeader),
  record('reminder', headers.reminder),
  record('error', headers.error),
  record('status-change', headers['status-change']),
])

export type MessageRecord = z.infer<typeof recordSchema>
export type RecordKind = MessageRecord['kind']
export type RecordOf<Kind extends RecordKind> = Extract<MessageRecord, { readonly kind: Kind }>

/** What the log says of a message beside the message itself (VAL-94). */
const entrySchema = z.object({
  /** Null: it is about the run as a whole. */
  specialist: z.string().nullable(),
  iteration: z.int().min(0),
  max: z.int().min(0),
  sender: line,
  recipient: line,
  /** What the message is, in a few words, e.g. `Failure report`. */
  what: line,
  /** One line (VAL-97). */
  summary: line,
  before: z.enum(statuses),
  after: z.enum(statuses),
})
export type Entry = Readonly<z.infer<typeof entrySchema>>

/** A message as a protocol tells it: all but its times. */
export const toldSchema = z.object({
  schema: version,
  kind: z.string(),
  /** Its id, or the beginning of it where a time follows; null: its form has none. */
  stem: line.nullable(),
  timed: z.boolean(),
  header: z.record(z.string(), z.json()),
  body: z.record(z.string(), z.json()),
  entry: entrySchema,
})
export type Told = z.infer<typeof toldSchema>

type Untimed<Kind extends RecordKind> = Omit<RecordOf<Kind>['header'], 'id' | 'timestamp'>

export interface Wording<Kind extends RecordKind> {
  readonly kind: Kind
  readonly stem: string | null
  readonly timed: boolean
  readonly header: Untimed<Kind> & JsonObject
  readonly body: RecordOf<Kind>['body'] & JsonObject
  readonly entry: Entry
}

/** The data of the `tell` that sends a message; `message` is its line for whoever looks on. */
export function toldOf<Kind extends RecordKind>({ entry, ...wording }: Wording<Kind>): JsonObject {
  const cut = { ...entry, summary: oneLine(entry.summary), what: oneLine(entry.what) }
  return { schema: 1, message: cut.summary, ...wording, entry: cut }
}

const mostSummary = 160

/** A summary of several lines, or a long one, is cut (VAL-97). */
function oneLine(text: string): string {
  const line = text
    .slice(0, 2 * mostSummary)
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  if (line === '') return '-'
  return line.length <= mostSummary ? line : `${line.slice(0, mostSummary).toWellFormed()}…`
}

/** The id that a message gets by the time `at`: ISO, UTC. Null: its form has none. `taken` are the ids of the run before it (VAL-42). */
export function idOfTold({ stem, timed, entry }: Told, at: string, taken: ReadonlySet<string>): string | null {
  if (stem === null) return null
  const first = timed ? `${stem}-${timeInId(at)}` : stem
  if (!taken.has(first)) return first
  const named = entry.specialist === null ? first : `${first}-${entry.specialist}`
  if (!taken.has(named)) return named
  let number = 2
  while (taken.has(`${named}-${number}`)) number += 1
  return `${named}-${number}`
}

/** The whole record; null: it misses something, and is no message (VAL-104). */
export function stampedRecord(told: Told, at: string, id: string | null): MessageRecord | null {
  const { kind, header, body } = told
  const times = { ...(id !== null && { id }), timestamp: timestampOf(at) }
  return recordSchema.safeParse({ schema: 1, kind, header: { ...header, ...times }, body }).data ?? null
}
