import { usualLimits, usualSpecialists, type ValidationInput, validationInputSchema } from './input.ts'

export interface SampleValidation {
  readonly specialists?: number | undefined
  /** How many of them, counted from the last, are agents. */
  readonly agents?: number | undefined
  readonly iterations?: number | undefined
  readonly deliveries?: number | undefined
  readonly reasks?: number | undefined
  readonly errors?: number | undefined
  readonly asks?: number | undefined
  readonly order?: ValidationInput['order'] | undefined
  readonly decides?: ValidationInput['decides'] | undefined
  readonly late?: ValidationInput['late'] | undefined
}

/** Input of an imaginary run, with the usual limits unless told. */
export function sampleValidationInput(sample: SampleValidation = {}): ValidationInput {
  const { specialists = usualSpecialists.length, agents = 0, order = 'sequence' } = sample
  const { iterations, deliveries, reasks, errors, decides = 'person', late = 'stop', asks = 600 } = sample
  const given = Object.entries({ iterations, deliveries, reasks, errors }).filter(([, value]) => value !== undefined)
  return validationInputSchema.parse({
    issue: { number: 42, of: 'person' },
    feature: 'feature/slugs',
    base: '1'.repeat(40),
    commit: '2'.repeat(40),
    project: {
      runner: 'node',
      folder: '',
      tests: ['test/**'],
      source: ['src/**'],
      guarded: [],
      coverage: { lines: 0, functions: 0, branches: 0, statements: 0 },
      checkLimitMs: 60_000,
    },
    specialists: usualSpecialists.slice(0, specialists).map((name, at) => ({
      name,
      kind: at >= specialists - agents ? 'agent' : 'command',
      settings: { command: `npm run ${name}` },
      coverage: 0,
      mayBeEmpty: false,
    })),
    order,
    decides,
    writes: ['src/**', 'test/**'],
    late,
    limits: { ...usualLimits, asks, decisionMs: 604_800_000, ...Object.fromEntries(given) },
    budgets: [],
    prompts: [],
    folder: null,
  })
}
