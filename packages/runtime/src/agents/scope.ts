import type { TurnRequest } from '@sigma/engine'
import { z } from 'zod'

/** The Handoff was checked before: what is missing of it here is none of the role's. */
const scopeSchema = z.object({
  context: z.object({ designPath: z.string().optional(), planPath: z.string().optional() }).catch({}),
  metadata: z.object({ writable: z.array(z.string()).catch([]) }).catch({ writable: [] }),
})

/** What the Handoff says that the role may write, and the documents of its task. */
export function scopeOf({ handoff }: TurnRequest): {
  readonly writable: readonly string[]
  readonly documents: readonly string[]
} {
  const { context, metadata } = scopeSchema.parse(handoff)
  const { designPath, planPath } = context
  return { writable: metadata.writable, documents: [designPath, planPath].filter((path) => path !== undefined) }
}
