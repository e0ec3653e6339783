/** The state file of a session: exactly the fields of the seed, in its order (EXE-35). */
import { z } from 'zod'
import { typeOf } from '../machine/definition.ts'
import { isSessionId } from '../machine/paths.ts'

const time = z.iso.datetime()
const numbered = z.string().regex(/^[1-9]\d*$/)

const statuses = ['initialized', 'in_progress', 'completed'] as const

export const stateRecordSchema = z
  .strictObject({
    schema_version: z.literal('1.0'),
    protocol_version: z.literal('1.0'),
    protocol_type: z.string(),
    protocol_name: z.string(),
    session_id: z.string().refine(isSessionId),
    reasoning_session_id: z.string().min(1),
    created_at: time,
    status: z.enum(statuses),
    fsm: z.strictObject({ state: z.string(), history: z.array(z.string()) }),
    step_outputs: z.record(numbered, z.record(z.string(), z.json())),
    step_timestamps: z.record(numbered, z.strictObject({ started_at: time, completed_at: time.nullable() })),
    completed_at: time.nullable(),
    completion_summary: z.string(),
    /** Deprecated; whatever it holds, nothing depends on it (EXE-41). */
    plan: z.json(),
  })
  .refine(({ status, completed_at }) => (status === 'completed') === (completed_at !== null), {
    error: 'completed_at is set where the status is completed, and only there',
  })
  .refine(({ status, completion_summary }) => (status === 'completed') === (completion_summary !== ''), {
    error: 'completion_summary is set where the status is completed, and only there',
  })
  .refine(({ protocol_type, protocol_name }) => belongTogether(protocol_type, protocol_name), {
    error: 'protocol_type and protocol_name are those of one protocol',
  })

export type StateRecord = z.infer<typeof stateRecordSchema>

/** EXE-37. */
const belongTogether = (type: string, name: string): boolean => typeOf(name) === type
