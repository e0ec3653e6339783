/** How a run of the plan loop stands, read from its state. */
import type { Standing } from '@sigma/engine'
import type { JsonObject } from '@sigma/protocol'
import { z } from 'zod'
import { workspace } from './machine/places.ts'

const stateSchema = z.object({ kind: z.string(), head: z.string().optional() })

/** Null: it cannot be read. */
export function standing(state: JsonObject): Standing | null {
  const { data } = stateSchema.safeParse(state)
  if (data === undefined) return null
  const { kind, head } = data
  return {
    step: kind === 'checking' ? 'checking the plan' : kind,
    progress: null,
    working: head === undefined ? [] : [{ unit: 'plan', workspace, head }],
  }
}
