import { type PlanInput, planInputSchema } from './input.ts'

export interface SamplePlan {
  readonly rounds?: number | undefined
  readonly reasks?: number | undefined
  readonly crashes?: number | undefined
  readonly asks?: number | undefined
  readonly acceptance?: PlanInput['acceptance'] | undefined
  /** A plan lies there already. */
  readonly isThere?: boolean | undefined
}

/** Input of an imaginary run, with the usual limits unless told. */
export function samplePlanInput({ isThere = false, acceptance = 'critic', ...limits }: SamplePlan = {}): PlanInput {
  const { rounds = 5, reasks = 1, crashes = 0, asks = 600 } = limits
  const folder = 'memory-bank/modules/text'
  return planInputSchema.parse({
    module: 'text',
    session: 'PLAN_20260101T000000Z_sample',
    base: '1'.repeat(40),
    design: { path: `${folder}/design.md`, blob: blob('d') },
    plan: { path: `${folder}/tdd_plan.md`, blob: isThere ? blob('e') : null },
    sorting: { folder: '', tests: ['test/**'], source: ['src/**'], parallel: 2 },
    guarded: [],
    acceptance,
    edits: true,
    limits: { rounds, reasks, crashes, asks, turnMs: 1_800_000, decisionMs: 604_800_000 },
    budgets: [],
    prompts: [],
  })
}

const blob = (digit: string): string => `sha256:${digit.repeat(64)}`
