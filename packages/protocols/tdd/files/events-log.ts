/** `events.log`: one line of JSON for each phase that was accepted or refused, in the order of the journal (SIG-71 to SIG-79). */
import { type EventPhase, eventPhases, type PhaseEvent, unexpected } from '@sigma/protocol'
import { jsonLine } from '../../writing/lines.ts'
import { coverageStanding } from './coverage.ts'
import type { AskedTurn, Measurement, TddCourse } from './tdd-course.ts'

/** Of one run; those of a module follow each other. */
export function eventsLog(course: TddCourse): string {
  return phaseEvents(course)
    .map((event) => `${jsonLine(event)}\n`)
    .join('')
}

export function phaseEvents(course: TddCourse): readonly PhaseEvent[] {
  return course.measurements.flatMap((measurement) => eventOf(course, measurement) ?? [])
}

/**
 * A phase is accepted with the work that gives it its code. Other work within it (tests that are refactored or adjusted)
 * is told of when it is refused; accepted it has no code here.
 */
function eventOf(course: TddCourse, measurement: Measurement): PhaseEvent | null {
  const { turn, verdict } = measurement
  const phase = turn === null || turn.cycle === 0 ? undefined : phaseOf[turn.phase]
  if (turn === null || phase === undefined) return null
  const passed = verdict === 'pass'
  if (passed && !accepting.has(turn.task)) return null
  const { input, run } = course
  return {
    ts: measurement.at,
    phase,
    code: passed ? eventPhases[phase] : unexpected[phase],
    exitCode: exitOf(measurement),
    ...(phase !== 'RED' && coverageStanding(input.project.coverage, measurement.data)),
    cycle: turn.cycle,
    id: input.cycles[turn.cycle - 1]?.id ?? null,
    round: turn.round,
    session: turn.session,
    run,
    task: turn.task,
    verdict,
    rules: [...new Set(measurement.findings.map(({ rule }) => rule))],
    commit: measurement.commit,
    evidence: measurement.evidence,
  }
}

const phaseOf: Readonly<Record<AskedTurn['phase'], EventPhase>> = {
  RED: 'RED',
  GREEN: 'GREEN',
  REFACTOR_TESTS: 'REFACTOR',
  REFACTOR_IMPL: 'REFACTOR',
}

const accepting: ReadonlySet<string> = new Set(['red', 'green', 'refactor-implementation'])

/** What the runner returned, not what the agent said (SIG-74). */
export function exitOf({ data }: Measurement): number | null {
  const exit = typeof data === 'object' && data !== null && 'exitCode' in data ? data['exitCode'] : null
  return typeof exit === 'number' ? exit : null
}
