/**
 * Proves what a project has recorded (SIG-108): each record by the schema, each run's chain of hashes, each transition
 * by replaying it through the protocol, what readers are shown (state, verdicts) against that, and the evidence against
 * its names. Reads only.
 */
import { type BlobRef, type EventBody, eventSchema } from '@sigma/protocol'
import {
  chainBroken,
  recordInvalid,
  type SigmaError,
  shownOtherwise,
  storeBroken,
  storeUnproved,
  strayEvents,
} from '../errors.ts'
import { verdictAfter } from '../host/consequences.ts'
import { protocolOf } from '../host/protocol-of.ts'
import type { Registered } from '../host/registered.ts'
import { canonical } from '../identity/canonical.ts'
import { blobsIn, isStored } from '../journal/blobs.ts'
import { verifyChain } from '../journal/chain.ts'
import { lastSequence, linesOf, rowsOf } from '../journal/journal.ts'
import { hashesNamed } from '../journal/named.ts'
import { verdictsOf } from '../journal/reading.ts'
import type { RunRow } from '../journal/record.ts'
import { integer, text } from '../store/columns.ts'
import { type Database, orFault } from '../store/database.ts'
import { readHeads } from '../store/heads.ts'
import { openForReading } from '../store/readable.ts'
import { objections } from '../store/standing.ts'
import { replay } from './replay.ts'

export interface Inspection {
  /** What concerns the store as a whole; empty when all is well. */
  readonly faults: readonly SigmaError[]
  /** Oldest first. */
  readonly runs: readonly RunProof[]
}

export interface RunProof {
  readonly run: string
  readonly events: number
  /** The first thing that does not fit; null: all does. */
  readonly fault: SigmaError | null
  /** Proved by its chain alone: this sigma does not know its protocol, shows it, and does not step it. */
  readonly unstepped: boolean
}

export interface InspectionSpec {
  readonly folder: string
  readonly protocols: readonly Registered[]
  /** Runs to inspect; absent: all. */
  readonly only?: readonly string[] | undefined
}

/** Fails with `store-missing`, `store-newer`, `store-broken`. */
export function inspect({ folder, protocols, only }: InspectionSpec): Inspection {
  const database = openForReading(folder)
  try {
    const rows = rowsOf(database).filter(({ run }) => only?.includes(run) ?? true)
    return {
      faults: [...standing(database, folder), ...unsound(database)],
      runs: rows.map((row) => proofOf(database, protocols, row)),
    }
  } finally {
    database.close()
  }
}

function standing(database: Database, folder: string): readonly SigmaError[] {
  const torn = (readHeads(folder)?.damaged ?? 0) > 0 ? [storeUnproved('was changed')] : []
  return [...objections(database, folder), ...torn]
}

/** Damage that SQLite sees, and events that belong to no run. */
function unsound(database: Database): readonly SigmaError[] {
  const [found] = Object.values(database.get('PRAGMA quick_check(1)') ?? {})
  const sql = 'SELECT COUNT(*) AS count FROM events WHERE position >> 32 NOT IN (SELECT number FROM runs)'
  const strays = integer(database.get(sql) ?? {}, 'count')
  return [...(found === 'ok' ? [] : [storeBroken(String(found))]), ...(strays === 0 ? [] : [strayEvents(strays)])]
}

function proofOf(database: Database, protocols: readonly Registered[], row: RunRow): RunProof {
  const protocol = protocolOf(protocols, row)
  const proof = { run: row.run, events: lastSequence(database, row), unstepped: protocol === null }
  const fault = orFault(database, () => {
    if (protocol === null) verifyChain(database, row.run)
    else prove(database, protocol, row)
  })
  return { ...proof, fault: fault ?? null }
}

/** Everything that the run names as evidence is there, and is what it was: so is what that names in turn. */
function kept(database: Database, run: string): void {
  const blobs = blobsIn(database)
  const lines = linesOf(database, run).map(({ recorded }) => recorded)
  for (const { event } of lines) for (const ref of evidenceOf(event)) blobs.get(ref)
  hashesNamed(
    (name) => {
      for (const { event } of lines) name(JSON.stringify(event))
    },
    (hash) => (isStored(database, hash) ? blobs.get(`sha256:${hash}`) : null),
  )
}

function evidenceOf(event: EventBody): readonly BlobRef[] {
  switch (event.kind) {
    case 'begun':
      return [event.brief]
    case 'answered':
      return event.output === undefined ? [] : [event.output]
    case 'judged':
      return [event.evidence]
    case 'failed':
      return [event.evidence, event.output].filter((ref) => typeof ref === 'string')
    case 'conflicted':
      return event.evidence === null ? [] : [event.evidence]
    default:
      return []
  }
}

function prove(database: Database, protocol: Registered, row: RunRow): void {
  const verdicts: string[] = []
  const { fold, sequence } = replay(database, protocol, row, ({ before, recorded, advance }) => {
    if (!eventSchema.safeParse(recorded.event).success) throw recordInvalid(row.run, recorded.envelope.sequence)
    const verdict = verdictAfter(before, advance.disposition, recorded)
    if (verdict !== null) verdicts.push(JSON.stringify({ sequence: recorded.envelope.sequence, ...verdict }))
  })
  kept(database, row.run)
  // A run whose first event is gone has none to replay.
  if (sequence === 0) throw chainBroken(row.run, 1)
  const shown = database.get('SELECT sequence, kernel FROM snapshots WHERE number = ?', row.number) ?? {}
  if (shown['sequence'] === sequence && canonical(JSON.parse(text(shown, 'kernel'))) !== canonical(fold.kernel))
    throw shownOtherwise(row.run, 'state')
  const status = text(database.get('SELECT status FROM runs WHERE number = ?', row.number) ?? {}, 'status')
  if ((status === 'ended') !== (fold.kernel?.status === 'ended')) throw shownOtherwise(row.run, 'status')
  const told = verdictsOf(database, row.run).map((verdict) => JSON.stringify(verdict))
  if (told.join() !== verdicts.join()) throw shownOtherwise(row.run, 'verdicts')
}
