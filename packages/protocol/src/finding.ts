import { z } from 'zod'

/** The name of a stored blob, `sha256:<hex>`. Big things (output, diffs, reports) are named, never carried. */
export type BlobRef = string

/** One reason for a refusal: which rule, what was seen, and the way out (SIG-49). */
export interface Finding {
  /** Stable, kebab-case, e.g. `test-already-passes`. */
  readonly rule: string
  /** What was seen, in a sentence that names files, tests and values. */
  readonly message: string
  /** What to do about it, in a sentence. */
  readonly remedy: string
  /** Where the proof is kept. */
  readonly evidence?: BlobRef | undefined
}

/** The rule of a test whose outcome was another one when the same tree was run again: no matter of who implements (SIG-52). */
export const flakyRule = 'flaky'

export const findingSchema: z.ZodType<Finding> = z.object({
  rule: z.string(),
  message: z.string(),
  remedy: z.string(),
  evidence: z.string().optional(),
})

export const verdicts = ['pass', 'fail', 'unknown'] as const
/** A gate's judgement; `unknown` (could not judge) blocks like `fail` (SIG-49, D4). */
export type Verdict = (typeof verdicts)[number]
