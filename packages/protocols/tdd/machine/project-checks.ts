/** The project's own checks on finished work: who is told of what they find. */
import type { Finding } from '@sigma/protocol'
import type { WorkingKind } from './state.ts'

const ofImplementation = 'check-failed'
const ofTests = 'check-failed-in-tests'

export const isOfChecks = ({ rule }: Finding): boolean => rule === ofImplementation || rule === ofTests

/** Nobody is told to mend what only the other role may change. */
export function concerning(kind: WorkingKind, findings: readonly Finding[]): readonly Finding[] {
  if (kind === 'refactoring-tests') return findings.filter(({ rule }) => rule !== ofImplementation)
  if (kind === 'refactoring-implementation') return findings.filter(({ rule }) => rule !== ofTests)
  return findings
}
