import { definitionOf, routes } from './built-in.ts'
import type { Definition } from './definition.ts'
import { type Limits, limitsSchema, type StepsInput, stepsInputSchema } from './input.ts'

export interface SampleSession extends Partial<Omit<Limits, 'turnMs' | 'decisionMs'>> {
  /** 1: the first of the routes, 2: the second. */
  readonly route?: number | undefined
  readonly definition?: Definition | undefined
}

/** Input of an imaginary session, with the usual limits unless told. */
export function sampleSession({ route = 1, definition, ...limits }: SampleSession = {}): StepsInput {
  return stepsInputSchema.parse({
    definition: definition ?? definitionOf(routes[route - 1] ?? ''),
    session: '1f2e3d4c-5b6',
    reasoning: { id: 'TEST', foreign: true },
    base: '1'.repeat(40),
    limits: limitsSchema.parse({ turnMs: 60_000, decisionMs: 604_800_000, ...limits }),
  })
}
