/** Reads the report that a command of a specialist left, whatever its format. */
import { junitReport } from './junit.ts'
import type { Places } from './places.ts'
import { sarifFailures } from './sarif.ts'
import type { Report } from './seen.ts'

export type Format = 'sarif' | 'junit'

export const formatName: Readonly<Record<Format, string>> = { sarif: 'SARIF 2.1.0', junit: 'JUnit XML' }

export const unreadableRule = { sarif: 'sarif-unreadable', junit: 'junit-unreadable' } as const

export const contradictoryRule = { sarif: 'sarif-contradictory', junit: 'junit-contradictory' } as const

export function readReport(format: Format, text: string, places: Places): Report | null {
  if (format === 'junit') return junitReport(text, places)
  const failures = sarifFailures(text)
  return failures === null ? null : { failures, claimed: failures.length, examined: null }
}
