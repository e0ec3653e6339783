/** What a review hands to its gate, and what comes back beside the verdict. */
import { projectSchema, verdicts } from '@sigma/protocol'
import { z } from 'zod'
import { reviewInputSchema } from './input.ts'

const { cycles, base } = reviewInputSchema.shape

export const reviewParameters = z.object({
  project: projectSchema,
  base,
  /** Without a blob that of the commit that is judged. */
  design: z.object({ path: z.string(), blob: z.string().nullable() }),
  cycles,
})
export type ReviewParameters = z.infer<typeof reviewParameters>

/** What the gate has a verdict on, each by itself (SIG-48). */
export const aspects = ['checks', 'deviation', 'interface', 'tests'] as const
export type Aspect = (typeof aspects)[number]

const aspectVerdict = z.object({
  of: z.enum(aspects),
  verdict: z.enum(verdicts),
  /** What it was judged by: a blob. */
  evidence: z.string(),
  /** In a sentence. */
  said: z.string(),
})
export type AspectVerdict = z.infer<typeof aspectVerdict>

const texts = z.array(z.string()).readonly()

export const reviewFound = z.object({
  /** Of the commit that was judged, as git names it (SIG-89). */
  tree: z.string(),
  verdicts: z.array(aspectVerdict).readonly(),
  /** Headings of the design. */
  sections: texts,
  /** Source and test files that the reviewed work changed. */
  files: texts,
  /** What is no fault, and is to be known: each a sentence. */
  told: texts,
})
export type ReviewFound = z.infer<typeof reviewFound>
