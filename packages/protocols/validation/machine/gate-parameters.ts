/** What a validation hands to its gates; what comes back stands in `found.ts`. */
import { projectSchema } from '@sigma/protocol'
import { z } from 'zod'
import { validationInputSchema } from './input.ts'

const { base } = validationInputSchema.shape
const { settings, coverage } = validationInputSchema.shape.specialists.unwrap().element.shape

/** Of the gate `specialist`: one specialist checks one commit. */
export const specialistParameters = z.object({
  project: projectSchema,
  /** Where the change began. */
  base,
  specialist: z.string(),
  settings,
  coverage,
  iteration: z.int().min(1),
  /** Tests that failed in the iteration before: each is resolved only where it ran and passed. */
  failedBefore: z
    .array(z.object({ file: z.string().min(1), name: z.string() }))
    .readonly()
    .default([]),
})
export type SpecialistParameters = z.infer<typeof specialistParameters>

/** Of the gate `survey`: what there is to check at a commit. */
export const surveyParameters = z.object({
  project: projectSchema,
  base,
  specialists: z.array(z.object({ name: z.string(), settings })),
})
export type SurveyParameters = z.infer<typeof surveyParameters>
