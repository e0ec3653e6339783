/** What the plan loop hands to its gate. */
import type { JsonObject } from '@sigma/protocol'
import { z } from 'zod'

const globs = z.array(z.string()).readonly()

/** A blob, or null for the file of a commit. */
const text = z.object({ path: z.string(), blob: z.string().nullable() })

/** The plan can be read, keeps to the design, and has nothing that would keep it from being built (DPTR-67). */
export const planParameters = z.object({
  module: z.string(),
  /** Where the run began. */
  base: z.string(),
  /** Without a blob that of `base`. */
  design: text,
  /** Without a blob that of the commit that is judged; `content`: what a person wrote, in the place of both. */
  plan: text.extend({ content: z.string().exactOptional() }),
  /** Folder that the plan's paths and the globs count from; empty: the top of the repository. */
  folder: z.string(),
  tests: globs,
  source: globs,
  /** For batches that do not say. */
  parallel: z.literal([1, 2, 3]),
  opinions: z.enum(['refuse', 'warn']),
  /** More cycles refuse the plan; absent: any number may be planned. */
  most: z.int().min(1).exactOptional(),
})
export type PlanParameters = z.infer<typeof planParameters>

export const handed: z.ZodType<JsonObject> = z.record(z.string(), z.json())

/** What the gate found beside its findings. */
export const planFound = z.object({
  cycles: z.int(),
  batches: z.int(),
  /** Points that were only told, each a sentence. */
  warnings: z.array(z.string()).readonly(),
  /** What a run that builds this plan is given of it; null: it cannot be built. */
  hands: handed.nullable(),
})
export type PlanFound = z.infer<typeof planFound>
