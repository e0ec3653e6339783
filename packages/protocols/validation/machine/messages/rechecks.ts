/** A re-validation as messages: its trigger, its result, and that a specialist has passed. */
import type { ValidationInput } from '../input.ts'
import type { Wording } from '../records/record.ts'
import { hoursMinutesAndSeconds } from '../records/times.ts'
import type { Specialist } from '../state.ts'
import { aboutOf, counted, entryOf } from './about.ts'
import { mainAgent, orchestrator, specialistName } from './names.ts'

const stemOf = (type: string, { issue }: ValidationInput, { name, iteration }: Specialist): string =>
  `${type}-${issue.number}-${name}-${iteration}`

export function revalidationTrigger(input: ValidationInput, one: Specialist): Wording<'revalidation-trigger'> {
  return {
    kind: 'revalidation-trigger',
    stem: stemOf('REVAL', input, one),
    timed: false,
    header: { from: orchestrator, to: specialistName(one), priority: 'High' },
    body: { ...aboutOf(input, one), previous: one.failures, fixes: one.fixes },
    entry: entryOf(one, {
      sender: orchestrator,
      recipient: specialistName(one),
      what: 'Re-validation trigger',
      summary: `Check again: ${counted(one.failures.length, 'failure')} before.`,
    }),
  }
}

export function revalidationResult(
  input: ValidationInput,
  one: Specialist,
  status: 'PASS' | 'FAIL',
): Wording<'revalidation-result'> {
  const failures = status === 'PASS' ? [] : one.failures
  return {
    kind: 'revalidation-result',
    stem: stemOf('REVALRES', input, one),
    timed: false,
    header: { from: specialistName(one), to: orchestrator, priority: 'High' },
    body: { ...aboutOf(input, one), status, failures },
    entry: entryOf(one, {
      sender: specialistName(one),
      recipient: orchestrator,
      what: `Re-validation result (${status})`,
      summary:
        status === 'PASS' ? 'All previous failures are resolved.' : `${counted(failures.length, 'failure')} remain.`,
    }),
  }
}

/** `next`: the specialist that comes after it; null: none does. */
export function success(
  input: ValidationInput,
  one: Specialist,
  tick: number,
  next: string | null,
): Wording<'success'> {
  return {
    kind: 'success',
    stem: stemOf('SUCCESS', input, one),
    timed: false,
    header: { from: orchestrator, to: mainAgent, priority: 'Medium' },
    body: {
      ...aboutOf(input, one),
      elapsed: hoursMinutesAndSeconds(tick - (one.begunAt ?? tick)),
      next: next ?? 'the end of the validation',
    },
    entry: entryOf(one, {
      sender: orchestrator,
      recipient: mainAgent,
      what: 'Success notification',
      summary: `${one.name} passes after ${counted(one.iteration, 'iteration')}.`,
    }),
  }
}
