/** The state file of a session, made from its journal: the same events give the same bytes (EXE-74). */
import { jsonText } from '../../writing/lines.ts'
import type { SessionCourse } from './course.ts'
import type { StateRecord } from './record.ts'

/** As the seed has it. */
export function recordOf(course: SessionCourse): Readonly<Record<keyof StateRecord, unknown>> {
  const { input, createdAt, state, history, outputs, times, end } = course
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
    status: isCompleted ? 'completed' : Object.keys(times).length > 0 ? 'in_progress' : 'initialized',
    fsm: { state, history },
    step_outputs: Object.fromEntries(outputs.map((output, at) => [String(at + 1), output])),
    step_timestamps: times,
    completed_at: isCompleted ? end.at : null,
    completion_summary: isCompleted ? end.summary : '',
    plan: null,
  }
}

export const stateText = (course: SessionCourse): string => jsonText(recordOf(course))
