import type { TurnRequest } from '@sigma/engine'
import { z } from 'zod'

/** The Handoff was checked before: what is missing of it here is none of the role's. */
const globs = z.array(z.string()).catch([])
const scopeSchema = z.object({
  context: z.object({ designPath: z.string().optional(), planPath: z.string().optional() }).catch({}),
  metadata: z.object({ writable: globs, creatable: globs }).catch({ writable: [], creatable: [] }),
})

/** What the Handoff says that the role may write, and the documents of its task. `creatable`: empty, as `writable` says. */
export function scopeOf({ handoff }: TurnRequest): {
  readonly writable: readonly string[]
  readonly creatable: readonly string[]
  readonly documents: readonly string[]
} {
  const { context, metadata } = scopeSchema.parse(handoff)
  const { designPath, planPath } = context
  return { ...metadata, documents: [designPath, planPath].filter((path) => path !== undefined) }
}

/** All globs that the role may write by, of what exists and of what is new. */
export function roleGlobs(request: TurnRequest): readonly string[] {
  const { writable, creatable } = scopeOf(request)
  return [...creatable, ...writable]
}
