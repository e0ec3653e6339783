/** What of runs travels between processes: told by a host, checked by whoever takes it. */
import { type At, type Consult, findingSchema } from '@sigma/protocol'
import { z } from 'zod'

const at: z.ZodType<At> = z.object({
  unit: z.string().optional(),
  step: z.string(),
  part: z.string().optional(),
  role: z.string().optional(),
  round: z.number().optional(),
  called: z.string().optional(),
  session: z.string().optional(),
  phase: z.string().optional(),
  workspace: z.string().optional(),
})

const consultSchema: z.ZodType<Consult> = z.object({
  kind: z.literal('consult'),
  id: z.string(),
  at,
  question: z.string(),
  options: z.array(
    z.object({
      name: z.string(),
      consequence: z.string(),
      input: z.record(z.string(), z.json()).nullable(),
    }),
  ),
  fallback: z.string(),
  expiryMs: z.number().nullable(),
  status: z.enum(['waiting', 'escalated', 'halted']),
  reasons: z.array(findingSchema),
})

const deliveredSchema = z.object({ branch: z.string(), commit: z.string() }).readonly()

export type Delivered = z.infer<typeof deliveredSchema>

/** The Result that a command prints last (SIG-28 to SIG-32). */
export const resultSchema = z.object({
  /** Derived from what was measured, never from what was said. */
  success: z.boolean(),
  /** The outcome in a sentence. */
  status: z.string(),
  run: z.string(),
  /** `halted` is also a run that was stopped, or whose host died, and that `sigma resume` takes on. */
  outcome: z.enum(['completed', 'refused', 'escalated', 'aborted', 'halted', 'waiting']),
  reasons: z.array(findingSchema).readonly(),
  delivered: deliveredSchema.nullable(),
})

export type RunResult = Readonly<z.infer<typeof resultSchema>>

/** A question to a person. `id` is what people type: `<run>/<effect id>`. */
export const decisionSchema = z.object({
  id: z.string(),
  run: z.string(),
  consult: consultSchema,
  /** ISO 8601, UTC. */
  askedAt: z.string(),
  /** When the fallback is taken; null: never. */
  expiresAt: z.string().nullable(),
})

export type Decision = Readonly<z.infer<typeof decisionSchema>>

/** How an agent stands in its turn, for people; never journalled. */
const agentStateSchema = z.object({
  agent: z.string(),
  stage: z.enum(['starting', 'thinking', 'answering', 'using-tool', 'waiting', 'ending']),
  /** The model as the agent names it; null: the agent did not say. */
  model: z.string().nullable(),
  session: z.string().nullable(),
  /** Usage of this turn so far. */
  usage: z.union([
    z.literal('unknown'),
    z
      .object({
        inputTokens: z.number().optional(),
        outputTokens: z.number().optional(),
        cachedTokens: z.number().optional(),
        costUsd: z.number().optional(),
      })
      .readonly(),
  ]),
  /** Why it waits, in a few words, e.g. `the model is overloaded, tries again in 4s`; null: it does not. */
  waits: z.string().nullable(),
  /** What looks wrong, e.g. `the same call 6 times in a row`; null: nothing. */
  concern: z.string().nullable(),
})

export type AgentState = Readonly<z.infer<typeof agentStateSchema>>

/** Progress while it happens; never journalled. */
export const activitySchema = z.object({
  run: z.string(),
  /** Id of the effect being performed. */
  id: z.string(),
  kind: z.string(),
  attempt: z.string(),
  at,
  /** Name of the agent whose turn it is; null: it is no agent's, or not known. */
  player: z.string().nullable(),
  /** `waits`: it may begin but for what `text` says. `begun` and `over` frame it; `acts` says what the agent does, in a few words. */
  stage: z.enum(['waits', 'begun', 'acts', 'over']),
  text: z.string(),
  /** When it began, or began to wait; ISO 8601, UTC. */
  sinceAt: z.string(),
  /** The last sign of life. */
  seenAt: z.string(),
  /** When it will have waited long enough; absent: nobody knows, or it does not wait. */
  untilAt: z.string().optional(),
  /** How the agent stands, where it tells. */
  agent: agentStateSchema.readonly().optional(),
})

export type Activity = Readonly<z.infer<typeof activitySchema>>
