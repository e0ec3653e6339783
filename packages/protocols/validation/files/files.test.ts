/** Log and messages of a run, as they are made from its journal. */
import { registered } from '@sigma/engine'
import type { Event, Recorded } from '@sigma/protocol'
import { answered, begun, failed, judged, proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleValidationInput } from '../machine/sample.ts'
import type { ValidationState } from '../machine/state.ts'
import { statuses } from '../machine/status.ts'
import { validation } from '../machine/validation.ts'
import { entryMarkdown, logMarkdown, readEntry } from '../messages/log.ts'
import { readMessage } from '../messages/markdown.ts'
import { journalOf } from '../testing/journal.ts'
import { checkedOf, failureOf } from '../testing/played.ts'
import { anyText } from '../testing/records.ts'
import { archiveOf } from './archive.ts'
import { after, beginning, type Folding, type ValidationCourse } from './course.ts'
import { logOf, logText } from './log.ts'

const input = sampleValidationInput({ specialists: 1 })

function courseOf(recorded: readonly Recorded[]): ValidationCourse {
  const folded = recorded.reduce<Folding>(after, beginning(registered(validation)))
  return folded.course ?? expect.fail()
}

const surveyed = (tree: string): Event => judged('survey', 'pass', { data: { tree, inapplicable: [] } })
const failing = judged('unit-test.check', 'fail', {
  data: checkedOf('t1', [failureOf('trims', { message: 'No.\n## Fix Request' })]),
})
const oneFailure: readonly Event[] = [
  surveyed('t1'),
  failing,
  begun('unit-test.report'),
  answered('unit-test.report', 'AK'),
  begun('unit-test.fix'),
  answered('unit-test.fix', 'FD', { message: 'Trimmed.', commit: 'c1', changed: ['src/a.js'] }),
  judged('unit-test.check', 'pass', { data: checkedOf('t2') }),
  surveyed('t2'),
]

test('the log of one failure that is fixed, as the seed has it', () => {
  proves('VAL-98', 'VAL-99', 'VAL-100', 'VAL-101')
  const course = courseOf(journalOf(input, oneFailure))
  const text = logMarkdown(logOf(course))
  expect(
    text.startsWith(`## Full Communication Log: Feature #42

**Issue**: #42 - feature/slugs
**Started**: 2026-11-21 10:00:00
**Completed**: 2026-11-21 10:08:00
**Total Duration**: 00:08:00
**Total Messages**: ${course.messages.length}
**Total Iterations**: 2

---

### Chronological Message Log

**[2026-11-21 10:00:00]** @validation-orchestrator → @all: Status change
- Message ID: None
- Summary: `),
  ).toBe(true)
  expect(text).toContain(
    '\n**[2026-11-21 10:02:00]** @validation-orchestrator → @feature-implementer-main: Failure report\n- Message ID: VFR-42-unit-test-1\n- Summary: ',
  )
  expect(
    text.endsWith(`### Communication Statistics

**Total Messages**: ${course.messages.length}
**Failure Reports**: 1
**Fix Requests**: 1
**Fix Completions**: 1
**Re-validation Triggers**: 1
**Re-validation Results**: 1
**Success Notifications**: 1

**Iterations**: 2 (1 initial + 1 retry)
**Outcome**: Success (all validations passed)
`),
  ).toBe(true)
})

test('a request is acknowledged once, when the turn that has it begins, and before its completion', () => {
  proves('VAL-12')
  const again: readonly Event[] = [
    ...oneFailure.slice(0, 5),
    failed('unit-test.fix', 'interrupted'),
    begun('unit-test.fix'),
  ]
  const course = courseOf(journalOf(input, [...again, ...oneFailure.slice(5)]))
  const received = course.messages.flatMap(({ record: { kind, body } }) =>
    kind === 'acknowledgement' && 'message' in body ? [body.message] : kind === 'fix-completion' ? ['done'] : [],
  )
  expect(received).toEqual(['VFR-42-unit-test-1', 'FIXREQ-42-1', 'done', 'FIXDONE-42-1'])
})

test('every message and every change has one entry, counted without a gap, in the order of time', () => {
  proves('VAL-52', 'VAL-94', 'VAL-95', 'VAL-96', 'VAL-106')
  // The wall clock is set back while the run goes on.
  const recorded = journalOf(input, oneFailure, [0, 1, 2, 3, 1, 1, 2, 9, 10])
  const { messages } = courseOf(recorded)
  expect(messages.map(({ entry }) => entry.id.split('-').at(-1))).toEqual(messages.map((_, at) => `${at + 1}`))
  const times = messages.map(({ entry }) => entry.timestamp)
  expect(times).toEqual(times.toSorted())
  // After any event what is shown is the status of the last change that was told.
  for (const [at] of recorded.entries()) {
    const folded = recorded.slice(0, at + 1).reduce<Folding>(after, beginning(registered(validation)))
    const state = validation.abstract === undefined ? null : (folded.fold.kernel?.state as ValidationState)
    const change = folded.course?.messages.findLast(
      ({ specialist, record: { kind } }) => specialist !== null && kind === 'status-change',
    )
    if (state === null || state.kind === 'over' || change === undefined) continue
    expect(state.specialists[0]?.status).toBe(change.entry.after)
  }
  expect(entryMarkdown(messages[1]?.entry ?? expect.fail())).toBe(`## Communication Log Entry

**Entry ID**: LOG-42-0-2
**Timestamp**: 2026-11-21 10:01:00

**Participants**:
- Sender: @validation-orchestrator
- Recipient: @all

**Message Type**: Status change
**Message ID**: None

**Summary**: unit-test: PENDING → IN_PROGRESS. It starts.

**Status Before**: PENDING
**Status After**: IN_PROGRESS

**Iteration**: 0/5
`)
})

test('an entry that is rendered and read again is the same, whatever texts it holds', () => {
  proves('VAL-94')
  const entry = fc.record({
    ...{ schema: fc.constant(1 as const), id: anyText, timestamp: anyText, sender: anyText, recipient: anyText },
    ...{ what: anyText, message: anyText, summary: anyText, iteration: fc.nat(), max: fc.nat() },
    ...{ before: fc.constantFrom(...statuses), after: fc.constantFrom(...statuses) },
  })
  fc.assert(
    fc.property(entry, (each) => {
      expect(readEntry(entryMarkdown(each))).toEqual(each)
    }),
  )
})

test('the log can be made at any moment, and each of its figures is what it holds', () => {
  proves('VAL-97', 'VAL-98', 'VAL-100')
  const recorded = journalOf(input, oneFailure)
  for (let count = 1; count <= recorded.length; count += 1) {
    const course = courseOf(recorded.slice(0, count))
    const text = logText(course)
    expect(text.split('\n').filter((line) => line === '## Communication Log Entry')).toHaveLength(
      course.messages.length,
    )
    const reports = course.messages.filter(({ record: { kind } }) => kind === 'failure-report').length
    expect(text).toContain(`**Failure Reports**: ${reports}\n`)
    for (const { entry } of course.messages) expect(entry.summary).not.toMatch(/\n/)
  }
  expect(logText(courseOf(recorded.slice(0, 3)))).toContain('**Completed**: None\n')
})

/** A store that has this one run. */
function archive(recorded: readonly Recorded[], folder: string | null = null) {
  const view = {
    ...{ run: 'val-1', protocol: 'validation', version: 1, subject: null, documents: [], status: 'running' as const },
    ...{
      parent: null,
      startedAt: '',
      lastAt: '',
      events: recorded.length,
      input: JSON.parse(JSON.stringify({ ...input, folder })),
    },
    ...{ open: [], state: {}, asksLeft: null, budgets: [], outcome: null, summary: null, reasons: [], commit: null },
    delivered: null,
  }
  return archiveOf(
    {
      runs: () => [view],
      run: () => view,
      events: (_run, since = 0) => recorded.slice(since),
      blob: () => new Uint8Array(),
      dropped: () => [],
    },
    [registered(validation)],
  )
}

test('log and messages lie in the folder of the issue, and each message file is the message', () => {
  proves('VAL-102')
  const files = archive(journalOf(input, oneFailure)).latest('feature/slugs')
  const folder = '.claude-collective/validation/issue-42'
  const paths = files.map(({ path }) => path)
  expect(paths).toContain(`${folder}/communication-log.md`)
  expect(paths).toContain(`${folder}/messages/VFR-42-unit-test-1.md`)
  expect(new Set(paths).size).toBe(paths.length)
  for (const { path, form } of files) {
    if (form.kind !== 'whole' || path.endsWith('communication-log.md')) continue
    const message = readMessage(form.content)
    expect(message?.header).toMatchObject({ id: path.slice(path.lastIndexOf('/') + 1, -3) })
  }
  const elsewhere = archive(journalOf(input, oneFailure), 'docs/implementation').latest('feature/slugs')
  expect(elsewhere.map(({ path }) => path)).toContain('docs/implementation/issue-42/communication-log.md')
})

test('a run without an issue has the run’s number, marked as that', () => {
  proves('VAL-46')
  const course = courseOf(journalOf(input, oneFailure))
  const unnumbered = { ...course, input: { ...input, issue: { number: 7, of: 'run' as const } } }
  expect(logMarkdown(logOf(unnumbered))).toContain(
    '**Issue**: #7 - feature/slugs (number of the run, for no issue was given)',
  )
  expect(() => validation.input.parse({ ...input, issue: { number: 0, of: 'person' } })).toThrow()
})
