/** How a validation stands, read from its state. */
import type { Standing } from '@sigma/engine'
import type { JsonObject } from '@sigma/protocol'
import { z } from 'zod'
import { fixWorkspace } from './machine/places.ts'
import { statuses } from './machine/status.ts'

const specialistSchema = z.object({
  name: z.string(),
  status: z.enum(statuses),
  outcome: z.enum(['skipped', 'not-applicable']).nullable(),
  iteration: z.number(),
  left: z.number(),
})
const stateSchema = z.object({
  kind: z.string(),
  said: z.string().optional(),
  head: z.string().optional(),
  specialists: z.array(specialistSchema).default([]),
})

type Seen = z.infer<typeof specialistSchema>

/** Null: it cannot be read. */
export function standing(state: JsonObject): Standing | null {
  const { data } = stateSchema.safeParse(state)
  if (data === undefined) return null
  const { kind, said, head, specialists } = data
  const applying = specialists.filter(({ outcome }) => outcome !== 'not-applicable')
  return {
    step: stepOf(kind, said, specialists),
    progress:
      applying.length === 0
        ? null
        : {
            done: applying.filter(({ status, outcome }) => outcome === null && isPassed(status)).length,
            skipped: applying.filter(({ outcome }) => outcome === 'skipped').length,
            all: applying.length,
          },
    working: head === undefined ? [] : specialists.map(({ name }) => ({ unit: name, workspace: fixWorkspace, head })),
  }
}

const isPassed = (status: Seen['status']): boolean => status === 'PASS' || status === 'COMPLETED'

/** The statuses themselves, for whoever is neither at the beginning nor over (VAL-52). */
function stepOf(kind: string, said: string | undefined, specialists: readonly Seen[]): string {
  if (said !== undefined) return said
  if (kind === 'surveying') return 'looking at what there is to check'
  if (kind === 'halted') return 'halted'
  const active = specialists.filter(({ status }) => status !== 'PENDING' && !isPassed(status))
  return active.length === 0
    ? 'checking'
    : active.map(({ name, status, iteration, left }) => `${name} ${status} ${iteration}/${iteration + left}`).join(', ')
}
