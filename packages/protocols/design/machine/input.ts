import { type Budget, budgetOfAsks, budgetSchema } from '@sigma/protocol'
import { z } from 'zod'

const globs = z.array(z.string().min(1)).readonly()
const document = z.object({ path: z.string().min(1), blob: z.string().min(1) })
/** `blob`: the text as it lay in the person's folder; null: there was none. */
const place = z.object({ path: z.string().min(1), blob: z.string().min(1).nullable() })
const budget = z.int().min(1)

const limits = z.object({
  /** Audits of one item until a person is asked. */
  rounds: budget,
  /** Further asks after an answer that can't be read or isn't legal (DPTR-11, DPTR-29). */
  reasks: z.int().min(0),
  /** Further attempts of a turn whose agent crashes or takes longer than `turnMs`; each is a call of `asks` (D9). */
  crashes: z.int().min(0).default(0),
  /** Agent calls until a person is asked. */
  asks: budget,
  turnMs: z.int().positive(),
  /** How long a decision waits before its fallback is taken. */
  decisionMs: z.int().positive(),
})

/** Everything a design loop is decided by. */
export const designInputSchema = z
  .object({
    /** What people name the run by: a module, or `architecture` for all of it; null: a wish, which may be about anything. */
    subject: z.string().min(1).nullable(),
    /** `DESIGN_<timestamp>_<random>` (D7). */
    session: z.string().min(1),
    /** Commit that the run starts from. */
    base: z.string().min(1),
    /** What a person wants, in their words: data for whoever designs; null: what lies there is audited as it is. */
    wish: z.string().min(1).max(1_000_000).nullable().default(null),
    /** What is wished for is that a bug be mended: nothing is designed but what should happen instead. */
    isBug: z.literal(true).exactOptional(),
    /** σ₂: lists the modules. Where there is none the modules are audited alone. */
    architecture: place,
    /** Folder that holds the modules, relative to the repository's top; empty: the top. */
    folder: z.string(),
    /** Designs that lie there, in order; where there is no architecture these are what is audited. */
    modules: z.array(z.object({ module: z.string().min(1), design: place })).readonly(),
    /** The one module that is wanted of those that the architecture lists; null: all. */
    only: z.string().min(1).nullable().default(null),
    /** Texts that were accepted in earlier runs: they keep it (DPTR-48). */
    known: z.array(document.extend({ by: z.string().min(1) })).readonly(),
    /** An agent designs (D20); else the person does. */
    designer: z.boolean(),
    /** False: no critic is asked; then a person accepts. */
    audit: z.boolean().default(true),
    /** Who says at the end that the design will do: the critic alone, a person who is asked, or one who said so in advance. */
    acceptance: z.enum(['critic', 'person', 'recorded']).default('critic'),
    guarded: globs,
    limits,
    /** What bounds the run beside `limits.asks`. */
    budgets: z.array(budgetSchema).readonly(),
    /** The project's own prompt templates, as they were when the run began. */
    prompts: z.array(document).readonly(),
  })
  .superRefine(({ audit, acceptance }, context) => {
    if (audit || acceptance !== 'critic') return
    context.addIssue({ code: 'custom', path: ['audit'], message: 'Without an audit somebody else has to accept.' })
  })

export type DesignInput = Readonly<z.infer<typeof designInputSchema>>

/** All that bounds a run: the kernel's budgets. */
export function budgetsOf({ limits, budgets }: Pick<DesignInput, 'limits' | 'budgets'>): readonly Budget[] {
  return [...budgetOfAsks(limits.asks), ...budgets]
}
