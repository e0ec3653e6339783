/** What may be called of a session from outside. */
import type { CallSpec, JsonObject } from '@sigma/protocol'
import { z } from 'zod'
import type { Field, StepRow } from './definition.ts'
import { textsIn } from './outputs.ts'
import { dueIn, type StepsState } from './state.ts'

/** A text with its place, as people are told of it. */
const fileSchema = z.strictObject({
  name: z.string(),
  text: z.string().max(65_536),
  file: z.string().max(2_000).default(''),
})

export const stepCall = z.strictObject({
  /** 0: the entry (EXE-20). */
  step: z.int().min(0).max(1_000),
  /** Null: the follower gave none. */
  output: z.record(z.string(), z.json()).nullable().default(null),
  /** Why what the follower gave is none; absent: it could be read. */
  unreadable: z.string().max(2_000).optional(),
  /** The skills that the output names, and those that they name, as they lie there. */
  skills: z.array(fileSchema).default([]),
  /** Skills that are there and cannot be used, each with why, in a sentence. */
  unusable: z.array(z.strictObject({ name: z.string(), why: z.string().max(2_000) })).default([]),
  /** Files that describe agents of these skills. */
  agents: z.array(fileSchema).default([]),
  /** The text of the step itself, where agents that it names work by it. */
  own: z.string().max(65_536).optional(),
  /** Names that an agent plays, `*` every other; absent: the caller did not look. */
  roles: z.array(z.string()).optional(),
  /** How many steps the caller saw completed; absent: it did not look. */
  seen: z.int().min(0).optional(),
})
export type StepCall = Readonly<z.infer<typeof stepCall>>

export const completeCall = z.strictObject({ summary: z.string().max(4_000).optional() })

/** For the explorer: the step that is due, done well and badly, others, and completion. */
export function callsIn(state: StepsState): readonly CallSpec[] {
  if (state.kind === 'over') return []
  const due = dueIn(state)
  const well: JsonObject[] =
    due === null
      ? []
      : sampleOutputs(state, due).map((output) => ({
          ...{ step: due.number, output, skills: [{ name: 'explored', text: 't' }] },
        }))
  const badly: JsonObject[] =
    due === null
      ? []
      : [
          { step: due.number, output: null },
          { step: due.number, output: {} },
        ]
  const steps = [0, state.path.at(-1) ?? 0, state.at + 1]
  const others = [...new Set(steps)].filter((step) => step !== due?.number).map((step) => ({ step }))
  return [
    { verb: 'dispatched', samples: [{}] },
    { verb: 'step', samples: [...well, ...badly, ...others] },
    { verb: 'complete', samples: [{}] },
  ]
}

/** One for each value that decides where the step leads. */
function sampleOutputs(state: StepsState, { gives, branch }: StepRow): readonly JsonObject[] {
  const on = gives.find(({ name }) => name === branch?.on)
  if (on === undefined) return [sampleOutput(state, gives)]
  const values = on.kind === 'boolean' ? [true, false] : (on.values ?? [])
  return values.map((value) => ({ ...sampleOutput(state, gives), [on.name]: value }))
}

function sampleOutput({ outputs }: StepsState, gives: readonly Field[]): JsonObject {
  const requirements = outputs.flatMap((output) => textsIn(output['requirements']))
  const results = requirements.map((requirement) => ({ requirement, skill: 'explored', evidence: 'seen' }))
  const samples = { text: 'explored', texts: ['explored'], number: 1, boolean: true, matches: results }
  return Object.fromEntries(
    gives.map(({ name, kind, values: [first = ''] = [] }) => [name, kind === 'choice' ? first : samples[kind]]),
  )
}
