import { type ProjectInput, projectInputSchema } from './input.ts'

export interface SampleProject {
  /** Modules that are designed already; 0: there is a wish. */
  readonly modules?: number | undefined
  /** How many of them, from the first on, need nothing. */
  readonly free?: number | undefined
  readonly atOnce?: number | undefined
  readonly returns?: number | undefined
  readonly profile?: ProjectInput['profile'] | undefined
}

/** Input of an imaginary run. */
export function sampleProjectInput(sample: SampleProject = {}): ProjectInput {
  const { modules = 0, free = 0, atOnce = 2, returns = 1, profile = 'standard' } = sample
  return projectInputSchema.parse({
    subject: modules === 0 ? null : 'text',
    wish: modules === 0 ? { kind: 'wish', text: 'Trim the names.' } : null,
    modules: Array.from({ length: modules }, (_, at) => moduleOf(`module-${at + 1}`, at < free)),
    designs: false,
    profile,
    atOnce,
    returns,
    lands: true,
    base: '1'.repeat(40),
    templates: {
      design: { session: 'DESIGN_20260101T000000Z_sample' },
      plan: { session: 'PLAN_20260101T000000Z_sample' },
      tdd: { session: 'TDD_20260101T000000Z_sample', target: 'refs/heads/main', project: {} },
      review: { session: 'REVIEW_20260101T000000Z_sample' },
    },
    guarded: [],
    decisionMs: 604_800_000,
  })
}

function moduleOf(module: string, isFree: boolean): object {
  const folder = `memory-bank/modules/${module}`
  return {
    module,
    design: { path: `${folder}/design.md`, blob: `sha256:${'d'.repeat(64)}` },
    plan: { path: `${folder}/tdd_plan.md`, blob: null },
    needs: isFree ? [] : null,
  }
}
