import { effectsHash } from './canonical.ts'
import { replayDiverged } from './errors.ts'
import type { Fold, Registered } from './registered.ts'
import { provedLines } from './store/chain.ts'
import type { Database } from './store/database.ts'
import type { RunRow } from './store/record.ts'

export interface Replayed {
  readonly fold: Fold
  readonly sequence: number
  /** Hash of the last event. */
  readonly head: string
  /** Globs of files that no agent of the run may change. */
  readonly guarded: readonly string[]
}

/**
 * Folds a run from its journal alone, in one pass, and compares what follows from each event with what followed then
 * (rule 12). Fails with `chain-broken`, `record-newer` or `replay-diverged`, naming the first event that differs.
 */
export function replay(database: Database, protocol: Registered, row: RunRow): Replayed {
  let [fold, sequence, head] = [protocol.fresh, 0, '']
  let guarded: readonly string[] = []
  for (const { recorded, hash, effects, disposition } of provedLines(database, row)) {
    sequence = recorded.envelope.sequence
    if (recorded.event.kind === 'started') guarded = protocol.guarded(recorded.event.input)
    const next = fold.next(recorded)
    const same = next.advance.disposition === disposition && effectsHash(next.advance.effects) === effects
    if (!same) throw replayDiverged(row.run, sequence)
    fold = next.fold
    head = hash
  }
  return { fold, sequence, head, guarded }
}
