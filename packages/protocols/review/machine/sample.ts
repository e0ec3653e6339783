import { type ReviewInput, reviewInputSchema } from './input.ts'

export interface SampleReview {
  readonly reasks?: number | undefined
  readonly crashes?: number | undefined
  readonly asks?: number | undefined
}

/** Input of an imaginary run, with the usual limits unless told. */
export function sampleReviewInput({ reasks = 1, crashes = 0, asks = 600 }: SampleReview = {}): ReviewInput {
  const folder = 'memory-bank/modules/text'
  return reviewInputSchema.parse({
    module: 'text',
    session: 'REVIEW_20260101T000000Z_sample',
    run: 'text-sample',
    base: '1'.repeat(40),
    commit: '2'.repeat(40),
    design: { path: `${folder}/design.md`, blob: `sha256:${'d'.repeat(64)}` },
    plan: { path: `${folder}/tdd_plan.md`, blob: `sha256:${'e'.repeat(64)}` },
    cycles: [
      {
        id: 'TDD_1',
        title: 'Slugs',
        interfaces: ['slugify'],
        tests: ['test/slugify.test.js'],
        source: ['src/slugify.js'],
      },
    ],
    project: {
      runner: 'node',
      folder: '',
      tests: ['test/**'],
      source: ['src/**'],
      guarded: [],
      coverage: { lines: 0, functions: 0, branches: 0, statements: 0 },
      checkLimitMs: 60_000,
    },
    limits: { reasks, crashes, asks, turnMs: 1_800_000, decisionMs: 604_800_000 },
    budgets: [],
    prompts: [],
  })
}
