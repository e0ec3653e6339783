/** The communication log of a run, with its statistics (VAL-98, VAL-100). */
import { standsAs } from '../../writing/stands.ts'
import { type CommunicationLog, entryMarkdown, logMarkdown } from '../messages/log.ts'
import type { ValidationCourse, ValidationEnd } from './course.ts'

const outcomes: Readonly<Record<ValidationEnd['said'], string>> = {
  success: 'Success (all validations passed)',
  'success with skipped checks': 'Success with skipped checks',
  escalated: 'Escalated',
  aborted: 'Aborted',
  error: 'Error',
}

export function logOf(course: ValidationCourse): CommunicationLog {
  const { input, startedAt, lastAt, messages, end } = course
  const iterations = new Map<string, number>()
  for (const { specialist, entry } of messages)
    if (specialist !== null) iterations.set(specialist, Math.max(entry.iteration, iterations.get(specialist) ?? 0))
  const begun = [...iterations.values()].filter((count) => count > 0)
  return {
    issue: input.issue.number,
    feature: input.issue.of === 'run' ? `${input.feature} (number of the run, for no issue was given)` : input.feature,
    started: startedAt,
    completed: end === null ? null : lastAt,
    lastAt,
    entries: messages.map(({ entry }) => entry),
    initial: begun.length,
    retries: begun.reduce((sum, count) => sum + count - 1, 0),
    outcome: end === null ? openOutcome(course) : outcomes[end.said],
  }
}

const openOutcome = (course: ValidationCourse): string =>
  standsAs(course) === 'waiting' ? 'Escalated (waiting)' : 'In progress'

/** The whole log as one file: the overview first, then each entry. */
export function logText(course: ValidationCourse): string {
  const log = logOf(course)
  return [logMarkdown(log), ...log.entries.map(entryMarkdown)].join('\n---\n\n')
}
