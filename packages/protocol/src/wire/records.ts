import { z } from 'zod'
import type { Json, JsonObject } from '../json.ts'

/**
 * The three records of the wire. Unknown further properties are allowed and kept (SIG-18); integers are strict
 * (SIG-17). Their JSON Schema files are made from these by `published.ts`.
 */
export type Ctx = {
  readonly module: string
  readonly designPath: string
  readonly planPath?: string
  readonly interfaceSignature?: string
  readonly session?: CtxSession
}

export type CtxSession = {
  readonly sid?: string
  readonly cycle?: number
  /** The word or the wire code of a phase. */
  readonly phase?: string
  readonly round?: number
}

export type Handoff = {
  readonly from: string
  readonly to: string
  readonly task: { readonly type: string; readonly purpose: string; readonly parameters?: JsonObject }
  readonly context: Ctx
  readonly metadata?: JsonObject
}

export type Result = {
  readonly success: boolean
  readonly status: string
  readonly code?: string
  readonly message?: string
  readonly metrics?: JsonObject
}

const json: z.ZodType<Json> = z.json()
const jsonObject: z.ZodType<JsonObject> = z.record(z.string(), json)

export const ctxSchema: z.ZodType<Ctx> = z.looseObject({
  module: z.string(),
  designPath: z.string(),
  planPath: z.string().exactOptional(),
  interfaceSignature: z.string().exactOptional(),
  session: z
    .looseObject({
      sid: z.string().exactOptional(),
      cycle: z.int().exactOptional(),
      phase: z.string().exactOptional(),
      round: z.int().exactOptional(),
    })
    .exactOptional(),
})

export const handoffSchema: z.ZodType<Handoff> = z.looseObject({
  from: z.string(),
  to: z.string(),
  task: z.looseObject({ type: z.string(), purpose: z.string(), parameters: jsonObject.exactOptional() }),
  context: ctxSchema,
  metadata: jsonObject.exactOptional(),
})

export const resultSchema: z.ZodType<Result> = z.looseObject({
  success: z.boolean(),
  status: z.string(),
  code: z.string().exactOptional(),
  message: z.string().exactOptional(),
  metrics: jsonObject.exactOptional(),
})
