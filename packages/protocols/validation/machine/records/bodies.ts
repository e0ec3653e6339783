/** What each type of message says, field by field. Every text may come from a test, a log or an agent. */
import { z } from 'zod'
import { failureSchema } from '../found.ts'
import { statuses } from '../status.ts'

const text = z.string()
const texts = z.array(text).readonly()
const count = z.int().min(0)
/** `MM:SS` and `HH:MM:SS` (VAL-71). */
const minutes = z.string().regex(/^\d{2,}:\d{2}$/)
const hours = z.string().regex(/^\d{2,}:\d{2}:\d{2}$/)
const failures = z.array(failureSchema).readonly()
const status = z.enum(statuses)

/** The iteration that a message belongs to, and how many there may be (VAL-56). */
const iteration = { iteration: count, max: count }
const about = { issue: z.int().positive(), specialist: text, ...iteration }

/** One iteration of a specialist, as its history has it (VAL-40, VAL-57). */
export const rowSchema = z.object({
  iteration: count,
  failed: count,
  resolved: count,
  persisting: count,
  fresh: count,
  /** What was said of the fix that followed; empty: none did. */
  fix: text,
  files: texts,
  /** The fix changed no file, for the reason that it gives (VAL-13). */
  unchanged: z.boolean(),
})
export type IterationRow = Readonly<z.infer<typeof rowSchema>>

/** Why a specialist is escalated: `text` in records, `shown` in messages (VAL-77), `means` to whoever decides. */
export const reasons = {
  'max-iterations': {
    ...{ text: 'Max iterations exceeded', shown: 'Max Iterations Exceeded' },
    means: 'It still fails after the last check that it had.',
  },
  deadlock: {
    ...{ text: 'Deadlock - no progress', shown: 'Deadlock' },
    means: 'Fixes bring nothing: the same failures come again.',
  },
  timeout: { text: 'Timeout exceeded', shown: 'Timeout', means: 'It took longer than it may.' },
  'specialist-error': {
    ...{ text: 'Specialist error', shown: 'Specialist Error' },
    means: 'It could not run, so that nobody knows what it would find.',
  },
  communication: {
    ...{ text: 'Communication', shown: 'Communication' },
    means: 'The fixer could not be asked: it is not there, or broke off.',
  },
  'invalid-response': {
    ...{ text: 'Invalid Response', shown: 'Invalid Response' },
    means: 'The fixer gave no answer that can be taken.',
  },
  unresponsive: { text: 'Unresponsive', shown: 'Unresponsive', means: 'The fixer gave up.' },
  'budget-spent': { text: 'Budget spent', shown: 'Budget Spent', means: 'The run has used what it may.' },
} as const
export type Cause = keyof typeof reasons
const causes = [
  'max-iterations',
  'deadlock',
  'timeout',
  'specialist-error',
  'communication',
  'invalid-response',
  'unresponsive',
  'budget-spent',
] as const satisfies readonly Cause[]
const cause = z.enum(causes)

export const errorTypes = ['Communication', 'Invalid Response', 'Specialist Failure', 'Unresponsive'] as const
export type ErrorType = (typeof errorTypes)[number]

export const operations = ['validation', 'fix', 're-validation'] as const
export type OperationName = (typeof operations)[number]

export const bodies = {
  'failure-detected': z.object({ ...about, failed: count, actions: texts }),
  'failure-report': z.object({
    ...about,
    resolved: failures,
    persisting: failures,
    fresh: failures,
    suggestions: texts,
    actions: texts,
  }),
  'fix-request': z.object({ ...about, failures, approach: texts, coverage: z.number() }),
  'fix-completion': z.object({
    ...about,
    fixes: texts,
    /** As measured (VAL-41). */
    files: texts,
    /** What the agent said it changed and did not, and the other way round. */
    onlySaid: texts,
    unsaid: texts,
    ready: z.boolean(),
  }),
  'revalidation-trigger': z.object({ ...about, previous: failures, fixes: texts }),
  'revalidation-result': z.object({ ...about, status: z.enum(['PASS', 'FAIL']), failures }),
  success: z.object({ ...about, elapsed: hours, next: text }),
  escalation: z.object({
    ...about,
    cause,
    /** What holds beside it (VAL-76). */
    others: z.array(cause).readonly(),
    elapsed: hours,
    /** Names what happened, where an error did. */
    notes: texts,
    persistent: failures,
    rows: z.array(rowSchema).readonly(),
    options: z.array(z.object({ name: text, consequence: text })).readonly(),
  }),
  acknowledgement: z.object({ ...about, message: text, words: text }),
  violation: z.object({ ...about, message: text, broken: text, seen: text, expected: text }),
  timeout: z.object({ ...about, operation: z.enum(operations), elapsed: minutes, expected: minutes }),
  reminder: z.object({
    operation: z.enum(operations),
    status,
    elapsed: minutes,
    limit: minutes,
    grace: minutes,
    ...iteration,
  }),
  error: z.object({
    message: text,
    stack: text,
    context: text,
    attempted: texts,
    recovered: z.boolean(),
    next: text,
    ...iteration,
  }),
  'status-change': z.object({}),
  decision: z.object({ ...about, option: text, by: text, consequence: text }),
  'late-result': z.object({ ...about, operation: z.enum(operations), words: text }),
} as const
