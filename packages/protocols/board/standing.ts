/** How a board stands, read from its state. */
import type { Standing } from '@sigma/engine'
import type { JsonObject } from '@sigma/protocol'
import { z } from 'zod'

const taskSchema = z.object({
  id: z.string(),
  status: z.enum(['active', 'blocked', 'done', 'killed']),
  head: z.string(),
  phases: z.array(z.object({ status: z.string() })),
})
const stateSchema = z.object({ kind: z.string(), tasks: z.record(z.string(), taskSchema).optional() })

/** Null: it cannot be read. */
export function standing(state: JsonObject): Standing | null {
  const { data } = stateSchema.safeParse(state)
  if (data === undefined) return null
  const tasks = Object.values(data.tasks ?? {})
  const active = tasks.filter(({ status }) => status === 'active')
  const open = active.filter(({ phases }) => phases.some(({ status }) => status !== 'closed')).length
  const talking = open === 0 ? '' : `, ${open} in a phase`
  return {
    step: data.kind === 'over' ? 'over' : `${active.length} of ${tasks.length} tasks active${talking}`,
    progress: {
      done: tasks.filter(({ status }) => status === 'done').length,
      skipped: tasks.filter(({ status }) => status === 'killed').length,
      all: tasks.length,
    },
    working: active.map(({ id, head }) => ({ unit: id, workspace: id, head })),
  }
}
