import { type Budget, budgetOfAsks, budgetSchema } from '@sigma/protocol'
import { z } from 'zod'

const globs = z.array(z.string().min(1)).readonly()
const document = z.object({ path: z.string().min(1), blob: z.string().min(1) })
const budget = z.int().min(1)

const limits = z.object({
  /** Critiques until a person is asked (DPTR-60). */
  rounds: budget,
  /** Further asks after an answer that can't be read or isn't legal (DPTR-29). */
  reasks: z.int().min(0),
  /** Further attempts of a turn whose agent crashes or takes longer than `turnMs`; each is a call of `asks` (D9). */
  crashes: z.int().min(0).default(0),
  /** Agent calls until a person is asked. */
  asks: budget,
  turnMs: z.int().positive(),
  /** How long a decision waits before its fallback is taken. */
  decisionMs: z.int().positive(),
})

/** Everything a plan loop is decided by. */
export const planInputSchema = z.object({
  /** Module as the person named it, e.g. `src/auth`. */
  module: z.string().min(1),
  /** `PLAN_<timestamp>_<random>` (DPTR-54, D7). */
  session: z.string().min(1),
  /** Commit that the run starts from. */
  base: z.string().min(1),
  design: document,
  /** Where the plan belongs, and the one that lies there and is to be kept; `blob` is null where there is none. */
  plan: z.object({ path: z.string().min(1), blob: z.string().min(1).nullable() }),
  /** It is the plan of how a bug is mended, which is kept by the test that shows it: it is written into no folder of the person’s. */
  isBug: z.literal(true).exactOptional(),
  /** A plan that lay there, and is to be replaced by a new one (SIG-96). */
  replaced: z.string().min(1).exactOptional(),
  /** What the plan is checked against. `opinions`: what somebody may see otherwise refuses a plan, or is told (A12). */
  sorting: z.object({
    /** Folder that the plan's paths and these globs count from, relative to the repository's top; empty: the top. */
    folder: z.string(),
    tests: globs,
    source: globs,
    parallel: z.literal([1, 2, 3]),
    opinions: z.enum(['refuse', 'warn']).default('refuse'),
    most: z.int().min(1).exactOptional(),
  }),
  guarded: globs,
  /**
   * Who says that the plan will do: the critic, or the person, whose word it then is; `recorded`: the person has said
   * beforehand that what passes Sigma's own look is accepted.
   */
  acceptance: z.enum(['critic', 'person', 'recorded']).default('critic'),
  /** A person who decides may put a plan of their own in the place of one; absent: in runs begun by an earlier Sigma. */
  edits: z.literal(true).exactOptional(),
  /** Paths of documents that no loop accepted, and the person did by their word (DPTR-50). */
  byWord: z.array(z.string().min(1)).readonly().exactOptional(),
  limits,
  /** What bounds the run beside `limits.asks`. */
  budgets: z.array(budgetSchema).readonly(),
  /** The project's own prompt templates, as they were when the run began. */
  prompts: z.array(document).readonly(),
})

export type PlanInput = Readonly<z.infer<typeof planInputSchema>>

/** All that bounds a run: the kernel's budgets. */
export function budgetsOf({ limits, budgets }: Pick<PlanInput, 'limits' | 'budgets'>): readonly Budget[] {
  return [...budgetOfAsks(limits.asks), ...budgets]
}
