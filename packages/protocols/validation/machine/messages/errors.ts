/** What did not work, as messages (VAL-84 to VAL-92). */
import type { Finding } from '@sigma/protocol'
import type { ValidationInput } from '../input.ts'
import type { ErrorType } from '../records/bodies.ts'
import type { Wording } from '../records/record.ts'
import type { Specialist } from '../state.ts'
import { aboutOf, entryOf, maxOf } from './about.ts'
import { mainAgent, orchestrator, specialistName } from './names.ts'

export interface Failing {
  readonly type: ErrorType
  /** What was under way, e.g. `fix of unit-test`. */
  readonly context: string
  readonly reasons: readonly Finding[]
  readonly attempted: readonly string[]
  readonly recovered: boolean
  readonly next: string
}

const slug = (type: ErrorType): string => type.toLowerCase().replaceAll(' ', '-')

export function errorNotification(
  input: ValidationInput,
  one: Specialist,
  { type, context, reasons, attempted, recovered, next }: Failing,
): Wording<'error'> {
  const said = reasons.map(({ rule, message, remedy }) => `${rule}: ${message} ${remedy}`).join('\n')
  return {
    kind: 'error',
    stem: `ERR-${input.issue.number}-${slug(type)}`,
    timed: true,
    header: { type, from: orchestrator, context },
    body: {
      message: said,
      stack: reasons.map(({ evidence }) => evidence ?? '').join(''),
      context: `Specialist ${one.name}, iteration ${one.iteration}, status ${one.status}.`,
      attempted,
      recovered,
      next,
      iteration: one.iteration,
      max: maxOf(one),
    },
    entry: entryOf(one, {
      sender: orchestrator,
      recipient: mainAgent,
      what: 'Error notification',
      summary: `${type} in the ${context}: ${recovered ? 'recovered' : next}`,
    }),
  }
}

export interface Violated {
  /** Id of the message that is wrong, or that was to be answered. */
  readonly message: string
  readonly by: 'specialist' | 'main agent'
  readonly expected: string
  readonly finding: Finding
}

export function violationNotice(
  input: ValidationInput,
  one: Specialist,
  { message, by, expected, finding }: Violated,
): Wording<'violation'> {
  const to = by === 'main agent' ? mainAgent : specialistName(one)
  return {
    kind: 'violation',
    stem: `VIOLATION-${input.issue.number}-${one.iteration}`,
    timed: true,
    header: { from: orchestrator, to, priority: 'High' },
    body: { ...aboutOf(input, one), message, broken: finding.rule, seen: finding.message, expected },
    entry: entryOf(one, {
      sender: orchestrator,
      recipient: to,
      what: 'Protocol violation notice',
      summary: `The answer to ${message} breaks ${finding.rule}.`,
    }),
  }
}
