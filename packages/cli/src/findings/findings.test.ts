/** Findings of a run in the forms that other programs read: SARIF, and GitHub's annotations and summary. */
import type { Checker, Fault, RunFindings } from '@sigma/engine'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sarifFailures } from '../../../protocols/validation/gates/sarif.ts'
import { printable } from '../printable.ts'
import { commandIn, hostile, linesOf } from '../testing/github.ts'
import { sarifLog } from '../testing/sarif-log.ts'
import { annotationsOf } from './annotations.ts'
import { sarifOf } from './sarif.ts'
import { findingsSummary } from './summary.ts'

const part = fc.oneof(
  fc.stringMatching(/^[\w@ .%#?&+-]{1,8}$/),
  fc.string({ minLength: 1, maxLength: 4, unit: 'grapheme' }),
)
/** Names of files as git has them, as far as a reader of reports knows them. */
const file = fc
  .array(
    part.map((name) => name.replace(/[/\\\0]/g, '_').replace(/^\.+$/, 'dots')),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.join('/').toWellFormed())
const severity = fc.constantFrom<Fault['severity']>('critical', 'high', 'medium', 'low')
const fault: fc.Arbitrary<Fault> = fc.record({
  rule: fc.oneof(fc.constantFrom('no-eval', 'slugify > trims'), hostile),
  kind: fc.constantFrom('test', 'rule', 'coverage'),
  message: fc.oneof(fc.constantFrom('It is evil.'), hostile),
  file: fc.oneof(fc.constant(''), file),
  line: fc.option(fc.integer({ min: 1, max: 1e6 })),
  severity,
  remedy: hostile,
  fingerprint: fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 }),
})
const reason = fc.record({ rule: fc.string(), message: hostile, remedy: hostile })
const checker: fc.Arbitrary<Checker> = fc.oneof(
  fc.record({
    name: fc.stringMatching(/^[a-z][a-z0-9-]{0,10}$/),
    outcome: fc.constant('failed' as const),
    faults: fc.array(fault, { minLength: 1, maxLength: 6 }),
    reasons: fc.constant([]),
  }),
  fc.record({
    name: fc.stringMatching(/^[a-z][a-z0-9-]{0,10}$/),
    outcome: fc.constantFrom('passed' as const, 'unjudged' as const, 'skipped' as const, 'not-applicable' as const),
    faults: fc.constant([]),
    reasons: fc.array(reason, { maxLength: 3 }),
  }),
)
const findings: fc.Arbitrary<RunFindings> = fc.record({
  commit: fc.constant('0123456789abcdef0123456789abcdef01234567'),
  checkers: fc.array(checker, { maxLength: 5 }),
})

test('findings that are written as SARIF and read again are the same', () => {
  fc.assert(
    fc.property(findings, (given) => {
      const text = JSON.stringify(sarifOf({ run: 'r', findings: given }))
      const wanted = given.checkers.flatMap(({ faults }) => faults)
      expect(sarifFailures(text)).toEqual(
        wanted.map(({ rule, kind, message, file, line, severity }) => ({
          kind: 'rule',
          file,
          name: rule,
          message: message.toWellFormed() || rule || kind,
          line: file === '' ? null : line,
          severity: severity === 'critical' || severity === 'high' ? 'high' : 'medium',
          suggestion: '',
        })),
      )
    }),
  )
})

test('it is SARIF: a run for each that checks, and one that did not judge did not succeed', () => {
  fc.assert(
    fc.property(findings, (given) => {
      const { runs } = sarifLog.parse(JSON.parse(JSON.stringify(sarifOf({ run: 'r', findings: given }))))
      expect(runs).toHaveLength(given.checkers.length)
      for (const [at, { outcome, faults, reasons }] of given.checkers.entries()) {
        const run = runs[at] ?? expect.fail()
        const [invocation = expect.fail()] = run.invocations
        expect(invocation.executionSuccessful).toBe(outcome === 'passed' || outcome === 'failed')
        expect(invocation.toolExecutionNotifications).toHaveLength(reasons.length)
        expect(run.results.map(({ partialFingerprints }) => partialFingerprints['sigma/v1'])).toEqual(
          faults.map(({ fingerprint }) => fingerprint),
        )
        for (const { ruleId, ruleIndex } of run.results) expect(run.tool.driver.rules[ruleIndex]?.id).toBe(ruleId)
      }
    }),
  )
})

const at = { command: 'validate', run: 'validate-a', folder: '' }

test('each annotation is one command with its own place, whatever a finding says', () => {
  fc.assert(
    fc.property(findings, (given) => {
      for (const line of annotationsOf(given, at)) {
        expect(linesOf(line)).toHaveLength(1)
        const read = commandIn(line)
        expect(['error', 'warning', 'notice']).toContain(read?.name)
        expect(Object.keys(read?.properties ?? {}).every((key) => ['file', 'line', 'title'].includes(key))).toBe(true)
        expect(read?.properties['title']).toMatch(/^sigma validate/)
      }
    }),
  )
  const one: Fault = {
    ...{ rule: 'a,b:c', kind: 'rule', message: '100%\nof it', file: 'src/a.js', line: 3, severity: 'high' },
    ...{ remedy: 'Mend it.', fingerprint: 'f' },
  }
  const failed: Checker = { name: 'rules', outcome: 'failed', faults: [one], reasons: [] }
  expect(annotationsOf({ commit: 'c', checkers: [failed] }, { ...at, folder: 'app' })).toEqual([
    '::error file=app/src/a.js,line=3,title=sigma validate%3A rules%3A a%2Cb%3Ac::100%25%0Aof it%0AMend it.',
  ])
  const many: Checker = { ...failed, faults: Array.from({ length: 25 }, () => one) }
  const lines = annotationsOf({ commit: 'c', checkers: [many] }, at)
  expect(lines).toHaveLength(11)
  expect(lines.at(-1)).toBe('::notice title=sigma validate::15 more: sigma why validate-a --sarif has all.')
})

test('the summary says how each came out, and a finding in it is text', () => {
  const view = { run: 'validate-work-1', subject: 'work', outcome: 'escalated', status: 'ended' } as const
  fc.assert(
    fc.property(findings, (given) => {
      const text = findingsSummary(view, given)
      const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| --- '))
      expect(rows).toHaveLength(given.checkers.length + 1)
      expect(text.split('\n').filter((line) => line.startsWith('- ')).length).toBeLessThanOrEqual(31)
      const own = /<\/?code>|<br>|&#\d+;|\*\*|^- |\*(?=&|.)|\*$|\| |\|$| \||^### |<\/?details>/gm
      expect(printable(text.replace(own, ''))).not.toMatch(/[<>`[\]@]/)
    }),
  )
})
