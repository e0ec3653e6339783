import { expect, test } from 'vitest'
import { accepting, type BranchReport, nothingJudged, type ReportedFinding } from './report.ts'
import { summaryText } from './summary.ts'
import { branchText } from './text.ts'

const finding = (weight: ReportedFinding['weight'], rule: string): ReportedFinding => ({
  weight,
  rule,
  message: `test/a.test.js › adds | subtracts: what ${rule} saw.`,
  remedy: 'Write a test.',
  file: 'test/a.test.js',
  line: 3,
  endLine: 3,
})

const measures = { files: ['src/a.js'], unread: [], tokens: 40, copies: [], worst: null, cognitive: 2, duplicated: 0 }
const count = { total: 10, covered: 8, skipped: 0, pct: 80 }

const report: BranchReport = {
  verdict: 'fail',
  base: { ref: 'origin/main', commit: 'b'.repeat(40) },
  head: { commit: 'a'.repeat(40), branch: 'add-discounts' },
  isNothing: false,
  isConfigured: true,
  confinedBy: 'bubblewrap 0.8.0',
  durationMs: 12_300,
  runner: 'node:test v24.1.0',
  tests: { total: 14, passed: 12, failed: 1, skipped: 1, failedBefore: 1, fresh: 2, failingWithout: 1 },
  coverage: { covered: 8, total: 10, totals: { lines: count, functions: count, branches: count, statements: count } },
  measures: { of: 'implementation', before: { ...measures, decisions: 2 }, after: { ...measures, decisions: 4 } },
  files: { source: 1, tests: 2, others: 0 },
  findings: [
    finding('notice', 'third-rule'),
    finding('refused', 'first-rule'),
    { ...finding('warning', 'second-rule'), file: 'src/a.js', line: 4, endLine: 9 },
  ],
}

test('in lines, what refuses comes first, and what was measured stands below', () => {
  expect(branchText(report)).toMatchInlineSnapshot(`
    "✗ first-rule  test/a.test.js:3
      test/a.test.js › adds | subtracts: what first-rule saw.
      way out: Write a test.
    ! second-rule  src/a.js:4-9
      test/a.test.js › adds | subtracts: what second-rule saw.
      way out: Write a test.
    · third-rule  test/a.test.js:3
      test/a.test.js › adds | subtracts: what third-rule saw.

    change    1 source file, 2 test files, 0 others
    tests     12 passed, 1 failed, 1 of them at the base already, 1 skipped (node:test v24.1.0; sandboxed (bubblewrap 0.8.0))
    demands   2 new or changed tests, of which 1 fails without the change
    coverage  8 of 10 changed lines run by tests (80 %)
    measures  2 → 4 decisions, cognitive complexity 2, 0 duplicated tokens in the source files that differ
    ✗ fail  add-discounts against origin/main (bbbbbbbbbb), 12s"
  `)
  expect(branchText({ ...report, ...nothingJudged, findings: [], isNothing: true })).toBe(
    '✓ nothing to judge: add-discounts against origin/main (bbbbbbbbbb) holds no change',
  )
})

test('in a pull request, as Markdown', () => {
  expect(summaryText(report)).toMatchInlineSnapshot(`
    "### ❌ The gates refuse this branch

    <code>add-discounts</code> at <code>aaaaaaaaaa</code> against <code>origin/main</code>, from <code>bbbbbbbbbb</code>

    | | |
    | --- | --- |
    | change | 1 source file, 2 test files, 0 others |
    | tests | 12 passed, 1 failed, 1 of them at the base already, 1 skipped (node&#58;test v24.1.0; sandboxed (bubblewrap 0.8.0)) |
    | demands | 2 new or changed tests, of which 1 fails without the change |
    | coverage | 8 of 10 changed lines run by tests (80 %) |
    | measures | 2 → 4 decisions, cognitive complexity 2, 0 duplicated tokens in the source files that differ |

    - **first-rule** <code>test/a.test.js&#58;3</code>: test/a.test.js › adds &#124; subtracts&#58; what first-rule saw.
      <br>*Write a test.*

    #### Warnings

    - **second-rule** <code>src/a.js&#58;4-9</code>: test/a.test.js › adds &#124; subtracts&#58; what second-rule saw.
      <br>*Write a test.*

    <details><summary>Notices</summary>

    - **third-rule** <code>test/a.test.js&#58;3</code>: test/a.test.js › adds &#124; subtracts&#58; what third-rule saw.

    </details>

    "
  `)
  expect(summaryText({ ...report, findings: [], verdict: 'pass' })).not.toMatch(/####|details/)
})

test('more findings than anybody reads are counted', () => {
  const many = Array.from({ length: 40 }, () => finding('warning', 'second-rule'))
  expect(branchText({ ...report, findings: many })).toContain(
    '! … and 20 more; all are in: sigma gates --base … --json',
  )
  expect(summaryText({ ...report, findings: many })).toContain('- … and 10 more')
})

test('what is accepted is told, and refuses nothing any more; what cannot be told still blocks', () => {
  const refused = { rule: 'first-rule', message: 'a is gone.', remedy: 'r', place: null, weight: 'refused' } as const
  const judged = { ...nothingJudged, verdict: 'fail' as const, findings: [refused] }
  expect(accepting(judged, ['first-rule'])).toMatchObject({
    verdict: 'pass',
    findings: [{ weight: 'warning', message: 'Accepted: a is gone.' }],
  })
  expect(accepting(judged, ['other-rule']).verdict).toBe('fail')
  const unknown = { ...judged, findings: [{ ...refused, weight: 'unjudged' as const }] }
  expect(accepting(unknown, ['first-rule']).verdict).toBe('unknown')
})
