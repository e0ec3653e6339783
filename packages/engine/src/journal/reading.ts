/** Views of the runs. Nothing here needs a library of schemas or a protocol: people wait for it. */
import type { Consult, End, JsonObject, OpenEffect, Recorded } from '@sigma/protocol'
import { sequenceOfAttempt } from '@sigma/protocol/attempts'
import { storeBroken } from '../errors.ts'
import { integer, jsonOf, text, textOrNull } from '../store/columns.ts'
import type { Database } from '../store/database.ts'
import { asksLeftIn } from '../views/allowances.ts'
import { standsAt } from '../views/place.ts'
import type { Decision, Note, RunView, VerdictView } from '../views/views.ts'
import { toldAbout } from './about-text.ts'
import { eventAt, firstOf, lastSequence, rowOf } from './journal.ts'
import type { RunRow } from './record.ts'
import type { StoredKernel } from './snapshot.ts'

/** How a run stands: from its snapshot and what came after it, or from the memory of the host that plays it. */
export type KernelIn = (row: RunRow) => StoredKernel

/** Newest first. */
export function runsOf(database: Database, kernelIn: KernelIn): readonly RunView[] {
  return database
    .all('SELECT run FROM runs ORDER BY number DESC')
    .flatMap((row) => runOf(database, text(row, 'run'), kernelIn) ?? [])
}

/** Runs that are not over, oldest first. */
export function openRuns(database: Database): readonly string[] {
  return database.all("SELECT run FROM runs WHERE status = 'running' ORDER BY number").map((row) => text(row, 'run'))
}

/** Null: there is no such run. */
export function statusOf(database: Database, run: string): 'running' | 'ended' | null {
  const row = database.get('SELECT status FROM runs WHERE run = ?', run)
  return row === undefined ? null : text(row, 'status') === 'running' ? 'running' : 'ended'
}

export function runOf(database: Database, run: string, kernelIn: KernelIn): RunView | null {
  const row = rowOf(database, run)
  return row === null ? null : viewOf(database, row, kernelIn(row))
}

function viewOf(database: Database, row: RunRow, kernel: StoredKernel): RunView {
  const stands = database.get('SELECT status, branch, delivered, about FROM runs WHERE number = ?', row.number) ?? {}
  const [branch, commit] = [textOrNull(stands, 'branch'), textOrNull(stands, 'delivered')]
  const events = lastSequence(database, row)
  return {
    ...viewIn(row, kernel, { first: firstOf(database, row), last: eventAt(database, row, events) }),
    ...toldAbout(row.run, text(stands, 'about')),
    status: text(stands, 'status') === 'running' ? 'running' : 'ended',
    delivered: branch === null || commit === null ? null : { branch, commit },
  }
}

/** What a run's kernel and its first and last event say of it. */
export function viewIn(
  { run, protocol, version, parent }: Pick<RunRow, 'run' | 'protocol' | 'version' | 'parent'>,
  { open, state, budgets, outcome }: StoredKernel,
  { first, last }: { readonly first: Recorded; readonly last: Recorded },
): Omit<RunView, 'subject' | 'documents' | 'status' | 'delivered'> {
  return {
    run,
    protocol,
    version,
    parent,
    startedAt: first.envelope.at,
    lastAt: last.envelope.at,
    events: last.envelope.sequence,
    input: first.event.kind === 'started' ? first.event.input : null,
    open: Object.values(open).map(({ effect, attempt }) => ({
      id: effect.id,
      kind: effect.kind,
      attempt,
      at: standsAt(effect),
    })),
    state,
    asksLeft: asksLeftIn(budgets),
    budgets,
    outcome: outcome?.outcome ?? null,
    summary: outcome?.summary ?? null,
    reasons: outcome?.reasons ?? [],
    commit: commitOf(outcome),
  }
}

/** What a run's end hands over; null: nothing. */
export function commitOf(end: End | null): string | null {
  const commit = end?.result['commit']
  return typeof commit === 'string' ? commit : null
}

const consults = (open: OpenEffect): open is Consult => open.kind === 'consult'

/** Open questions of a run, oldest first. */
export function decisionsOf(database: Database, run: string, kernelIn: KernelIn): readonly Decision[] {
  const row = rowOf(database, run)
  if (row === null) return []
  return Object.values(kernelIn(row).open).flatMap(({ effect, attempt }) => {
    if (!consults(effect)) return []
    const timer = database.get('SELECT wall FROM timers WHERE run = ? AND attempt = ?', run, attempt)
    return [
      {
        id: `${run}/${effect.id}`,
        run,
        consult: effect,
        askedAt: eventAt(database, row, sequenceOfAttempt(attempt)).envelope.at,
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
    data: jsonOf(text(row, 'json'), isObject, `note ${integer(row, 'number')} of ${run} cannot be read`),
  }))
}

function isObject(data: Partial<JsonObject> | null): data is JsonObject {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}

export function verdictsOf(database: Database, run: string): readonly VerdictView[] {
  return database.all('SELECT * FROM verdicts WHERE run = ? ORDER BY sequence', run).map((row) => ({
    sequence: integer(row, 'sequence'),
    gate: text(row, 'gate'),
    commit: text(row, 'judged'),
    verdict: verdictOf(text(row, 'verdict')),
    evidence: text(row, 'evidence'),
  }))
}

function verdictOf(word: string): VerdictView['verdict'] {
  if (word === 'pass' || word === 'fail' || word === 'unknown') return word
  throw storeBroken(`${word} is no verdict`)
}
