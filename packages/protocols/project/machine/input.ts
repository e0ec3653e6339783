import type { Json, JsonObject } from '@sigma/protocol'
import { z } from 'zod'

const json: z.ZodType<Json> = z.json()
const object: z.ZodType<JsonObject> = z.record(z.string(), json)
const document = z.object({ path: z.string().min(1), blob: z.string().min(1) })

/** The four stages, in their order (DPTR-01), by the names of their protocols. */
export const stages = ['design', 'plan', 'tdd', 'review'] as const
export type Stage = (typeof stages)[number]
/** Those that each module goes through by itself. */
export type ModuleStage = Exclude<Stage, 'design'>

/** A module, and what the later stages are given of it. */
const module = z.object({
  module: z.string().min(1),
  design: document,
  /** Where its plan belongs, and the one that lies there; `blob` is null where there is none. */
  plan: z.object({ path: z.string().min(1), blob: z.string().min(1).nullable() }),
  /** Modules that have to be integrated before it begins; null: all that stand before it. */
  needs: z.array(z.string().min(1)).readonly().nullable(),
})
export type Module = Readonly<z.infer<typeof module>>

/** Everything a project run is decided by. */
export const projectInputSchema = z.object({
  /** What is wanted, for people: a module, several, or a wish. */
  subject: z.string().nullable(),
  /** In the person's words, when it is not about modules that are designed already. */
  wish: z.object({ kind: z.enum(['wish', 'bug']), text: z.string().min(1) }).nullable(),
  /** Modules that are designed already, in the order in which they are built. With a wish the design stage finds them. */
  modules: z.array(module).readonly(),
  /** The design stage comes first also for modules that are designed: their designs are to be accepted by its own loop. */
  designs: z.boolean(),
  /** How much process the risk is worth: quick has no critic of the plan, whose acceptance is then the person's (D18). */
  profile: z.enum(['quick', 'standard', 'strict']),
  /** Modules that are worked on at once. */
  atOnce: z.int().min(1),
  /** Times that a module is built again, without a person's word, because it does not fit what was integrated meanwhile. */
  returns: z.int().min(0),
  /**
   * Where the branch that the run was begun on has moved by the end, the work of several modules is carried over to there;
   * absent: in runs begun by an earlier Sigma.
   */
  lands: z.literal(true).exactOptional(),
  /** Commit that the run starts from. */
  base: z.string().min(1),
  /** What each stage's input holds from the beginning: all but what the stages before it hand over. */
  templates: z.object({ design: object.nullable(), plan: object, tdd: object, review: object }),
  guarded: z.array(z.string()).readonly(),
  /** How long a decision waits before its fallback is taken. */
  decisionMs: z.int().positive(),
})

export type ProjectInput = Readonly<z.infer<typeof projectInputSchema>>
