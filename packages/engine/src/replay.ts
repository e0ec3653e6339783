import { canonical, sha256 } from './canonical.ts'
import { replayDiverged } from './errors.ts'
import type { Fold, Registered } from './registered.ts'
import type { Database } from './store/database.ts'
import { linesOf, verifyChain } from './store/journal.ts'

export interface Replayed {
  readonly fold: Fold
  readonly sequence: number
  /** Hash of the last event. */
  readonly head: string
  /** Globs of files that no agent of the run may change. */
  readonly guarded: readonly string[]
}

/**
 * Folds a run from its journal alone, and compares what follows from each event with what followed then (rule 12).
 * Fails with `chain-broken`, `record-newer` or `replay-diverged`.
 */
export function replay(database: Database, protocol: Registered, run: string): Replayed {
  const head = verifyChain(database, run)
  let [fold, sequence] = [protocol.fresh, 0]
  let guarded: readonly string[] = []
  for (const { recorded, effects, disposition } of linesOf(database, run)) {
    sequence = recorded.envelope.sequence
    if (recorded.event.kind === 'started') guarded = protocol.guarded(recorded.event.input)
    const next = fold.next(recorded)
    const same = sha256(canonical(next.advance.effects)) === effects && next.advance.disposition === disposition
    if (!same) throw replayDiverged(run, sequence)
    fold = next.fold
  }
  return { fold, sequence, head, guarded }
}
