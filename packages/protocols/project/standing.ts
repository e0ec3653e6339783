/** How a project run stands, read from its state. */
import type { Standing } from '@sigma/engine'
import type { JsonObject } from '@sigma/protocol'
import { z } from 'zod'

const stateSchema = z.object({
  kind: z.string(),
  back: z.string().optional(),
  at: z.number().optional(),
  modules: z.array(z.unknown()).optional(),
})

/** Null: it cannot be read. */
export function standing(state: JsonObject): Standing | null {
  const { data } = stateSchema.safeParse(state)
  if (data === undefined) return null
  const { kind, back, at, modules = [] } = data
  return {
    step: kind === 'deciding' ? `deciding about the ${back ?? 'run'}` : kind,
    progress: at === undefined || modules.length === 0 ? null : { done: at, skipped: 0, all: modules.length },
    working: [],
  }
}
