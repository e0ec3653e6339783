/** Views of the runs, made from their rows. */
import type { Consult, End, JsonObject, OpenEffect } from '@sigma/protocol'
import { z } from 'zod'
import { storeBroken } from '../errors.ts'
import { placeOf } from '../place.ts'
import type { Decision, Note, RunView, VerdictView } from '../views.ts'
import { integer, type Row, text, textOrNull } from './columns.ts'
import type { Database } from './database.ts'
import { recordOf } from './record.ts'

/** The kernel as the host wrote it in the transaction of the latest event; only a host writes here. */
interface StoredKernel {
  readonly status: 'running' | 'ended'
  readonly state: JsonObject
  readonly open: Readonly<Record<string, { readonly effect: OpenEffect; readonly attempt: string }>>
  readonly asksLeft: number
  readonly outcome: End | null
}
const kernelSchema: z.ZodType<StoredKernel> = z.custom<StoredKernel>(
  (value) => typeof value === 'object' && value !== null && 'open' in value && 'state' in value,
)

const verdictSchema = z.enum(['pass', 'fail', 'unknown'])
const jsonObject: z.ZodType<JsonObject> = z.record(z.string(), z.json())
const consults = (open: OpenEffect): open is Consult => open.kind === 'consult'

/** Newest first. */
export function runsOf(database: Database): readonly RunView[] {
  return database.all('SELECT * FROM runs ORDER BY number DESC').map((row) => viewOf(database, row))
}

export function runOf(database: Database, run: string): RunView | null {
  const row = database.get('SELECT * FROM runs WHERE run = ?', run)
  return row === undefined ? null : viewOf(database, row)
}

function viewOf(database: Database, row: Row): RunView {
  const run = text(row, 'run')
  const kernel = kernelOf(row)
  const edge = (order: 'ASC' | 'DESC') => {
    const event = database.get(`SELECT * FROM events WHERE run = ? ORDER BY sequence ${order} LIMIT 1`, run) ?? {}
    return recordOf(run, integer(event, 'sequence'), text(event, 'json'))
  }
  const [first, last] = [edge('ASC'), edge('DESC')]
  const [branch, commit] = [textOrNull(row, 'branch'), textOrNull(row, 'delivered')]
  return {
    run,
    protocol: text(row, 'protocol'),
    version: integer(row, 'version'),
    status: text(row, 'status') === 'running' ? 'running' : 'ended',
    parent: textOrNull(row, 'parent'),
    startedAt: first.envelope.at,
    lastAt: last.envelope.at,
    events: last.envelope.sequence,
    input: first.event.kind === 'started' ? first.event.input : null,
    open: Object.values(kernel.open).map(({ effect, attempt }) => ({
      id: effect.id,
      kind: effect.kind,
      attempt,
      place: placeOf(effect),
    })),
    state: kernel.state,
    asksLeft: kernel.asksLeft,
    outcome: kernel.outcome?.outcome ?? null,
    summary: kernel.outcome?.summary ?? null,
    reasons: kernel.outcome?.reasons ?? [],
    commit: commitOf(kernel.outcome),
    delivered: branch === null || commit === null ? null : { branch, commit },
  }
}

const deliverable = z.object({ commit: z.string() })

/** What a run's end hands over; null: nothing. */
export function commitOf(end: End | null): string | null {
  return deliverable.safeParse(end?.result).data?.commit ?? null
}

/** Open questions of a run, oldest first. */
export function decisionsOf(database: Database, run: string): readonly Decision[] {
  const row = database.get('SELECT * FROM runs WHERE run = ?', run)
  if (row === undefined) return []
  return Object.values(kernelOf(row).open).flatMap(({ effect, attempt }) => {
    if (!consults(effect)) return []
    const timer = database.get('SELECT wall FROM timers WHERE run = ? AND attempt = ?', run, attempt)
    return [
      {
        id: `${run}/${effect.id}`,
        run,
        consult: effect,
        askedAt: atOf(database, run, Number(attempt.slice(attempt.lastIndexOf('@') + 1))),
        expiresAt: timer === undefined ? null : new Date(integer(timer, 'wall')).toISOString(),
      },
    ]
  })
}

export function notesOf(database: Database, run: string, since: number): readonly Note[] {
  return database.all('SELECT * FROM notes WHERE run = ? AND number > ? ORDER BY number', run, since).map((row) => ({
    number: integer(row, 'number'),
    sequence: integer(row, 'sequence'),
    at: text(row, 'at'),
    type: text(row, 'type'),
    data: jsonObject.parse(JSON.parse(text(row, 'json'))),
  }))
}

export function verdictsOf(database: Database, run: string): readonly VerdictView[] {
  return database.all('SELECT * FROM verdicts WHERE run = ? ORDER BY sequence', run).map((row) => ({
    sequence: integer(row, 'sequence'),
    gate: text(row, 'gate'),
    commit: text(row, 'judged'),
    verdict: verdictSchema.parse(text(row, 'verdict')),
    evidence: text(row, 'evidence'),
  }))
}

function kernelOf(row: Row): StoredKernel {
  const read = kernelSchema.safeParse(JSON.parse(text(row, 'kernel')))
  if (!read.success) throw storeBroken(`the state of ${text(row, 'run')} cannot be read`)
  return read.data
}

function atOf(database: Database, run: string, sequence: number): string {
  const row = database.get('SELECT wall FROM events WHERE run = ? AND sequence = ?', run, sequence) ?? {}
  return new Date(integer(row, 'wall')).toISOString()
}
