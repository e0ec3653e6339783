import type { Baseline, ReplacedTests } from '@sigma/protocol'
import { type Budget, budgetOfAsks, budgetSchema, findingSchema, projectSchema } from '@sigma/protocol'
import { z } from 'zod'

const globs = z.array(z.string().min(1)).readonly()
const document = z.object({ path: z.string().min(1), blob: z.string().min(1) })
const budget = z.int().min(1)

export const baselineSchema: z.ZodType<Baseline> = z.object({ commit: z.string(), evidence: z.string().nullable() })

/** Tests that a plan calls obsolete; `test` is null for all of the files. */
export const replacedSchema: z.ZodType<readonly ReplacedTests[]> = z
  .array(z.object({ files: z.string().min(1), test: z.string().nullable() }))
  .readonly()

const cycle = z.object({
  id: z.string().min(1),
  title: z.string(),
  interfaces: z.array(z.string()).readonly(),
  signature: z.string(),
  tests: globs,
  source: globs,
  files: globs.optional(),
  creates: z.object({ tests: globs, source: globs }).optional(),
  replaces: replacedSchema.optional(),
})

const batch = z.object({ parallel: z.literal([1, 2, 3]), cycles: z.array(z.int().min(1)).readonly() })

const limits = z.object({
  /** Refactor iterations per slice (DPTR-92). */
  rounds: budget,
  /** Attempts whose work a gate refuses, per phase and cycle (D19). */
  tries: budget,
  /** TI/TA exchanges per cycle and phase (DPTR-95). */
  exchanges: z.int().min(0),
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

/**
 * Everything a TDD run is decided by. The command line builds it from configuration, design and plan. A plan without cycles is
 * read, and refused at the start.
 */
export const tddInputSchema = z
  .object({
    /** Module as the person named it, e.g. `src/auth`. */
    module: z.string().min(1),
    /** Session of the run, `TDD_<timestamp>_<random>` (D7); cycle sessions are derived (DPTR-75). */
    session: z.string().min(1),
    /** Commit that the run starts from. */
    base: z.string().min(1),
    design: document,
    plan: document,
    /** Paths of documents that no loop accepted, and the person did by their word (DPTR-50). */
    byWord: z.array(z.string().min(1)).readonly().exactOptional(),
    project: projectSchema,
    cycles: z.array(cycle).readonly(),
    /** In order; every cycle stands in exactly one batch. */
    batches: z.array(batch).readonly(),
    limits,
    /** Which cycles repeat after a review that wants changes (D1). */
    refactor: z.enum(['all', 'unconverged']),
    /** RED is to show a bug of today's code: where no test does, the run ends as not reproduced, and nobody is asked. */
    reproduces: z.literal(true).exactOptional(),
    /** Mutants are planted in what each slice wrote, as the project says how; absent: none are. */
    mutants: z.literal(true).exactOptional(),
    /** The run that begins this one has it reviewed, and wants to know what the work grew from in the end. */
    tellsBase: z.literal(true).exactOptional(),
    /** The run that begins this one puts the work together with that of others, by what measured it. */
    tellsEvidence: z.literal(true).exactOptional(),
    /** GREEN is told the design. Absent: in runs begun by an earlier Sigma. */
    tellsDesign: z.literal(true).exactOptional(),
    /** Why earlier work on this module was refused: whoever writes tests and code is told. Absent: there was none. */
    refused: z.array(findingSchema).readonly().exactOptional(),
    /** What fails at the base commit already: a person is asked once, or the run goes on with it. */
    tolerate: z.enum(['ask', 'known']).default('ask'),
    /**
     * Cycles are tried together as soon as all of a slice are green, and a person may put right by hand what fails together; absent:
     * in runs begun by an earlier Sigma.
     */
    together: z.literal(true).optional(),
    /** Folder of the cycles' work directories, absolute or relative to the project's root; absent: the usual one (SIG-91). */
    out: z.string().min(1).optional(),
    /**
     * Full name of the branch that the run was begun on. When it has moved by the end, the work is carried over to where
     * it stands then; absent: the work stays on `base`.
     */
    target: z.string().startsWith('refs/heads/').optional(),
    /** What bounds the run beside `limits.asks`. */
    budgets: z.array(budgetSchema).readonly(),
    /** The project's own prompt templates, as they were when the run began; what lies in its folder later is not asked. */
    prompts: z.array(document).readonly(),
  })
  .superRefine(({ cycles, batches }, context) => {
    const placed = batches.flatMap((each) => each.cycles).sort((a, b) => a - b)
    if (placed.length === cycles.length && placed.every((number, at) => number === at + 1)) return
    context.addIssue({
      code: 'custom',
      path: ['batches'],
      message: `Every cycle from 1 to ${cycles.length} stands in exactly one batch; the batches hold ${placed.join(', ') || 'none'}.`,
    })
  })

export type TddInput = Readonly<z.infer<typeof tddInputSchema>>

export type TddLimits = TddInput['limits']

/** All that bounds a run: the kernel's budgets. */
export function budgetsOf({ limits, budgets }: TddInput): readonly Budget[] {
  return [...budgetOfAsks(limits.asks), ...budgets]
}
