/** The plan that a run ended with, as its gate saw it. */
import { type Plan, readPlan } from '@sigma/protocol'
import { z } from 'zod'
import type { PlanCourse } from './course.ts'

export interface AcceptedPlan {
  readonly text: string
  readonly plan: Plan
  /** An agent accepted it (`critic`), or a person. */
  readonly by: string
}

const evidenceSchema = z.object({ plan: z.string() })

/** Null: none was accepted. */
export function acceptedPlan({ input, end }: PlanCourse, blob: (ref: string) => string): AcceptedPlan | null {
  const accepted = end?.accepted ?? null
  if (accepted === null || accepted.evidence === null) return null
  const { plan: text } = evidenceSchema.parse(JSON.parse(blob(accepted.evidence)))
  const read = readPlan(text, { parallel: input.sorting.parallel })
  return read.kind === 'plan' ? { text, plan: read.plan, by: accepted.by } : null
}
