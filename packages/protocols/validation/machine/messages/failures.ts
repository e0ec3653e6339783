/** How a failure reaches the main agent: it is detected, then reported (VAL-09). */
import { compared } from '../comparison.ts'
import type { ValidationInput } from '../input.ts'
import type { Wording } from '../records/record.ts'
import type { Specialist } from '../state.ts'
import { aboutOf, counted, entryOf } from './about.ts'
import { mainAgent, orchestrator, specialistName } from './names.ts'

export function failureDetected(input: ValidationInput, one: Specialist): Wording<'failure-detected'> {
  const failed = one.failures.length
  return {
    kind: 'failure-detected',
    stem: `DETECTED-${input.issue.number}-${one.iteration}`,
    timed: true,
    header: { from: specialistName(one), to: orchestrator, priority: 'High' },
    body: { ...aboutOf(input, one), failed, actions: ['Report the failures to the main agent.'] },
    entry: entryOf(one, {
      sender: specialistName(one),
      recipient: orchestrator,
      what: 'Failure detected',
      summary: `${one.name} found ${counted(failed, 'failure')}.`,
    }),
  }
}

/** The id of a failure report is also what its acknowledgement names. */
export const reportStem = ({ issue }: ValidationInput, { name, iteration }: Specialist): string =>
  `VFR-${issue.number}-${name}-${iteration}`

export function failureReport(input: ValidationInput, one: Specialist): Wording<'failure-report'> {
  const { resolved, persisting, fresh } = compared(one.before, one.failures)
  const suggestions = one.failures.map(({ suggestion }) => suggestion).filter((suggestion) => suggestion !== '')
  return {
    kind: 'failure-report',
    stem: reportStem(input, one),
    timed: false,
    header: { from: orchestrator, to: mainAgent, priority: 'High' },
    body: {
      ...aboutOf(input, one),
      resolved,
      persisting,
      fresh,
      suggestions: [...new Set(suggestions)],
      actions: ['Acknowledge this report.', 'Fix the failures once the fix is requested.'],
    },
    entry: entryOf(one, {
      sender: orchestrator,
      recipient: mainAgent,
      what: 'Failure report',
      summary: `${counted(one.failures.length, 'failure')} of ${one.name}: ${fresh.length} new, ${persisting.length} persisting, ${resolved.length} resolved.`,
    }),
  }
}
