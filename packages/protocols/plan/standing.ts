/** How a run of the plan loop stands, read from its state. */
import type { Standing } from '@sigma/engine'
import type { JsonObject } from '@sigma/protocol'
import { z } from 'zod'
import { workspace } from './machine/places.ts'

const stateSchema = z.object({ kind: z.string(), head: z.string().optional() })
/** A state in which a person may put a plan of their own in the place of the one that passed. */
const editableSchema = z.object({
  kind: z.literal('deciding'),
  checked: z.object({ hands: z.object({ plan: z.object({ path: z.string(), blob: z.string() }) }) }),
})

/** Null: it cannot be read. */
export function standing(state: JsonObject): Standing | null {
  const { data } = stateSchema.safeParse(state)
  if (data === undefined) return null
  const { kind, head } = data
  const draft = editableSchema.safeParse(state).data?.checked.hands.plan
  return {
    step: kind === 'checking' || kind === 'taking' ? 'checking the plan' : kind,
    progress: null,
    working: head === undefined ? [] : [{ unit: 'plan', workspace, head }],
    ...(draft !== undefined && { drafts: [draft] }),
  }
}
