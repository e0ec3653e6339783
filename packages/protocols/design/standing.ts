/** How a run of the design loop stands, read from its state. */
import type { Standing } from '@sigma/engine'
import type { JsonObject } from '@sigma/protocol'
import { z } from 'zod'
import { workspace } from './machine/places.ts'

const itemSchema = z.union([
  z.object({ kind: z.literal('module'), module: z.string() }),
  z.object({ kind: z.enum(['draft', 'architecture']) }),
])
const document = z.object({ path: z.string(), blob: z.string() })
const stateSchema = z.object({
  kind: z.string(),
  head: z.string().optional(),
  item: itemSchema.optional(),
  queue: z.array(z.string()).nullable().optional(),
  cause: z.string().optional(),
  checked: document.nullable().optional(),
  accepted: z.array(document.extend({ module: z.string().nullable() })),
})

/** Null: it cannot be read. */
export function standing(state: JsonObject): Standing | null {
  const { data } = stateSchema.safeParse(state)
  if (data === undefined) return null
  const { kind, head, item, queue, accepted, cause, checked } = data
  const drafts = cause === 'acceptance' ? accepted : [checked ?? []].flat()
  const unit = item === undefined ? '' : item.kind === 'module' ? item.module : item.kind
  const done = accepted.filter(({ module }) => module !== null).length
  const isCounted = item?.kind === 'module' && queue !== null && queue !== undefined
  return {
    step: kind === 'over' || kind === 'exploring' ? kind : `${kind} ${item?.kind === 'module' ? unit : `the ${unit}`}`,
    progress: isCounted ? { done, skipped: 0, all: done + queue.length + 1 } : null,
    ...(kind === 'deciding' && { drafts: drafts.map(({ path, blob }) => ({ path, blob })) }),
    working: head === undefined ? [] : [{ unit, workspace, head }],
  }
}
