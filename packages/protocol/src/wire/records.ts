import { z } from 'zod'
import type { Json, JsonObject } from '../json.ts'

/**
 * The records of the wire. Unknown further properties are allowed and kept (SIG-18); integers are strict (SIG-17). The
 * JSON Schema files of CTX, Result and the handoff with a CTX are made from these by `published.ts`.
 */

/** The context of the specification's loops: what planning and TDD agents get. Other protocols have contexts of their own. */
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
  /** In the words of the protocol that hands over. */
  readonly context: JsonObject
  readonly metadata?: JsonObject
}

/** The Handoff of a turn, as `handoffOf` makes it. */
export type TurnHandoff = Handoff & {
  readonly metadata: {
    readonly role: string
    readonly symbol: string | null
    readonly directive: string
    readonly codes: readonly string[]
    readonly writable: readonly string[]
    /** Where new files may be made; absent: as `writable` says. */
    readonly creatable?: readonly string[]
    /** Id of the attempt. */
    readonly turn: string
    /** Oldest first. */
    readonly refused: readonly { readonly rule: string; readonly message: string; readonly remedy: string }[]
  }
}

/** A handoff of the specification's loops (SIG-24). */
export type CtxHandoff = Omit<Handoff, 'context'> & { readonly context: Ctx }

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

const task = z.looseObject({ type: z.string(), purpose: z.string(), parameters: jsonObject.exactOptional() })
const metadata = jsonObject.exactOptional()
const parties = { from: z.string(), to: z.string(), task }

/** What every agent is started with, whichever protocol asks. */
export const handoffSchema: z.ZodType<Handoff> = z.looseObject({ ...parties, context: jsonObject, metadata })

export const ctxHandoffSchema: z.ZodType<CtxHandoff> = z.looseObject({ ...parties, context: ctxSchema, metadata })

export const resultSchema: z.ZodType<Result> = z.looseObject({
  success: z.boolean(),
  status: z.string(),
  code: z.string().exactOptional(),
  message: z.string().exactOptional(),
  metrics: jsonObject.exactOptional(),
})
