import type { TurnRequest } from '@sigma/engine'
import { pathsIn } from '@sigma/protocol'
import { z } from 'zod'

/** The Handoff was checked before: what is missing of it here is none of the role's. */
const globs = z.array(z.string()).catch([])
const scopeSchema = z.object({
  context: z.record(z.string(), z.json()).catch({}),
  metadata: z.object({ writable: globs, creatable: globs }).catch({ writable: [], creatable: [] }),
})

/** What the Handoff says that the role may write, and the documents of its task. `creatable`: empty, as `writable` says. */
export function scopeOf({ handoff }: TurnRequest): {
  readonly writable: readonly string[]
  readonly creatable: readonly string[]
  readonly documents: readonly string[]
} {
  const { context, metadata } = scopeSchema.parse(handoff)
  return { ...metadata, documents: pathsIn(context).map(([, path]) => path) }
}

/** All globs that the role may write by, of what exists and of what is new. */
export function roleGlobs(request: TurnRequest): readonly string[] {
  const { writable, creatable } = scopeOf(request)
  return [...creatable, ...writable]
}
