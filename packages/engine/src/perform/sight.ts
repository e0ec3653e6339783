import { z } from 'zod'
import type { Observation, Turn } from '../ports/isolation.ts'
import { text } from '../store/columns.ts'
import type { Store } from '../store/store.ts'

/** What a person's repository looked like before the turns that are open. */
export interface Sight {
  readonly observation: Observation
  readonly turns: readonly Turn[]
}

/** Outlives the host, so that an agent that ends Sigma cannot hide what it did before (D21). */
export interface SightMemory {
  load(): Sight | null
  /** Null: no turn is open. */
  keep(sight: Sight | null): void
}

const documentSchema = z.object({ path: z.string(), blob: z.string() })

const turnSchema: z.ZodType<Turn> = z.object({
  run: z.string(),
  attempt: z.string(),
  ask: z.string(),
  role: z.string(),
  agent: z.string().nullable(),
  workspace: z.string(),
  base: z.string(),
  documents: z.array(documentSchema),
  beganAt: z.number(),
  confined: z.boolean(),
})

const sightSchema: z.ZodType<Sight | null> = z
  .object({
    observation: z.object({
      hash: z.string(),
      parts: z.record(z.string(), z.string()),
      kept: z.record(z.string(), z.string()).optional(),
    }),
    turns: z.array(turnSchema),
  })
  .nullable()

export function sightMemoryOf({ database, write }: Store): SightMemory {
  return {
    load: () => {
      const row = database.get("SELECT value FROM meta WHERE name = 'sight'")
      return row === undefined ? null : sightSchema.parse(JSON.parse(text(row, 'value')))
    },
    keep: (sight) =>
      write(() => database.run("INSERT OR REPLACE INTO meta VALUES ('sight', ?)", JSON.stringify(sight))),
  }
}
