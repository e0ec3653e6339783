import { budgetSchema } from '@sigma/protocol'
import { z } from 'zod'
import type { TddInput } from './input.ts'

const globs = z.array(z.string().min(1))
const document = z.object({ path: z.string().min(1), blob: z.string().min(1) })
const percent = z.number().min(0).max(100)
const budget = z.int().min(1)

const project = z.object({
  runner: z.string().min(1),
  folder: z.string(),
  tests: globs,
  source: globs,
  guarded: globs,
  coverage: z.object({ lines: percent, functions: percent, branches: percent, statements: percent }),
  checkLimitMs: z.int().positive(),
})

const cycle = z.object({
  id: z.string().min(1),
  title: z.string(),
  interfaces: z.array(z.string()),
  signature: z.string(),
  tests: globs,
  source: globs,
  files: globs.optional(),
  creates: z.object({ tests: globs, source: globs }).optional(),
})

const batch = z.object({
  parallel: z.literal([1, 2, 3]),
  cycles: z.array(z.int().min(1)),
})

const limits = z.object({
  rounds: budget,
  tries: budget,
  exchanges: z.int().min(0),
  reasks: z.int().min(0),
  asks: budget,
  turnMs: z.int().positive(),
  decisionMs: z.int().positive(),
})

/** Reads a run's input; every cycle stands in exactly one batch. A plan without cycles is read, and refused at the start. */
export const tddInputSchema: z.ZodType<TddInput> = z
  .object({
    module: z.string().min(1),
    session: z.string().min(1),
    base: z.string().min(1),
    design: document,
    plan: document,
    project,
    cycles: z.array(cycle),
    batches: z.array(batch),
    limits,
    refactor: z.enum(['all', 'unconverged']),
    out: z.string().min(1).optional(),
    target: z.string().startsWith('refs/heads/').optional(),
    budgets: z.array(budgetSchema),
    prompts: z.array(document),
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
