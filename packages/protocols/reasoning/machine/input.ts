import { type Budget, budgetOfAsks, budgetSchema } from '@sigma/protocol'
import { z } from 'zod'

const text = z.string().min(1)

/** An agent that chooses where no rule fits, and what it is told. */
const routerSchema = z.object({
  /** Commit that it may look at. */
  base: text,
  /** What each route is for, by its name. */
  purposes: z.record(text, text),
  /** The skills that there are, as they describe themselves. */
  skills: z.array(z.object({ name: text, kind: z.enum(['atomic', 'composite']), description: text })).readonly(),
  /** Answers that may name no route before its word counts for nothing. */
  tries: z.int().min(1),
  crashes: z.int().min(0),
  asks: z.int().min(1),
  turnMs: z.int().min(1),
  budgets: z.array(budgetSchema).readonly().default([]),
  prompts: z
    .array(z.object({ path: text, blob: text }))
    .readonly()
    .default([]),
})
export type Router = Readonly<z.infer<typeof routerSchema>>

/** Everything one reasoning session is decided by. */
export const reasoningInputSchema = z.object({
  task: text,
  /** The first that fits decides. */
  rules: z.array(z.object({ words: z.array(text).min(1), route: text, why: text })).readonly(),
  /** Where nobody else chooses; null: a person is asked. */
  otherwise: text.nullable(),
  /** That there are; no other is chosen. */
  routes: z.array(text).min(1).readonly(),
  decisionMs: z.int().min(1),
  /** Null: no agent is asked. */
  router: routerSchema.nullable().default(null),
})
export type ReasoningInput = Readonly<z.infer<typeof reasoningInputSchema>>

export function budgetsOf({ router }: ReasoningInput): readonly Budget[] {
  return router === null ? [] : [...budgetOfAsks(router.asks), ...router.budgets]
}
