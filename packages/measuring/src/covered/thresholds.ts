import type { Finding, Thresholds } from '@sigma/protocol'
import { listed } from '../text.ts'
import { cannotJudge, noReasons, type Reasons, refuse } from '../verdicts/reasons.ts'
import type { CoverageResult } from './summary.ts'
import { dimensions } from './totals.ts'

/** All thresholds 0: coverage is not required (D4). */
export const isRequired = (wanted: Thresholds): boolean => dimensions.some((dimension) => wanted[dimension] > 0)

/** Equality passes, and so does having nothing to cover. What was not measured blocks, and is never read as 0. */
export function reaches(wanted: Thresholds, result: CoverageResult): Reasons {
  if (!isRequired(wanted) || result.kind === 'nothing') return noReasons
  if (result.kind === 'unknown') {
    const remedy = 'Let the tests end by themselves and the source be readable, or set the thresholds to 0.'
    return cannotJudge({
      rule: 'coverage-unknown',
      message: `Coverage is required and unknown: ${result.reason}`,
      remedy,
    })
  }
  const below = dimensions.filter((dimension) => result.totals[dimension].pct < wanted[dimension])
  return refuse(
    ...hinted(result.hints),
    ...below.map((dimension) => {
      const { pct, covered, total } = result.totals[dimension]
      return {
        rule: 'coverage-below',
        message: `Coverage of ${dimension} is ${pct} % (${covered} of ${total}) in ${listed(result.files, 5)}; ${wanted[dimension]} % is wanted.`,
        remedy: 'Take code out that no test needs, or have a test ask for it.',
      }
    }),
  )
}

/** The author of code does not say what of it counts. */
const hinted = (hints: readonly string[]): readonly Finding[] =>
  hints.length === 0
    ? []
    : [
        {
          rule: 'coverage-hint',
          message: `Comments take code of this work out of its coverage: ${listed(hints)}.`,
          remedy: 'Take the comment away, and have a test ask for the code, or take the code out.',
        },
      ]
