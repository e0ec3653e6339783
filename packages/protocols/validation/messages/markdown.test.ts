import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleValidationInput } from '../machine/sample.ts'
import { minute, PlayedValidation } from '../testing/played.ts'
import { anyRecordOf, recordKinds } from '../testing/records.ts'
import { forms } from './forms.ts'
import { messageMarkdown, readMessage } from './markdown.ts'

test.each(recordKinds)('%s: what is rendered and read again is the same record, whatever texts it holds', (kind) => {
  proves('VAL-22', 'VAL-27', 'VAL-28', 'VAL-29', 'VAL-30')
  fc.assert(
    fc.property(anyRecordOf(kind), (record) => {
      const markdown = messageMarkdown(record)
      expect(readMessage(markdown)).toEqual(record)
      const { heading, sections } = forms[kind]
      const headings = markdown.split('\n').filter((line) => /^#{1,6} /.test(line))
      expect(headings).toEqual([`## ${heading}`, ...sections.map(([title]) => `### ${title}`)])
      expect(markdown.split('\n').filter((line) => line === '---')).toHaveLength(sections.length > 0 ? 2 : 0)
    }),
    { numRuns: 60 },
  )
})

test('a message that was changed by hand is read as none', () => {
  proves('VAL-28')
  const markdown = messageMarkdown(report())
  for (const changed of [
    markdown.replace('High', 'Highest'),
    markdown.replace('### Suggested Fixes\n', ''),
    markdown.replace('**From**: @validation-orchestrator\n', ''),
    markdown.replace('---', '----'),
    `${markdown}\nmore\n`,
    markdown.replace('**Sent by**: Validation Orchestrator', '**Sent by**: Somebody'),
  ]) {
    expect(changed).not.toBe(markdown)
    expect(readMessage(changed)).toBeNull()
  }
})

const played = (): PlayedValidation => new PlayedValidation(sampleValidationInput({ specialists: 1 })).surveyed()

function report() {
  const [found] = played().failing('unit-test', 'trims').kinds('failure-report')
  return found ?? expect.fail()
}

test('a failure report has exactly the form of the seed', () => {
  proves('VAL-33', 'VAL-34')
  expect(messageMarkdown(report())).toBe(`## Validation Failure Report

**Message ID**: VFR-42-unit-test-1
**From**: @validation-orchestrator
**To**: @feature-implementer-main
**Timestamp**: 2026-11-21 10:15:00
**Priority**: High

---

### Failure Summary
**Feature**: #42
**Specialist**: unit-test
**Iteration**: 1/5

### Detailed Failures
**New**:

1. **Name**: trims
   - **Kind**: test
   - **File**: test/slugs.test.js
   - **Line**: 3
   - **Severity**: high
   - **Suggestion**: 
   - **Error**:
     > trims fails.

**Persisting**:

None

**Resolved**:

None

### Suggested Fixes
None

### Actions Required
- Acknowledge this report.
- Fix the failures once the fix is requested.

---

**Sent by**: Validation Orchestrator (recursive-communicator skill)
`)
})

/** One message of each type, from runs that came to it. */
function told(): ReadonlyMap<string, string> {
  const spent = played().failing('unit-test', 'a')
  for (const _ of [1, 2]) spent.mends('unit-test').failing('unit-test', 'a')
  spent.decides('unit-test', 'extend').mends('unit-test').passing('unit-test')
  const late = played().waits(30 * minute)
  const broken = played().fails('unit-test.check')
  const all = [spent, late, broken].flatMap(({ heard }) => heard.map(({ record }) => record))
  return new Map(all.map((record) => [record.kind, messageMarkdown(record)]))
}

test('the seven types have their ids, directions, priorities, sections and closing lines', () => {
  proves('VAL-26', 'VAL-31', 'VAL-32')
  const rows = [
    [
      'failure-report',
      'Validation Failure Report',
      'VFR-42-unit-test-3',
      '@validation-orchestrator',
      '@feature-implementer-main',
      'High',
      'Failure Summary; Detailed Failures; Suggested Fixes; Actions Required',
      '',
    ],
    [
      'fix-request',
      'Fix Request',
      'FIXREQ-42-3',
      '@validation-orchestrator',
      '@feature-implementer-main',
      'High',
      'Request Summary; Failures to Fix; Suggested Approach; Expected Outcome',
      '**Awaiting**: Fix completion signal\n',
    ],
    [
      'fix-completion',
      'Fix Completion',
      'FIXDONE-42-3',
      '@feature-implementer-main',
      '@validation-orchestrator',
      'High',
      'Completion Summary; Fixes Applied; Files Modified; Ready for Re-validation',
      '',
    ],
    [
      'revalidation-trigger',
      'Re-validation Trigger',
      'REVAL-42-unit-test-4',
      '@validation-orchestrator',
      '@unit-test',
      'High',
      'Re-validation Request; Iteration; Previous Failures; Fixes Applied; Expected Outcome',
      '',
    ],
    [
      'revalidation-result',
      'Re-validation Result',
      'REVALRES-42-unit-test-4',
      '@unit-test',
      '@validation-orchestrator',
      'High',
      'Result Summary; Details; Failure Details (if FAIL); Next Action',
      '',
    ],
    [
      'success',
      'Validation Success',
      'SUCCESS-42-unit-test-4',
      '@validation-orchestrator',
      '@feature-implementer-main',
      'Medium',
      'Success Summary; Final Status; Next Phase',
      '',
    ],
    [
      'escalation',
      'Escalation: Unresolvable Issue',
      'ESC-42-unit-test-20261121T101500Z',
      '@validation-orchestrator',
      '@feature-implementer-main / User',
      'Critical',
      'Escalation Summary; Persistent Failures; Iteration History; Recommended Actions',
      '**Awaiting**: User Decision\n',
    ],
  ] as const
  const senders: Readonly<Record<string, string>> = {
    'fix-completion': 'Feature Implementer Main Agent',
    'revalidation-result': 'unit-test',
  }
  const messages = told()
  for (const [kind, heading, id, from, to, priority, sections, awaiting] of rows) {
    const markdown = messages.get(kind) ?? ''
    expect(markdown).toContain(
      `## ${heading}\n\n**Message ID**: ${id}\n**From**: ${from}\n**To**: ${to}\n**Timestamp**: 2026-11-21 10:15:00\n**Priority**: ${priority}\n\n---\n`,
    )
    expect(markdown.split('\n').flatMap((line) => (line.startsWith('### ') ? [line.slice(4)] : []))).toEqual(
      sections.split('; '),
    )
    const sender = senders[kind] ?? 'Validation Orchestrator (recursive-communicator skill)'
    expect(markdown.endsWith(`\n---\n\n**Sent by**: ${sender}\n${awaiting}`)).toBe(true)
  }
})

test('what each of them says', () => {
  proves('VAL-35', 'VAL-36', 'VAL-37', 'VAL-38', 'VAL-39', 'VAL-40')
  const messages = told()
  const says = (kind: string, ...texts: readonly string[]): void => {
    for (const text of texts) expect(messages.get(kind)).toContain(text)
  }
  says('fix-request', 'for feature #42.', '\n1. **Name**: a', 'After fixes: All tests pass, coverage ≥0%')
  says(
    'fix-completion',
    'feature #42, iteration 3.',
    '\n1. Trimmed the names.',
    '\n- src/slugs.js\n',
    'Yes - please re-run unit-test.',
  )
  says('revalidation-trigger', 'Current: 4 / Max: 6', '1. **Name**: a', '- Trimmed the names.', '- New status: PASS')
  says('revalidation-result', '**Status**: PASS', 'All previous failures resolved.', 'Proceed to next phase')
  says(
    'success',
    'phase unit-test completed successfully after 4 iterations',
    'Total time: 00:00:00',
    'Proceeding to: ',
  )
  says(
    'escalation',
    '**Reason**: Deadlock',
    '**Iterations**: 3 of 5',
    '**Time**: 00:00:00',
    '| 3 | 1 | 0 | 1 | 0 |',
    '**Option**: manual',
    '**Option**: extend',
  )
  const failed = played().failing('unit-test', 'a').mends('unit-test').failing('unit-test', 'b', 'c')
  const [result] = failed.kinds('revalidation-result').map(messageMarkdown)
  for (const text of ['**Status**: FAIL', '2 failures remain.', '(iteration 3/5)']) expect(result).toContain(text)
})

test('reminders, errors and status changes have the forms of the seed', () => {
  proves('VAL-51', 'VAL-63', 'VAL-90', 'VAL-91')
  const messages = told()
  expect(messages.get('reminder')).toBe(`## Timeout Reminder

**Message ID**: TIMEOUT-42-validation-20261121T104500Z
**To**: @unit-test
**Elapsed**: 30:00
**Timeout**: 30:00

---

### Reminder
Operation [validation] has been running for 30:00.
Expected completion within 30:00.

**Current Status**: IN_PROGRESS (iteration 1/5)
**Action Required**: Complete operation or signal issue

**Escalation**: If no response within 05:00, will escalate to user.

---

**Sent by**: Validation Orchestrator (recursive-communicator skill)
`)
  expect(messages.get('error')).toMatch(
    /^## Error Notification\n\n\*\*Error ID\*\*: ERR-42-specialist-failure-20261121T101500Z\n\*\*Error Type\*\*: Specialist Failure\n\*\*From\*\*: @validation-orchestrator\n\*\*Context\*\*: check of unit-test\n\*\*Timestamp\*\*: 2026-11-21 10:15:00\n\n---\n\n### Error Details\n\*\*Error Message\*\*:[\s\S]*\*\*Stack Trace\*\*:[\s\S]*\*\*Context\*\*: [\s\S]*### Recovery Actions Attempted\n1\. Ran the specialist once more\.\n\n### Current Status\n\*\*Recovered\*\*: No\n\*\*Next Action\*\*: try again\n\n---\n\n\*\*Sent by\*\*: /,
  )
  expect(messages.get('status-change')).toMatch(
    /^## Status Change\n\n\*\*Entity\*\*: .+\n\*\*Previous Status\*\*: [A-Z_]+\n\*\*New Status\*\*: [A-Z_]+\n\*\*Timestamp\*\*: 2026-11-21 10:15:00\n\*\*Reason\*\*: .+\n$/,
  )
})

test('messages without a form of their own have the general sections, and ids of type, issue, iteration and time', () => {
  proves('VAL-23', 'VAL-24')
  const general = ['failure-detected', 'acknowledgement', 'timeout', 'decision'] as const
  for (const kind of general) {
    const markdown = told().get(kind) ?? ''
    expect(markdown).toMatch(/\n\*\*Message ID\*\*: [A-Z]+-42-\d+-2026112\dT\d{6}Z(-unit-test)?(-\d+)?\n/)
    expect(markdown.split('\n').filter((line) => line.startsWith('### '))).toEqual([
      '### Summary',
      '### Details',
      '### Actions Required',
      '### Expected Response',
    ])
  }
})
