/** How a session stands, read from its state. */
import type { Standing } from '@sigma/engine'
import type { JsonObject } from '@sigma/protocol'
import { z } from 'zod'
import { definitionSchema, stepOf } from './machine/definition.ts'
import { unitOf, workspace } from './machine/places.ts'

const stateSchema = z.object({
  kind: z.string(),
  input: z.object({ definition: definitionSchema }),
  done: z.number(),
  head: z.string(),
})

/** Null: it cannot be read. */
export function standing(state: JsonObject): Standing | null {
  const { data } = stateSchema.safeParse(state)
  if (data === undefined) return null
  const { kind, done, head, input } = data
  const due = stepOf(input.definition, done + 1)
  return {
    step: kind === 'over' ? 'over' : due === null ? 'every step is completed' : `step ${due.number} ${due.name}`,
    progress: { done, skipped: 0, all: input.definition.steps.length },
    working: kind === 'invoking' && due !== null ? [{ unit: unitOf(due), workspace, head }] : [],
  }
}
