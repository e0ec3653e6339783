/** What the gate `board-decisions` is given: the decisions that bind a task, each with its way to be checked. */
import { z } from 'zod'
import { decisionCheckSchema } from './calls.ts'

export const decisionsGate = 'board-decisions'

export const decisionsParameters = z.object({
  /** The commit that the task began on. */
  base: z.string(),
  checks: z.array(decisionCheckSchema).readonly(),
})
export type DecisionsParameters = Readonly<z.infer<typeof decisionsParameters>>
