/**
 * The only way an event enters a run: stamped, taken in by the kernel, and committed with all that follows from it,
 * in one transaction (rule 13). What the ledger returns is on disk; it performs nothing itself.
 */
import type { Advance, EventBody, Json, Recorded } from '@sigma/protocol'
import { canonical, sha256 } from './canonical.ts'
import { consequences } from './consequences.ts'
import { protocolUnknown, runTaken, runUnknown } from './errors.ts'
import type { Clock, Ids } from './ports.ts'
import type { AnyState, Fold, Registered } from './registered.ts'
import { replay } from './replay.ts'
import type { Seam } from './seam.ts'
import { integer, text } from './store/columns.ts'
import { insertEntry, insertRun, type NewRun } from './store/entry.ts'
import { genesis, hashOf } from './store/journal.ts'
import { recordOf, recordSchemaVersion } from './store/record.ts'
import type { Store } from './store/store.ts'
import { type Ticks, ticksOf } from './ticks.ts'

export interface Ledger {
  readonly ticks: Ticks
  begin(run: NewRun, input: Json): Advance<AnyState>
  record(run: string, event: EventBody, origin: Origin): Advance<AnyState>
  /** As it stands. Fails with `run-unknown`, `protocol-unknown`, `chain-broken`, `replay-diverged`, `record-newer`. */
  fold(run: string): Fold
  /** Of its latest event. */
  sequence(run: string): number
  /** Globs of files that no agent of the run may change. */
  guarded(run: string): readonly string[]
  protocol(name: string, version: number | null): Registered
}

export interface Origin {
  /** Idempotency key. */
  readonly key: string
  readonly attempt: string | null
  readonly caller: string
}

export interface LedgerSpec {
  readonly store: Store
  readonly protocols: readonly Registered[]
  readonly clock: Clock
  readonly ids: Ids
  readonly seam: Seam
}

interface Stamped {
  readonly json: string
  readonly recorded: Recorded
}

/** A run in memory: what the store holds of it, folded. */
interface Page {
  readonly protocol: Registered
  readonly sequence: number
  readonly head: string
  readonly fold: Fold
  readonly guarded: readonly string[]
}

export function ledgerOf({ store, protocols, clock, ids, seam }: LedgerSpec): Ledger {
  const { database, epoch } = store
  const ticks = ticksOf(database, clock)
  const pages = new Map<string, Page>()

  function protocol(name: string, version: number | null): Registered {
    const found = protocols.find((known) => known.name === name && (version === null || known.version === version))
    if (found === undefined) throw protocolUnknown(name, version)
    return found
  }

  function page(run: string): Page {
    const known = pages.get(run)
    if (known !== undefined) return known
    const row = database.get('SELECT protocol, version FROM runs WHERE run = ?', run)
    if (row === undefined) throw runUnknown(run)
    const registered = protocol(text(row, 'protocol'), integer(row, 'version'))
    const read = { protocol: registered, ...replay(database, registered, run) }
    pages.set(run, read)
    return read
  }

  function stamp(run: string, { protocol, sequence }: Page, event: EventBody, origin: Origin): Stamped {
    const envelope = {
      schema: recordSchemaVersion,
      run,
      sequence: sequence + 1,
      protocol: protocol.name,
      version: protocol.version,
      at: new Date(clock.now()).toISOString(),
      tick: ticks(),
      nonce: ids.nonce(),
      epoch,
      ...origin,
    }
    // Through JSON and back: what is folded now is exactly what a replay will read.
    const json = canonical({ envelope, event })
    return { json, recorded: recordOf(run, sequence + 1, json) }
  }

  function enter(run: string, before: Page, event: EventBody, origin: Origin, first: () => void): Advance<AnyState> {
    const failure = database.failure()
    if (failure !== null) throw failure
    const { json, recorded } = stamp(run, before, event, origin)
    const { advance, fold } = before.fold.next(recorded)
    const effects = sha256(canonical(advance.effects))
    const hash = hashOf(before.head, json, effects, advance.disposition)
    const { sequence, at, tick } = recorded.envelope
    const what = `${run} ${sequence} ${event.kind}`
    store.write(() => {
      first()
      insertEntry(database, {
        run,
        sequence,
        previous: before.head,
        hash,
        json,
        effects,
        at,
        tick,
        wall: Date.parse(at),
        ...consequences(before.fold.kernel, advance, recorded),
      })
      seam.reach({ at: 'before commit', what })
    })
    pages.set(run, { ...before, sequence, head: hash, fold })
    seam.reach({ at: 'after commit', what })
    return advance
  }

  return {
    ticks,
    protocol,
    fold: (run) => page(run).fold,
    sequence: (run) => page(run).sequence,
    guarded: (run) => page(run).guarded,
    begin: (run, input) => {
      if (database.get('SELECT 1 FROM runs WHERE run = ?', run.run) !== undefined) throw runTaken(run.run)
      const registered = protocol(run.protocol, run.version)
      registered.check(input)
      const guarded = registered.guarded(input)
      const blank = { protocol: registered, sequence: 0, head: genesis, fold: registered.fresh, guarded }
      const origin = { key: 'started', attempt: null, caller: 'host' }
      return enter(run.run, blank, { kind: 'started', input }, origin, () => insertRun(database, run))
    },
    record: (run, event, origin) => enter(run, page(run), event, origin, () => undefined),
  }
}
