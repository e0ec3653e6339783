/** How a run of the TDD loop stands, read from its state. */
import type { MergeByHand, Standing, UnitAtWork } from '@sigma/engine'
import type { JsonObject } from '@sigma/protocol'
import { z } from 'zod'
import { mergeWorkspaceOf, unitOf } from './machine/places.ts'
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

const globs = z.array(z.string())
const plannedSchema = z.object({
  id: z.string(),
  tests: globs,
  source: globs,
  files: globs.default([]),
  creates: z.object({ tests: globs, source: globs }).optional(),
})

/** A state in which a person may finish a combination by hand. */
const mergingSchema = z.object({
  cycles: z.array(cycleSchema),
  merging: z.object({ commit: z.string(), kind: z.enum(['conflict', 'red']), stand: z.literal('deciding') }),
  run: z.object({
    input: z.object({ cycles: z.array(plannedSchema) }),
    slice: z.number(),
    trunk: z.object({ commit: z.string() }),
  }),
})

/** Null: it cannot be read. */
export function standing(state: JsonObject): Standing | null {
  const { data } = stateSchema.safeParse(state)
  if (data === undefined) return null
  const { kind, cycles, run } = data
  const merge = mergeIn(state)
  return {
    step: kind === 'baseline' ? 'measuring HEAD' : kind.replaceAll('-', ' '),
    progress:
      run === undefined ? null : { done: run.done.length, skipped: run.skipped.length, all: run.input.cycles.length },
    working: cycles.map(atWork),
    ...(merge !== null && { merge }),
  }
}

function atWork({ number, head }: z.infer<typeof cycleSchema>): UnitAtWork {
  const unit = unitOf(number) ?? tasks.phase0.label
  return { unit, workspace: unit, head }
}

/** What a person may finish by hand, with the rights of all the cycles that are merged; null: there is nothing. */
function mergeIn(state: JsonObject): MergeByHand | null {
  const { data } = mergingSchema.safeParse(state)
  if (data === undefined) return null
  const { merging, run, cycles } = data
  const plans = run.input.cycles
  const numbers = cycles.map(({ number }) => number)
  const own = plans.filter((_, at) => numbers.includes(at + 1))
  const creates = own.flatMap((plan) => plan.creates ?? [])
  const others = plans.filter((plan) => !own.includes(plan))
  return {
    workspace: mergeWorkspaceOf(run),
    base: merging.commit,
    isUnfinished: merging.kind === 'conflict',
    called: numbers.map((number) => `C${number}`).join(', '),
    writes: anyOf(own.flatMap(({ tests, source }) => [source, tests])),
    ...(creates.length === own.length && {
      creates: {
        globs: anyOf(creates.flatMap(({ tests, source }) => [source, tests])),
        since: run.trunk.commit,
        kept: others.flatMap(({ id, files }) => (files.length === 0 ? [] : [{ by: id, files }])),
      },
    }),
  }
}

/** What any of the lists allows; only what all of them take away is taken away. */
function anyOf(lists: readonly (readonly string[])[]): readonly string[] {
  const isTaken = (glob: string): boolean => glob.startsWith('!')
  const all = [...new Set(lists.flat())]
  return [
    ...all.filter((glob) => !isTaken(glob)),
    ...all.filter((glob) => isTaken(glob) && lists.every((list) => list.includes(glob))),
  ]
}
