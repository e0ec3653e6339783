import { z } from 'zod'

/** The name of a stored blob, `sha256:<hex>`. Big things (output, diffs, reports) are named, never carried. */
export type BlobRef = string
export const blobRefSchema: z.ZodType<BlobRef> = z.string()

/** One reason for a refusal: which rule, what was seen, and the way out (SIG-49). */
export const findingSchema = z.object({
  /** Stable, kebab-case, e.g. `test-already-passes`. */
  rule: z.string(),
  /** What was seen, in a sentence that names files, tests and values. */
  message: z.string(),
  /** What to do about it, in a sentence. */
  remedy: z.string(),
  /** Where the proof is kept. */
  evidence: blobRefSchema.optional(),
  /** Names of the units that it is about, as in `At`; absent: whatever was judged. */
  units: z.array(z.string()).readonly().optional(),
})
export type Finding = Readonly<z.infer<typeof findingSchema>>

export const verdicts = ['pass', 'fail', 'unknown'] as const
/** A gate's judgement; `unknown` (could not judge) blocks like `fail` (SIG-49, D4). */
export type Verdict = (typeof verdicts)[number]
