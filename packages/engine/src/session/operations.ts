/** What a host does for programs in other processes. Strict both ways: what is not named here is not taken. */
import type { At, CallResult, Consult } from '@sigma/protocol'
import { findingSchema } from '@sigma/protocol'
import { z } from 'zod'
import type { CallRequest } from '../host/host.ts'
import type { AgentState } from '../ports/agents.ts'
import type { Activity, Decision, RunResult } from '../views/views.ts'
import { type Operation, operation } from './operation.ts'

const run = z.string().min(1).max(200)
const text = z.string().max(100_000)
const done = z.null()

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

const resultSchema: z.ZodType<RunResult> = z.object({
  success: z.boolean(),
  status: z.string(),
  run: z.string(),
  outcome: z.enum(['completed', 'refused', 'escalated', 'aborted', 'halted', 'waiting']),
  reasons: z.array(findingSchema),
  delivered: z.object({ branch: z.string(), commit: z.string() }).nullable(),
})

const decisionSchema: z.ZodType<Decision> = z.object({
  id: z.string(),
  run: z.string(),
  consult: consultSchema,
  askedAt: z.string(),
  expiresAt: z.string().nullable(),
})

const agentSchema: z.ZodType<AgentState> = z.object({
  agent: z.string(),
  stage: z.enum(['starting', 'thinking', 'answering', 'using-tool', 'waiting', 'ending']),
  model: z.string().nullable(),
  session: z.string().nullable(),
  usage: z.union([
    z.literal('unknown'),
    z.object({
      inputTokens: z.number().optional(),
      outputTokens: z.number().optional(),
      cachedTokens: z.number().optional(),
      costUsd: z.number().optional(),
    }),
  ]),
  waits: z.string().nullable(),
  concern: z.string().nullable(),
})

export const activitySchema: z.ZodType<Activity> = z.object({
  run: z.string(),
  id: z.string(),
  kind: z.string(),
  attempt: z.string(),
  at,
  player: z.string().nullable(),
  stage: z.enum(['waits', 'begun', 'acts', 'over']),
  text: z.string(),
  sinceAt: z.string(),
  seenAt: z.string(),
  untilAt: z.string().optional(),
  agent: agentSchema.optional(),
})

/** Keeps bytes in the store; they travel as base64. */
export const keep = operation('keep', z.strictObject({ content: z.base64() }), z.string())

export const begin = operation(
  'begin',
  z.strictObject({ protocol: z.string().max(100), input: z.json(), run }),
  z.object({ run: z.string(), joined: z.boolean(), lost: z.array(z.string()).readonly() }),
)

/** The run of a subject that is being played; null: none is. */
export const playing = operation(
  'playing',
  z.strictObject({ protocol: z.string().max(100), subject: text }),
  z.string().nullable(),
)

export const resume = operation('resume', z.strictObject({ run }), done)

export const settled = operation(
  'settled',
  z.strictObject({ run }),
  z.object({ result: resultSchema, decisions: z.array(decisionSchema).readonly() }),
)

export const decide = operation(
  'decide',
  z.strictObject({ id: run, option: z.string().max(200), input: z.json(), by: text, key: run }),
  done,
)

const callSchema = z.strictObject({ verb: z.string().max(200), arguments: z.json(), caller: text, key: run })

export const call: Operation<{ readonly run: string; readonly call: CallRequest }, CallResult> = operation(
  'call',
  z.strictObject({ run, call: callSchema }),
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('replied'), data: z.json() }),
    z.object({ kind: z.literal('refused'), rule: z.string(), reason: z.string(), remedy: z.string() }),
  ]),
)

/** Stops the run that is named; null: every one that is being played. Gives what was stopped, once it is. */
export const stop = operation('stop', z.strictObject({ run: run.nullable(), by: text }), z.array(z.string()).readonly())

/** From now on shows the guest what is being done in the run; null: in all runs. */
export const watch = operation('watch', z.strictObject({ run: run.nullable() }), done)
