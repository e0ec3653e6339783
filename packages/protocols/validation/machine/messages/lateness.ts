/** That time is over, as messages (VAL-62, VAL-63, VAL-67). */
import type { ValidationInput } from '../input.ts'
import type { OperationName } from '../records/bodies.ts'
import type { Wording } from '../records/record.ts'
import { minutesAndSeconds } from '../records/times.ts'
import type { Specialist } from '../state.ts'
import { aboutOf, entryOf, maxOf } from './about.ts'
import { mainAgent, orchestrator, specialistName } from './names.ts'

export interface Late {
  readonly operation: OperationName
  readonly elapsedMs: number
  readonly limitMs: number
}

const doerOf = (one: Specialist, operation: OperationName): string =>
  operation === 'fix' ? mainAgent : specialistName(one)

export function timeoutEvent(
  input: ValidationInput,
  one: Specialist,
  { operation, elapsedMs, limitMs }: Late,
): Wording<'timeout'> {
  const [elapsed, expected] = [minutesAndSeconds(elapsedMs), minutesAndSeconds(limitMs)]
  return {
    kind: 'timeout',
    stem: `LATE-${input.issue.number}-${one.iteration}`,
    timed: true,
    header: { from: orchestrator, to: doerOf(one, operation), priority: 'High' },
    body: { ...aboutOf(input, one), operation, elapsed, expected },
    entry: entryOf(one, {
      sender: orchestrator,
      recipient: doerOf(one, operation),
      what: 'Timeout',
      summary: `The ${operation} of ${one.name} has taken ${elapsed} of ${expected}.`,
    }),
  }
}

export function timeoutReminder(
  input: ValidationInput,
  one: Specialist,
  { operation, elapsedMs, limitMs }: Late,
): Wording<'reminder'> {
  const [elapsed, limit] = [minutesAndSeconds(elapsedMs), minutesAndSeconds(limitMs)]
  return {
    kind: 'reminder',
    stem: `TIMEOUT-${input.issue.number}-${operation}`,
    timed: true,
    header: { to: doerOf(one, operation), elapsed, limit },
    body: {
      operation,
      status: one.status,
      elapsed,
      limit,
      grace: minutesAndSeconds(input.limits.reminderMs),
      iteration: one.iteration,
      max: maxOf(one),
    },
    entry: entryOf(one, {
      sender: orchestrator,
      recipient: doerOf(one, operation),
      what: 'Timeout reminder',
      summary: `The ${operation} of ${one.name} is to end within ${minutesAndSeconds(input.limits.reminderMs)}.`,
    }),
  }
}

export function lateResult(
  input: ValidationInput,
  one: Specialist,
  operation: OperationName,
  words: string,
): Wording<'late-result'> {
  return {
    kind: 'late-result',
    stem: `LATERES-${input.issue.number}-${one.iteration}`,
    timed: true,
    header: { from: doerOf(one, operation), to: orchestrator, priority: 'Medium' },
    body: { ...aboutOf(input, one), operation, words },
    entry: entryOf(one, {
      sender: doerOf(one, operation),
      recipient: orchestrator,
      what: 'Late result',
      summary: `The ${operation} of ${one.name} came to an end after the escalation.`,
    }),
  }
}
