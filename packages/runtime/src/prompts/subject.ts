/** What a prompt is made of: the Handoff as it is sent, read at the edge. */
import { type Handoff, handoffSchema, type JsonObject, pathsIn } from '@sigma/protocol'
import { z } from 'zod'
import { wordsIn } from './context-words.ts'

const textSchema = z.string().catch('')
const findingSchema = z.object({ rule: textSchema, message: textSchema, remedy: textSchema })

const metadataSchema = z.object({
  role: z.string(),
  symbol: z.string().nullish(),
  directive: z.string(),
  codes: z.array(z.string()),
  writable: z.array(z.string()),
  creatable: z.array(z.string()).default([]),
  refused: z.array(findingSchema).default([]),
})

export interface Subject {
  readonly role: string
  readonly symbol: string | null
  readonly from: string
  readonly task: string
  readonly purpose: string
  readonly parameters: JsonObject
  /** Where the context names none, the kind of task. */
  readonly phase: string
  readonly module: string
  readonly cycle: number | null
  readonly round: number | null
  readonly design: string
  readonly plan: string | null
  readonly signature: string
  /** Every path that the context names. */
  readonly documents: readonly string[]
  readonly directive: string
  readonly codes: readonly string[]
  readonly writable: readonly string[]
  /** Where new files may be made; empty: as `writable` says. */
  readonly creatable: readonly string[]
  /** Oldest first. */
  readonly refused: readonly DeadEnd[]
}

export interface DeadEnd {
  readonly rule: string
  readonly message: string
  readonly remedy: string
}

/** Fails with a `ZodError` on what is no Handoff of an ask: that is a bug of the caller. */
export function subjectOf(document: unknown): Subject {
  const handoff: Handoff = handoffSchema.parse(document)
  const { role, symbol, directive, codes, writable, creatable, refused } = metadataSchema.parse(handoff.metadata)
  const { task, context, from } = handoff
  const {
    module = '',
    design = '',
    plan = null,
    signature = '',
    phase = task.type,
    cycle = null,
    round = null,
  } = wordsIn(context)
  return {
    role,
    symbol: symbol ?? null,
    from,
    task: task.type,
    purpose: task.purpose,
    parameters: task.parameters ?? {},
    phase,
    module,
    cycle,
    round,
    design,
    plan,
    signature,
    documents: pathsIn(context).map(([, path]) => path),
    directive,
    codes,
    writable,
    creatable,
    refused,
  }
}
