/** How a run of the TDD loop stands, read from its state. */
import type { Standing, UnitAtWork } from '@sigma/engine'
import type { JsonObject } from '@sigma/protocol'
import { z } from 'zod'
import { unitOf } from './machine/places.ts'
import { tasks } from './machine/tasks.ts'

/** What is read of a state. Phase 0 is the cycle with number 0; before it, landing and afterwards there are none. */
const cycleSchema = z.object({ number: z.number(), head: z.string() })
const stateSchema = z.object({
  kind: z.string(),
  cycles: z.array(cycleSchema).default([]),
  run: z
    .object({
      input: z.object({ cycles: z.array(z.unknown()) }),
      done: z.array(z.number()),
      skipped: z.array(z.number()),
    })
    .optional(),
})

/** Null: it cannot be read. */
export function standing(state: JsonObject): Standing | null {
  const { data } = stateSchema.safeParse(state)
  if (data === undefined) return null
  const { kind, cycles, run } = data
  return {
    step: kind === 'baseline' ? 'measuring HEAD' : kind.replaceAll('-', ' '),
    progress:
      run === undefined ? null : { done: run.done.length, skipped: run.skipped.length, all: run.input.cycles.length },
    working: cycles.map(atWork),
  }
}

function atWork({ number, head }: z.infer<typeof cycleSchema>): UnitAtWork {
  const unit = unitOf(number) ?? tasks.phase0.label
  return { unit, workspace: unit, head }
}
