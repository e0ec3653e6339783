/**
 * The records of the wire. Unknown further properties are allowed and kept (SIG-18); integers are strict (SIG-17). The
 * JSON Schema files of CTX, Result and the handoff with a CTX are made from these by `published.ts`.
 */
import { z } from 'zod'
import type { JsonObject } from '../json.ts'

const jsonObject: z.ZodType<JsonObject> = z.record(z.string(), z.json())

const session = z.object({
  sid: z.string().exactOptional(),
  cycle: z.int().exactOptional(),
  /** The word or the wire code of a phase. */
  phase: z.string().exactOptional(),
  round: z.int().exactOptional(),
})
const sessionSchema: z.ZodType<Readonly<z.infer<typeof session>>> = session.loose()

/** The context of the specification's loops: what planning and TDD agents get. Other protocols have contexts of their own. */
const ctx = z.object({
  module: z.string(),
  designPath: z.string(),
  planPath: z.string().exactOptional(),
  interfaceSignature: z.string().exactOptional(),
  session: sessionSchema.exactOptional(),
})
export type Ctx = Readonly<z.infer<typeof ctx>>
export const ctxSchema: z.ZodType<Ctx> = ctx.loose()

const task = z.object({ type: z.string(), purpose: z.string(), parameters: jsonObject.exactOptional() })
const taskSchema: z.ZodType<Readonly<z.infer<typeof task>>> = task.loose()

/** What every agent is started with, whichever protocol asks. */
const handoff = z.object({
  from: z.string(),
  to: z.string(),
  task: taskSchema,
  /** In the words of the protocol that hands over. */
  context: jsonObject,
  metadata: jsonObject.exactOptional(),
})
export type Handoff = Readonly<z.infer<typeof handoff>>
export const handoffSchema: z.ZodType<Handoff> = handoff.loose()

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
    /** The project's own words to agents, quoted, of a program that gets no prompt; absent: there are none. */
    readonly words?: string
    /** Id of the attempt. */
    readonly turn: string
    /** Oldest first. */
    readonly refused: readonly { readonly rule: string; readonly message: string; readonly remedy: string }[]
  }
}

/** A handoff of the specification's loops (SIG-24). */
export type CtxHandoff = Omit<Handoff, 'context'> & { readonly context: Ctx }
export const ctxHandoffSchema: z.ZodType<CtxHandoff> = handoff.extend({ context: ctxSchema }).loose()

const result = z.object({
  success: z.boolean(),
  status: z.string(),
  code: z.string().exactOptional(),
  message: z.string().exactOptional(),
  metrics: jsonObject.exactOptional(),
})
export type Result = Readonly<z.infer<typeof result>>
export const resultSchema: z.ZodType<Result> = result.loose()
