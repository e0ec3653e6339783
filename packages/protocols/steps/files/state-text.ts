/** The state file of a session, made from its journal: the same events give the same bytes (EXE-74). */
import { jsonText } from '../../writing/lines.ts'
import type { SessionCourse } from './course.ts'
import type { StateRecord } from './record.ts'

/** As the seed has it. */
export function recordOf(course: SessionCourse): Readonly<Record<keyof StateRecord, unknown>> {
  const { input, createdAt, state, history, outputs, visits, end } = course
  const { definition, session, reasoning } = input
  const isCompleted = end?.outcome === 'completed'
  return {
    schema_version: '1.0',
    protocol_version: '1.0',
    protocol_type: definition.type,
    protocol_name: definition.route,
    session_id: session,
    reasoning_session_id: reasoning.id,
    created_at: createdAt,
    status: isCompleted ? 'completed' : visits.length > 0 ? 'in_progress' : 'initialized',
    fsm: { state, history },
    // Of a step that a loop came back to, its last round; the history has them all.
    step_outputs: Object.fromEntries(outputs.map((output, at) => [String(visits[at]?.number), output])),
    step_timestamps: Object.fromEntries(visits.map(({ number, ...times }) => [String(number), times])),
    completed_at: isCompleted ? end.at : null,
    completion_summary: isCompleted ? end.summary : '',
    plan: null,
  }
}

export const stateText = (course: SessionCourse): string => jsonText(recordOf(course))
