/** How a review stands, read from its state. */
import type { Standing } from '@sigma/engine'
import type { JsonObject } from '@sigma/protocol'
import { z } from 'zod'
import { workspace } from './machine/places.ts'

const stateSchema = z.object({ kind: z.string(), input: z.object({ commit: z.string() }).optional() })

/** Null: it cannot be read. */
export function standing(state: JsonObject): Standing | null {
  const { data } = stateSchema.safeParse(state)
  if (data === undefined) return null
  const { kind, input } = data
  return {
    step: kind === 'checking' ? 'checking the module' : kind,
    progress: null,
    working: input === undefined ? [] : [{ unit: 'review', workspace, head: input.commit }],
  }
}
