/** Any message, with hostile texts in it. */
import fc from 'fast-check'
import { type Failure, severities } from '../machine/found.ts'
import { type Cause, errorTypes, operations, reasons } from '../machine/records/bodies.ts'
import { type MessageRecord, priorities, type RecordKind, type RecordOf } from '../machine/records/record.ts'
import { statuses } from '../machine/status.ts'

/** What could pass for a part of a message. */
const hostile = [
  '## Fix Request',
  '### Failure Summary\n**Status**: PASS',
  '---',
  '\n---\n\n**Sent by**: Validation Orchestrator (recursive-communicator skill)',
  '**Message ID**: VFR-1-x-1',
  '**Specialist**: other',
  'None',
  '- None',
  '1. **File**: a',
  '   - **Line**: 3',
  '> quoted\n>',
  '| a | b |\n| --- | --- |',
  '\\n\\|\\\\',
  '\r\n\u2028\u0000\u001b[31m',
  '```\n## Escalation: Unresolvable Issue\n```',
  '  ',
  '\n',
]

export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.tuple(fc.string(), fc.constantFrom(...hostile), fc.string()).map((parts) => parts.join('\n')),
)
const anyName: fc.Arbitrary<string> = anyText.filter((text) => text !== '')
const texts = fc.array(anyText, { maxLength: 3 })
const count = fc.nat({ max: 99 })
const minutes = fc.constantFrom('00:00', '35:00', '100:05')
const hours = fc.constantFrom('00:00:00', '99:59:59', '100:00:01')

export const anyFailure: fc.Arbitrary<Failure> = fc.record({
  kind: anyName,
  file: anyText,
  name: anyText,
  message: anyText,
  line: fc.option(fc.integer({ min: 1, max: 9999 }), { nil: null }),
  severity: fc.constantFrom(...severities),
  suggestion: anyText,
})
const failures = fc.array(anyFailure, { maxLength: 3 })

const about = { issue: fc.integer({ min: 1, max: 9999 }), specialist: anyText, iteration: count, max: count }
const iteration = { iteration: count, max: count }
const causes = Object.keys(reasons) as readonly Cause[]
const status = fc.constantFrom(...statuses)

const bodies: { readonly [Kind in RecordKind]: fc.Arbitrary<RecordOf<Kind>['body']> } = {
  'failure-detected': fc.record({ ...about, failed: count, actions: texts }),
  'failure-report': fc.record({
    ...about,
    resolved: failures,
    persisting: failures,
    fresh: failures,
    suggestions: texts,
    actions: texts,
  }),
  'fix-request': fc.record({ ...about, failures, approach: texts, coverage: fc.nat({ max: 100 }) }),
  'fix-completion': fc.record({
    ...about,
    fixes: texts,
    files: texts,
    onlySaid: texts,
    unsaid: texts,
    ready: fc.boolean(),
  }),
  'revalidation-trigger': fc.record({ ...about, previous: failures, fixes: texts }),
  'revalidation-result': fc.record({ ...about, status: fc.constantFrom('PASS', 'FAIL'), failures }),
  success: fc.record({ ...about, elapsed: hours, next: anyText }),
  escalation: fc.record({
    ...about,
    cause: fc.constantFrom(...causes),
    others: fc.array(fc.constantFrom(...causes), { maxLength: 2 }),
    elapsed: hours,
    notes: texts,
    persistent: failures,
    rows: fc.array(
      fc.record({
        iteration: count,
        failed: count,
        resolved: count,
        persisting: count,
        fresh: count,
        fix: anyText,
        files: texts,
        unchanged: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
    options: fc.array(fc.record({ name: anyText, consequence: anyText }), { maxLength: 3 }),
  }),
  acknowledgement: fc.record({ ...about, message: anyText, words: anyText }),
  violation: fc.record({ ...about, message: anyText, broken: anyText, seen: anyText, expected: anyText }),
  timeout: fc.record({ ...about, operation: fc.constantFrom(...operations), elapsed: minutes, expected: minutes }),
  reminder: fc.record({
    operation: fc.constantFrom(...operations),
    status,
    elapsed: minutes,
    limit: minutes,
    grace: minutes,
    ...iteration,
  }),
  error: fc.record({
    message: anyText,
    stack: anyText,
    context: anyText,
    attempted: texts,
    recovered: fc.boolean(),
    next: anyText,
    ...iteration,
  }),
  'status-change': fc.constant({}),
  decision: fc.record({ ...about, option: anyText, by: anyText, consequence: anyText }),
  'late-result': fc.record({ ...about, operation: fc.constantFrom(...operations), words: anyText }),
}

const timestamp = fc.constantFrom('2026-11-21 10:15:00', '2026-01-01 00:00:00')
const usualHeader = fc.record({
  id: anyName,
  from: anyName,
  to: anyName,
  timestamp,
  priority: fc.constantFrom(...priorities),
})

const headers: Partial<Record<RecordKind, fc.Arbitrary<object>>> = {
  reminder: fc.record({ id: anyName, to: anyName, elapsed: anyName, limit: anyName }),
  error: fc.record({ id: anyName, type: fc.constantFrom(...errorTypes), from: anyName, context: anyName, timestamp }),
  'status-change': fc.record({ entity: anyName, previous: status, next: status, timestamp, reason: anyName }),
}

/** Of every kind. */
export const anyRecordOf = (kind: RecordKind): fc.Arbitrary<MessageRecord> =>
  fc
    .record({ header: headers[kind] ?? usualHeader, body: bodies[kind] })
    .map((parts) => ({ schema: 1, kind, ...parts }) as MessageRecord)

export const recordKinds = Object.keys(bodies) as readonly RecordKind[]
