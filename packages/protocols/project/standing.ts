/** How a project run stands, read from its state. */
import type { MergeByHand, Standing } from '@sigma/engine'
import type { JsonObject } from '@sigma/protocol'
import { z } from 'zod'
import { mergeWorkspaceOf } from './machine/places.ts'

const laneSchema = z.object({
  module: z.object({ module: z.string() }),
  stand: z.object({
    kind: z.string(),
    stage: z.string().optional(),
    back: z.string().optional(),
  }),
  refused: z.unknown(),
})
const stateSchema = z.object({
  kind: z.string(),
  lanes: z.array(laneSchema).optional(),
  queue: z.array(z.number()).optional(),
  joining: z.object({ kind: z.string() }).nullable().optional(),
})

type Lane = z.infer<typeof laneSchema>

/** Null: it cannot be read. */
export function standing(state: JsonObject): Standing | null {
  const { data } = stateSchema.safeParse(state)
  if (data === undefined) return null
  const { kind, lanes = [], queue = [], joining = null } = data
  const merge = mergeIn(state)
  return {
    step: kind === 'building' ? buildingText(lanes, joining === null ? null : (queue[0] ?? null)) : stepText(kind),
    progress:
      lanes.length === 0
        ? null
        : {
            done: lanes.filter(({ stand, refused }) => stand.kind === 'integrated' && refused === null).length,
            skipped: lanes.filter(({ refused }) => refused !== null).length,
            all: lanes.length,
          },
    working: [],
    ...(merge !== null && { merge }),
  }
}

const stepText = (kind: string): string => (kind === 'deciding' ? 'deciding about the design' : kind)

/** `api tdd, shop review`: the modules that are worked on, or asked about, and the one that is integrated. */
function buildingText(lanes: readonly Lane[], joining: number | null): string {
  const texts = lanes.flatMap(({ module: { module }, stand }, at) => {
    if (at === joining) return [`${module} joining`]
    if (stand.kind === 'working') return [`${module} ${stand.stage ?? ''}`]
    return stand.kind === 'deciding' ? [`${module} deciding about the ${stand.back ?? 'stage'}`] : []
  })
  return texts.join(', ')
}

const globs = z.array(z.string())
/** A state in which a person may finish by hand what does not fit. */
const mergingSchema = z.object({
  joining: z.object({
    kind: z.literal('deciding'),
    merge: z.object({ commit: z.string(), kind: z.enum(['conflict', 'red']) }),
  }),
  queue: z.tuple([z.number()]).rest(z.number()),
  integrated: z.array(z.object({ name: z.string() })),
  lanes: z.array(
    z.object({ module: z.object({ module: z.string() }), start: z.object({ after: z.number() }).nullable() }),
  ),
  input: z.object({ templates: z.object({ tdd: z.object({ project: z.object({ tests: globs, source: globs }) }) }) }),
})

/** With the rights of all who build: tests and source. Null: there is nothing. */
function mergeIn(state: JsonObject): MergeByHand | null {
  const { data } = mergingSchema.safeParse(state)
  if (data === undefined) return null
  const { joining, queue, lanes, integrated, input } = data
  const { tests, source } = input.templates.tdd.project
  const lane = lanes[queue[0]]
  const since = integrated.slice(lane?.start?.after ?? 0)
  return {
    workspace: mergeWorkspaceOf(queue[0]),
    base: joining.merge.commit,
    isUnfinished: joining.merge.kind === 'conflict',
    called: [...since.map(({ name }) => name), lane?.module.module ?? ''].join(', '),
    writes: [...source, ...tests],
  }
}
