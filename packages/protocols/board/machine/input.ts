import { type Budget, budgetOfAsks, budgetSchema, namedAmountsSchema } from '@sigma/protocol'
import { z } from 'zod'
import { mostMessageBytes } from './calls.ts'

const globs = z.array(z.string().min(1)).readonly()
const document = z.object({ path: z.string().min(1), blob: z.string().min(1) })
const limit = z.int().min(1)

/** Circuit breakers (ROOM-141); each can be set. */
export const limitsSchema = z.object({
  /** Owner included (A40). */
  agentsPerPhase: limit.default(3),
  /** Of a task of a task; a root task has depth 0. */
  depth: z.int().min(0).default(4),
  activeTasks: limit.default(10),
  /** Extensions included. */
  messages: limit.default(50),
  phases: limit.default(20),
  /** Bytes of one message in UTF-8. */
  messageBytes: limit.default(mostMessageBytes),
  /** Respawns of one agent within `respawnMs` (D9). */
  respawns: z.int().min(0).default(3),
  respawnMs: limit.default(600_000),
  /** Times an owner is asked again that ended its turn with nothing to wait for, and not done. */
  nudges: z.int().min(0).default(3),
  /** Agent calls of the whole board until a person is asked. */
  asks: limit.default(600),
  turnMs: limit,
  /** How long a role agent may take to leave when its phase closed (ROOM-26). */
  leaveMs: z.int().min(0).default(30_000),
  decisionMs: limit,
})
export type BoardLimits = Readonly<z.infer<typeof limitsSchema>>

/** Everything a project's board is decided by. */
export const boardInputSchema = z.object({
  /** Commit that tasks start from. */
  base: z.string().min(1),
  /** Full name of the branch that the board was begun on; null: none. */
  target: z.string().min(1).nullable(),
  /** Perspectives of the configuration beside the built-in roles, by name (ROOM-97). */
  perspectives: z.record(z.string(), z.object({ cares: z.array(z.string()), pushes: z.array(z.string()) })).default({}),
  /** More than one implementation at a time (ROOM-72). */
  parallel: z.boolean().default(false),
  /** Globs that builders may write. */
  writes: globs,
  guarded: globs,
  /** Names that agents of earlier boards of the project had (ROOM-23). */
  former: z.array(z.string()).readonly().default([]),
  limits: limitsSchema,
  /** What bounds the run beside `limits.asks`. */
  budgets: z.array(budgetSchema).readonly().default([]),
  /** What each task that belongs to no other may use with all that is below it, unless it is made with its own (ROOM-148). */
  taskBudget: namedAmountsSchema.default({}),
  /** Roles that people play: they use no tokens and no money, and no time but their own. */
  people: z.array(z.string().min(1)).readonly().default([]),
  /** The project's own prompt templates, as they were when the run began. */
  prompts: z.array(document).readonly().default([]),
})
export type BoardInput = Readonly<z.infer<typeof boardInputSchema>>

export function budgetsOf({ limits, budgets }: Pick<BoardInput, 'limits' | 'budgets'>): readonly Budget[] {
  return [...budgetOfAsks(limits.asks), ...budgets]
}
