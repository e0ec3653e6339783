/**
 * The only way an event enters a run: stamped, taken in by the kernel, and committed with all that follows from it,
 * in one transaction (rule 13). What the ledger returns is on disk; it performs nothing itself.
 */
import { type Advance, type EventBody, eventSchema, type Json, type Open } from '@sigma/protocol'
import { z } from 'zod'
import { protocolUnknown, runTaken, runUnknown, storeBroken } from '../errors.ts'
import { effectsHash } from '../identity/canonical.ts'
import { aboutText } from '../journal/about-text.ts'
import { genesisOf, hashOf } from '../journal/chain.ts'
import { insertEntry, insertRun, isTaken, type NewRun, newRow } from '../journal/entry.ts'
import { rowOf } from '../journal/journal.ts'
import { type RunRow, recordOf, recordText } from '../journal/record.ts'
import { type Kept, keepingOf, keptOf, nothingKept, type StoredKernel } from '../journal/snapshot.ts'
import { aboutNothing } from '../kit/about.ts'
import type { Clock, Ids } from '../ports/ports.ts'
import { replay } from '../recovery/replay.ts'
import { storeIdOf } from '../store/meta.ts'
import type { Store } from '../store/store.ts'
import { ticksOf } from '../time/ticks.ts'
import { consequences } from './consequences.ts'
import type { CrashPoints } from './crash-points.ts'
import type { AnyState, Fold, Registered } from './registered.ts'

export interface Origin {
  /** Idempotency key. */
  readonly key: string
  readonly attempt: string | null
  readonly caller: string
}

interface LedgerSpec {
  readonly store: Store
  readonly protocols: readonly Registered[]
  readonly clock: Clock
  readonly ids: Ids
  readonly crashPoints: CrashPoints
}

/** A run in memory: what the store holds of it, folded. */
interface Page {
  readonly row: RunRow
  readonly protocol: Registered
  readonly sequence: number
  readonly head: string
  readonly fold: Fold
  readonly guarded: readonly string[]
  readonly kept: Kept
}

export type Ledger = ReturnType<typeof ledgerOf>

export function ledgerOf({ store, protocols, clock, ids, crashPoints }: LedgerSpec) {
  const { database, epoch } = store
  const ticks = ticksOf(database, clock)
  const pages = new Map<string, Page>()

  function protocol(name: string, version: number | null): Registered {
    const named = protocols.filter((known) => known.name === name && (version === null || known.version === version))
    const [found] = named.sort((a, b) => b.version - a.version)
    if (found === undefined) throw protocolUnknown(name, version)
    return found
  }

  function page(run: string): Page {
    const known = pages.get(run)
    if (known !== undefined) return known
    const row = rowOf(database, run)
    if (row === null) throw runUnknown(run)
    const registered = protocol(row.protocol, row.version)
    const read = { row, protocol: registered, ...replay(database, registered, row), kept: keptOf(database, row) }
    pages.set(run, read)
    return read
  }

  function stamp({ row, sequence }: Page, event: EventBody, origin: Origin) {
    const { run } = row
    const read = eventSchema.safeParse(JSON.parse(JSON.stringify(event)))
    if (!read.success) {
      throw storeBroken(`event ${sequence + 1} of ${run} cannot be written: ${z.prettifyError(read.error)}`)
    }
    const stamped = { wall: clock.now(), tick: ticks(), epoch, nonce: ids.nonce(), ...origin }
    // Through text and back: what is folded now is exactly what a replay will read.
    const record = recordText(stamped, read.data)
    return { record, recorded: recordOf(row, sequence + 1, record) }
  }

  function enter(before: Page, event: EventBody, origin: Origin, first: () => void): Advance<AnyState> {
    const failure = database.failure()
    if (failure !== null) throw failure
    const { row } = before
    const { record, recorded } = stamp(before, event, origin)
    const { advance, fold } = before.fold.next(recorded)
    const effects = effectsHash(advance.effects)
    const hash = hashOf(before.head, record, effects, advance.disposition)
    const { json: snapshot, kept } = keepingOf(before.kept, record, advance.kernel)
    const { sequence, at } = recorded.envelope
    const what = `${row.run} ${sequence} ${event.kind}`
    store.write(() => {
      first()
      const followed = consequences(before.fold.kernel, advance, recorded)
      insertEntry(database, { row, sequence, hash, record, effects, at, snapshot, ...followed })
      crashPoints.reach({ at: 'before commit', what })
    })
    store.reached(row.number, sequence, hash)
    pages.set(row.run, { ...before, sequence, head: hash, fold, kept })
    crashPoints.reach({ at: 'after commit', what })
    return advance
  }

  return {
    ticks,
    protocol,
    /** The run as it stands. Fails with `run-unknown`, `protocol-unknown`, `chain-broken`, `replay-diverged`, `record-newer`. */
    fold: (run: string): Fold => page(run).fold,
    /** As the run stands, where it is in memory; null: it is not. */
    known: (run: string): StoredKernel | null => {
      const kernel = pages.get(run)?.fold.kernel ?? null
      return kernel === null ? null : { ...kernel, state: { ...kernel.state } }
    },
    /** Null: no such attempt is open. Fails as `fold` does. */
    openAttempt: (run: string, attempt: string): Open | null =>
      Object.values(page(run).fold.kernel?.open ?? {}).find((open) => open.attempt === attempt) ?? null,
    /** Sequence of the run's latest event. */
    sequence: (run: string): number => page(run).sequence,
    /** Globs of files that no agent of the run may change. */
    guarded: (run: string): readonly string[] => page(run).guarded,
    protocolOf: (run: string): Registered => page(run).protocol,
    /** The run that it belongs to; null: none. Known in memory, also when the store broke. */
    parentOf: (run: string): string | null => page(run).row.parent,
    begin: (run: NewRun, input: Json): Advance<AnyState> => {
      if (isTaken(database, run.run)) throw runTaken(run.run)
      const registered = protocol(run.protocol, run.version)
      registered.check(input)
      const row = newRow(database, run)
      const about = registered.about(input) ?? aboutNothing
      const blank = {
        row,
        protocol: registered,
        sequence: 0,
        head: genesisOf(storeIdOf(database), row),
        fold: registered.fresh,
        guarded: about.guarded,
        kept: nothingKept,
      }
      const origin = { key: 'started', attempt: null, caller: 'host' }
      return enter(blank, { kind: 'started', input }, origin, () => insertRun(database, row, aboutText(about)))
    },
    record: (run: string, event: EventBody, origin: Origin): Advance<AnyState> =>
      enter(page(run), event, origin, () => undefined),
  }
}
