/** Reads the report that a command of a specialist left, whatever its format. */
import { junitReport } from './junit.ts'
import type { Places } from './places.ts'
import { sarifFailures } from './sarif.ts'
import type { Report } from './seen.ts'

export const reportRules = {
  sarif: { unreadable: 'sarif-unreadable', contradictory: 'sarif-contradictory', called: 'SARIF 2.1.0' },
  junit: { unreadable: 'junit-unreadable', contradictory: 'junit-contradictory', called: 'JUnit XML' },
} as const

export function readReport(format: keyof typeof reportRules, text: string, places: Places): Report | null {
  if (format === 'junit') return junitReport(text, places)
  const failures = sarifFailures(text)
  return failures === null ? null : { failures, claimed: failures.length, examined: null }
}
