/** Where the effects of a validation stand, and by which ids. */
import type { At } from '@sigma/protocol'
import type { Specialist } from './state.ts'

export type Part = 'check' | 'report' | 'fix' | 'time' | 'iteration' | 'decision' | 'laying' | 'by-hand'

/** The main agent's role, as configured. */
export const fixer = 'fixer'

/** The one workspace that is fixed in. */
export const fixWorkspace = 'fix'

export const surveyId = 'survey'
export const haltedId = 'halted'

type Named = Pick<Specialist, 'name'>

export const idOf = ({ name }: Named, part: Part): string => `${name}.${part}`

const steps: Readonly<Record<Part, string>> = {
  check: 'check',
  report: 'report',
  fix: 'fix',
  time: 'check',
  iteration: 'check',
  decision: 'check',
  laying: 'fix',
  'by-hand': 'fix',
}

const parts: Readonly<Partial<Record<Part, string>>> = {
  time: 'time',
  iteration: 'iteration',
  decision: 'decision',
  laying: 'workspace',
  'by-hand': 'decision',
}

export function atOf({ name, iteration }: Named & Pick<Specialist, 'iteration'>, part: Part): At {
  const own = parts[part]
  return {
    unit: name,
    called: `the specialist ${name}`,
    step: steps[part],
    round: iteration,
    ...(own !== undefined && { part: own }),
    ...(part === 'by-hand' && { workspace: fixWorkspace, role: fixer }),
  }
}

export const surveyAt: At = { step: 'survey' }
export const haltedAt: At = { step: 'survey', part: 'decision' }
