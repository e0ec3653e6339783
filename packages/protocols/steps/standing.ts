/** How a session stands, read from its state. */
import type { Standing } from '@sigma/engine'
import type { JsonObject } from '@sigma/protocol'
import { z } from 'zod'
import { definitionSchema, stepOf } from './machine/definition.ts'
import { directiveOf } from './machine/directive.ts'
import { unitOf, workspace } from './machine/places.ts'

const stateSchema = z.object({
  kind: z.string(),
  input: z.object({ definition: definitionSchema, session: z.string() }),
  at: z.number(),
  path: z.array(z.number()),
  head: z.string(),
})

/** Null: it cannot be read. */
export function standing(state: JsonObject): Standing | null {
  const { data } = stateSchema.safeParse(state)
  if (data === undefined) return null
  const { kind, at, path, head, input } = data
  const due = stepOf(input.definition, at)
  // A loop goes back in what is done, a branch leaves steps out.
  const before = input.definition.steps.filter(({ number }) => number < at)
  const done = before.filter(({ number }) => path.includes(number)).length
  return {
    step: kind === 'over' ? 'over' : due === null ? 'every step is completed' : `step ${due.number} ${due.name}`,
    progress: { done, skipped: before.length - done, all: input.definition.steps.length },
    ...(kind === 'due' && { next: directiveOf({ input, at }).command }),
    working: kind === 'invoking' && due !== null ? [{ unit: unitOf(due), workspace, head }] : [],
  }
}
