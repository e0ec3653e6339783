import { type Budget, budgetOfAsks, budgetSchema, projectSchema } from '@sigma/protocol'
import { z } from 'zod'

const globs = z.array(z.string().min(1)).readonly()
const document = z.object({ path: z.string().min(1), blob: z.string().min(1) })
const count = z.int().min(0)

/** What a cycle of the plan was to be; other fields that a plan gives are not looked at. */
const cycle = z.object({
  id: z.string().min(1),
  title: z.string(),
  interfaces: z.array(z.string()).readonly(),
  tests: globs,
  source: globs,
  /** Files that the plan names for it; absent where no cycle names any. */
  files: globs.exactOptional(),
})

/** What a review takes of the project and its configuration, whatever is reviewed. */
const settings = z.object({
  project: projectSchema,
  limits: z.object({
    /** Further asks after an answer that can't be read, isn't legal, or names nothing that is wrong (DPTR-29, DPTR-105). */
    reasks: count,
    /** Further attempts of a turn whose agent crashes or takes longer than `turnMs`; each is a call of `asks` (D9). */
    crashes: count.default(0),
    /** Agent calls until a person is asked. */
    asks: z.int().min(1),
    turnMs: z.int().positive(),
    /** How long a decision waits before its fallback is taken. */
    decisionMs: z.int().positive(),
  }),
  /** What bounds the run beside `limits.asks`. */
  budgets: z.array(budgetSchema).readonly(),
  /** The project's own prompt templates, as they were when the run began. */
  prompts: z.array(document).readonly(),
})

export type ReviewSettings = Readonly<z.infer<typeof settings>>

/** Everything a review is decided by. */
export const reviewInputSchema = settings.extend({
  /** Module as the person named it, e.g. `src/auth`. */
  module: z.string().min(1),
  /** `REVIEW_<timestamp>_<random>`. */
  session: z.string().min(1),
  /** The run whose result is reviewed. */
  run: z.string().min(1),
  /** Commit that the result grew from. */
  base: z.string().min(1),
  /** Commit that is reviewed. */
  commit: z.string().min(1),
  design: document,
  plan: document,
  cycles: z.array(cycle).readonly(),
})

export type ReviewInput = Readonly<z.infer<typeof reviewInputSchema>>

export type ReviewedCycle = ReviewInput['cycles'][number]

/** All that bounds a run: the kernel's budgets. */
export function budgetsOf({ limits, budgets }: Pick<ReviewInput, 'limits' | 'budgets'>): readonly Budget[] {
  return [...budgetOfAsks(limits.asks), ...budgets]
}
