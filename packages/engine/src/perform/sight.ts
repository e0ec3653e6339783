import type { Observation, Turn } from '../ports/isolation.ts'
import { jsonOf } from '../store/columns.ts'
import { keepMeta, metaOrNull } from '../store/meta.ts'
import type { Store } from '../store/store.ts'

/** What a person's repository looked like before the turns that are open. */
export interface Sight {
  readonly observation: Observation
  readonly turns: readonly Turn[]
}

export type SightMemory = ReturnType<typeof sightMemoryOf>

/** Outlives the host, so that an agent that ends Sigma cannot hide what it did before (D21). */
export function sightMemoryOf({ database, write }: Store) {
  return {
    load: (): Sight | null => {
      const kept = metaOrNull(database, 'sight') ?? 'null'
      return kept === 'null' ? null : jsonOf(kept, isSight, 'what was seen before the open turns cannot be read')
    },
    /** Null: no turn is open. */
    keep: (sight: Sight | null): void => write(() => keepMeta(database, 'sight', JSON.stringify(sight))),
  }
}

function isSight(sight: Partial<Sight> | null): sight is Sight {
  return typeof sight?.observation?.parts === 'object' && Array.isArray(sight.turns)
}
