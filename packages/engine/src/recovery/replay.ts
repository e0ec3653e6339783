import type { Advance, Kernel, Recorded } from '@sigma/protocol'
import { replayDiverged } from '../errors.ts'
import type { AnyState, Fold, Registered } from '../host/registered.ts'
import { effectsHash } from '../identity/canonical.ts'
import { eachProved } from '../journal/chain.ts'
import { type RunRow, recordOf } from '../journal/record.ts'
import type { Database } from '../store/database.ts'

/** An event of a run with the kernel before it, and what follows from the event today. */
export interface ReplayedEvent {
  readonly before: Kernel<AnyState> | null
  readonly recorded: Recorded
  readonly advance: Advance<AnyState>
}

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
export function replay(
  database: Database,
  protocol: Registered,
  row: RunRow,
  watch: (replayed: ReplayedEvent) => void = () => undefined,
): Replayed {
  let [fold, sequence, head] = [protocol.fresh, 0, '']
  let guarded: readonly string[] = []
  eachProved(database, row, 0, ({ sequence: at, record, hash, effects, disposition }) => {
    const recorded = recordOf(row, at, record)
    if (recorded.event.kind === 'started') guarded = protocol.about(recorded.event.input)?.guarded ?? []
    const next = fold.next(recorded)
    const { advance } = next
    if (advance.disposition !== disposition)
      throw replayDiverged(row.run, recorded, `is ${advance.disposition}, and was recorded as ${disposition}`)
    if (effectsHash(advance.effects) !== effects)
      throw replayDiverged(row.run, recorded, 'has other effects than were recorded')
    watch({ before: fold.kernel, recorded, advance })
    fold = next.fold
    sequence = at
    head = hash
  })
  return { fold, sequence, head, guarded }
}
