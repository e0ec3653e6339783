import { type Budget, budgetOfAsks, budgetSchema, type JsonObject, projectSchema } from '@sigma/protocol'
import { z } from 'zod'

const document = z.object({ path: z.string().min(1), blob: z.string().min(1) })
const ms = z.int().positive()
const globs = z.array(z.string().min(1)).readonly()
const settings: z.ZodType<JsonObject> = z.record(z.string(), z.json())

const specialist = z.object({
  /** As configured, e.g. `unit-test`. */
  name: z.string().min(1),
  /** A command is Sigma's own check; an agent is asked. */
  kind: z.enum(['command', 'agent']),
  /** What its check is made by, in the words of the gate, which alone reads it. */
  settings,
  /** Percent that its coverage must reach in each dimension; 0: none is demanded (VAL-07). */
  coverage: z.number().min(0).max(100),
  /** True: that it examined nothing is no reason to block (VAL-113). */
  mayBeEmpty: z.boolean(),
})

/** Everything a validation is decided by. */
export const validationInputSchema = z.object({
  /** `run`: none was given, and this is the run's own number (VAL-46). */
  issue: z.object({ number: z.int().positive(), of: z.enum(['person', 'run']) }),
  /** What is validated, for people, e.g. the name of a branch. */
  feature: z.string().min(1),
  /** Where the change began. */
  base: z.string().min(1),
  /** The commit that is validated. */
  commit: z.string().min(1),
  /** True: the commit is a working tree as it stood; absent: it is a commit of the project's. */
  snapshot: z.literal(true).exactOptional(),
  project: projectSchema,
  /** In the order in which they check (VAL-02, VAL-04). */
  specialists: z.array(specialist).min(1).readonly(),
  order: z.enum(['sequence', 'parallel']),
  /** `nobody`: an escalation is final, and the run goes on to report. */
  decides: z.enum(['person', 'nobody']),
  /** What the main agent may change. */
  writes: globs,
  /** What becomes of an operation whose time is over (VAL-72). */
  late: z.enum(['stop', 'leave']),
  limits: z.object({
    /** Of each specialist (VAL-54). */
    iterations: z.int().min(1),
    /** How often a message is delivered in all (VAL-85). */
    deliveries: z.int().min(1),
    /** Further asks after an answer that is not as it must be (VAL-86). */
    reasks: z.int().min(0),
    /** Further calls of a specialist that could not run (VAL-87). */
    errors: z.int().min(0),
    /** Agent calls until a person is asked. */
    asks: z.int().min(1),
    checkMs: ms,
    fixMs: ms,
    recheckMs: ms,
    /** From the reminder to the escalation. */
    reminderMs: ms,
    /** Of a whole iteration; null: what a fix and a re-validation may take with their reminders (VAL-61). */
    iterationMs: ms.nullable(),
    /** How long a decision waits before its fallback is taken. */
    decisionMs: ms,
  }),
  budgets: z.array(budgetSchema).readonly(),
  /** The project's own prompt templates, as they were when the run began. */
  prompts: z.array(document).readonly(),
  /** Where log and messages are written, relative to the project; null: the usual place (VAL-102). */
  folder: z.string().min(1).nullable(),
})

export type ValidationInput = Readonly<z.infer<typeof validationInputSchema>>
export type SpecialistInput = ValidationInput['specialists'][number]
type Limits = ValidationInput['limits']

/** The six that check unless told otherwise, in their order (D17). */
export const usualSpecialists = [
  'unit-test',
  'integration-test',
  'test-runner',
  'code-quality',
  'security',
  'e2e-accessibility',
] as const

const minutes = 60_000

/** The usual limits (D2, D3). */
export const usualLimits = {
  iterations: 5,
  deliveries: 3,
  reasks: 1,
  errors: 1,
  checkMs: 30 * minutes,
  fixMs: 30 * minutes,
  recheckMs: 30 * minutes,
  reminderMs: 5 * minutes,
  iterationMs: null,
} as const

/** Coverage that `test-runner` demands unless told otherwise (D4). */
export const usualCoverage = 80

export function iterationMsOf({ iterationMs, fixMs, recheckMs, reminderMs }: Limits): number {
  return iterationMs ?? fixMs + reminderMs + recheckMs + reminderMs
}

/** All that bounds a run: the kernel's budgets. */
export function budgetsOf({ limits, budgets }: Pick<ValidationInput, 'limits' | 'budgets'>): readonly Budget[] {
  return [...budgetOfAsks(limits.asks), ...budgets]
}
