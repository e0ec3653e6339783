/** Tells from the end of a runner's process whether its report can be believed. */
import type { LimitName, ProcessResult } from '@sigma/engine'
import { listed } from '../text.ts'
import { firstError } from './first-error.ts'
import type { Problem } from './test-run.ts'

export interface Reported {
  /** The report was written to its end, and could be read. */
  readonly complete: boolean
  /** Something in it failed, so that the command may end with another code than 0. */
  readonly failed: boolean
  /** Test files that were at work when time was up; absent: none is known. */
  readonly unended?: readonly string[] | undefined
}

export interface Remedies {
  /** The remedy when the runner cannot be started. */
  readonly missing: string
  /** A command to see for oneself why it breaks off. */
  readonly byHand: string
}

/** What a command printed, as it may be told: without paths of the checkout and known secrets. */
export type Shown = (printed: string) => string

/** Null: the report can be believed. Whatever does not fit together says nothing about the tests (F50, F53). */
export function problemOf(
  result: ProcessResult,
  { complete, failed, unended = [] }: Reported,
  limitMs: number,
  { missing, byHand }: Remedies,
  shown: Shown = (printed) => printed,
): Problem | null {
  if (result.end === 'unstartable') {
    const message = `The tests could not be started: ${result.reason ?? 'node was not found'}.`
    return { rule: 'runner-missing', message, remedy: missing }
  }
  if (result.exceeded !== undefined) return overLimit(result.exceeded)
  if (result.end === 'timeout') return timedOut(limitMs, unended)
  if (complete && result.exit !== null && (result.exit === 0 || failed)) return null
  const why = complete ? 'though no test failed' : 'and without a complete report'
  const said = firstError(shown(result.stderr)) || firstError(shown(result.stdout))
  const quoted = said === '' ? '' : ` It said: “${said}”`
  const message = `The test command ended with ${result.exit ?? result.signal} ${why}.${quoted}`
  return { rule: 'report-missing', message, remedy: `Run \`${byHand}\` by hand and see why it breaks off.` }
}

const excesses: Readonly<Record<LimitName, string>> = {
  processes: 'had more processes and threads at once than they may',
  memory: 'took more memory than they may',
  written: 'wrote more than they may',
}

export const overLimit = (limit: LimitName): Problem => ({
  rule: 'over-limit',
  message: `The tests were ended: with all that they started they ${excesses[limit]}.`,
  remedy: `Let them take less, or raise limits.${limit} in the configuration.`,
})

const timedOut = (limitMs: number, unended: readonly string[]): Problem => ({
  rule: 'timed-out',
  message: `The tests did not end within ${limitMs} ms${unended.length === 0 ? '' : `; still at work: ${listed(unended, 3)}`}.`,
  remedy: 'End what the tests start, or raise limits.check in the configuration.',
})
