import { withFailures } from '../closers.ts'
import { phaseOfWord } from './phases.ts'
import { roles } from './roles.ts'
import { type Unknown, unknown } from './unknown.ts'

/**
 * Phase → role → its own codes. A test adjustment has no phase of its own: QA is asked in the phase in which the
 * test issue was raised, and may adjust (TA) or let the tests stand (RC) (A16, DPTR-94, DPTR-96).
 */
const ownCodes: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  AUDIT: { critic: ['ACCEPT', 'REVISE', 'REJECT'] },
  PLAN: { spec: ['PC', 'PR', 'DG'] },
  CRITIQUE: { critic: ['NR', 'PA', 'EN', 'DA'] },
  Phase0: { dev: ['P0C'] },
  RED: { qa: ['RC'] },
  GREEN: { dev: ['GC', 'TI'], qa: ['TA', 'RC'] },
  REFACTOR_TESTS: { qa: ['RTC'] },
  REFACTOR_IMPL: { dev: ['RIC', 'TI'], qa: ['TA', 'RC'] },
  REVIEW_TESTS: { dev: ['APPROVED', 'NEEDS_CHANGE'] },
  REVIEW_IMPL: { qa: ['APPROVED', 'NEEDS_CHANGE'] },
  REVIEW: { reviewer: ['VC', 'DF', 'QP', 'QF'] },
}

/**
 * What a role may answer in a phase (both by their code names), the four failure codes last. A role without a task in
 * the phase has those four only. A protocol may narrow this further, e.g. by round.
 */
export function taskCodes(role: string, phase: string): readonly string[] | Unknown {
  const found = phaseOfWord(phase)
  if (found.kind === 'unknown') return found
  const names = roles.map((row) => row.name)
  if (!names.some((name) => name === role)) return unknown('role', role, [...new Set(names)])
  return withFailures(ownCodes[phase]?.[role] ?? [])
}
