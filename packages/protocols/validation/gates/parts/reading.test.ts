import { expect, test } from 'vitest'
import { sampleValidationInput } from '../../machine/sample.ts'
import { type Found, findingsOf } from '../seen.ts'
import { typesTold } from './compiler.ts'
import { eslintTold, oxlintTold } from './linter-reports.ts'
import { toldBy } from './own-program.ts'
import { pagesIn } from './pages.ts'
import { without } from './parts.ts'

const run = (outcome: 'passed' | 'failed' | 'cannot-run', exit: number | null, printed = '') =>
  ({ command: 'x', outcome, why: null, exit, durationMs: 1, printed, isWhole: true }) as const
const project = { ...sampleValidationInput().project, folder: '', tests: ['test/**'], source: ['src/**'] }

test('of a compiler its findings are read, and which files of the project it read', () => {
  const files = new Set(['app/src/a.ts', 'app/src/b.ts'])
  const printed = `src/a.ts(3,5): error TS2322: It is wrong.
src/a.ts(3,5): error TS2322: It is wrong.
../elsewhere/x.ts(1,1): error TS1005: Not here.
app/src/a.ts
app/node_modules/typescript/lib/lib.es5.d.ts
app/src/b.ts`
  const told = typesTold(run('failed', 2, printed), { files, project: { ...project, folder: 'app' } })
  expect(told).toMatchObject({
    failures: [{ kind: 'type', file: 'app/src/a.ts', name: 'TS2322', message: 'It is wrong.', line: 3 }],
    examined: { count: 2 },
  })
  expect(told.failures).toHaveLength(1)
})

test.each([
  ["error TS18003: No inputs were found in config file 'tsconfig.json'.", 2, /TS18003/],
  ['', 1, /it ends with 1/],
])('a compiler that fails and finds nothing in a file could not judge: %j', (printed, exit, why) => {
  const { unjudged, failures } = typesTold(run('failed', exit, printed), { files: new Set(['a.ts']), project })
  expect([failures, unjudged[0]?.message]).toEqual([[], expect.stringMatching(why)])
})

const linted = (report: string | null) =>
  eslintTold({ run: run('failed', 1), report, files: new Set(['app/src/a.js', 'app/src/b.js']), folder: 'app' })

test('of ESLint errors are read, and files that it left out do not count as examined', () => {
  const messages = [
    { ruleId: 'no-eval', severity: 2, message: 'It is evil.', line: 4 },
    { ruleId: 'no-var', severity: 1, message: 'A warning.', line: 5 },
    { ruleId: null, severity: 2, message: 'Parsing error', line: 0 },
  ]
  const ignored = { ruleId: null, severity: 1, message: 'File ignored because of a matching ignore pattern.' }
  const report = [
    { filePath: '/gone/app/src/a.js', messages },
    { filePath: '/gone/app/src/b.js', messages: [ignored] },
  ]
  expect(linted(JSON.stringify(report))).toMatchObject({
    examined: 1,
    failures: [
      { file: 'app/src/a.js', name: 'no-eval', line: 4 },
      { file: 'app/src/a.js', name: 'not-parsed', line: null },
    ],
  })
  for (const nonsense of [null, '', '{}', '[{}]']) expect(linted(nonsense)).toBeNull()
})

test('of oxlint errors are read, and how many files it looked at', () => {
  const diagnostic = (severity: string) => ({
    ...{ message: 'It is evil.', code: 'eslint(no-eval)', severity, filename: 'src/a.js' },
    labels: [{ span: { offset: 1, length: 2, line: 2, column: 1 } }],
  })
  const printed = JSON.stringify({ diagnostics: [diagnostic('error'), diagnostic('warning')], number_of_files: 2 })
  const read = (text: string) =>
    oxlintTold({ run: run('failed', 1, text), report: null, files: new Set(['app/src/a.js']), folder: 'app' })
  expect(read(`${printed}\nand more`)).toMatchObject({
    examined: 2,
    failures: [{ kind: 'lint', file: 'app/src/a.js', name: 'eslint(no-eval)', line: 2 }],
  })
  expect(read(printed)?.failures).toHaveLength(1)
  for (const nonsense of ['', '{}', '{"diagnostics":[]}']) expect(read(nonsense)).toBeNull()
})

const wanted = {
  ...({ called: 'looking', program: 'secrets', kind: 'secret', what: 'files', suggestion: 's', remedy: 'r' } as const),
  job: () => null,
}
const finding = { ruleId: 'a', level: 'error', message: { text: 'It is one.' } }
const report = (results: readonly object[], examined: number | null = 3): string =>
  JSON.stringify({ version: '2.1.0', runs: [{ results, ...(examined !== null && { properties: { examined } }) }] })

test('a program of Sigma’s own passes only with a whole report, and fails only with findings', () => {
  expect(toldBy(run('passed', 0), report([]), wanted)).toMatchObject({
    failures: [],
    unjudged: [],
    examined: { count: 3 },
  })
  expect(toldBy(run('failed', 1), report([finding]), wanted)).toMatchObject({
    failures: [{ kind: 'secret', name: 'a', suggestion: 's' }],
    unjudged: [],
  })
})

test.each<[string, ReturnType<typeof run>, string | null]>([
  ['findings and 0', run('passed', 0), report([finding])],
  ['1 without findings', run('failed', 1), report([])],
  ['another exit', run('failed', 2, 'It broke.'), report([finding])],
  ['no report', run('passed', 0), null],
  ['no count', run('passed', 0), report([], null)],
  ['that it cannot run', run('cannot-run', null), report([])],
])('%s: nobody could judge', (_, ran, text) => {
  expect(toldBy(ran, text, wanted)).toMatchObject({
    failures: [],
    unjudged: [{ rule: 'specialist-cannot-run', remedy: 'r' }],
  })
})

test.each([
  ['accessibility', 'accessibility-failure'],
  ['complexity', 'complexity-failure'],
  ['dependency', 'dependency-failure'],
  ['lint', 'lint-failure'],
  ['secret', 'secret-failure'],
  ['type', 'type-failure'],
] as const)('a failure of the kind %s is told as %s', (kind, rule) => {
  const own = { file: 'a', name: 'n', message: 'm', line: 1, severity: 'high', suggestion: 's' } as const
  const seen = { failures: [{ kind, ...own }], examined: [], coverage: null, unjudged: [], by: null }
  expect(findingsOf(seen, 'e')).toEqual([{ rule, message: 'n in a: m', remedy: 's', evidence: 'e' }])
})

test('what was there before is taken off as often as it was there', () => {
  const found = (message: string, line: number): Found => ({
    ...{ kind: 'secret', file: 'a', name: 'n', message, line },
    ...{ severity: 'high', suggestion: '' },
  })
  const before = [found('one', 1), found('two', 2)]
  const now = [found('one', 9), found('one', 10), found('three', 1)]
  expect(without(now, before)).toEqual([found('one', 10), found('three', 1)])
})

test('evident pages are each index.html, those in public, and those that the change touches, but for tests and what programs wrote', () => {
  const files = ['index.html', 'public/a.html', 'docs/b.html', 'docs/c.html', 'site/index.html', 'site/d/e.htm']
  const others = ['test/index.html', 'coverage/index.html', 'src/index.ts']
  const look = {
    files: new Set([...files, ...others]),
    changed: ['docs/b.html', 'site/d/e.htm', 'src/index.ts'],
    project,
  }
  const named = (pages: ReturnType<typeof pagesIn>) => pages.map(({ root, path }) => `${root}|${path}`)
  const withoutTop = { ...look, files: new Set([...look.files].filter((path) => path !== 'index.html')) }
  expect(named(pagesIn(look, []))).toEqual([
    ...['|index.html', 'public|a.html', '|docs/b.html', '|site/index.html', '|site/d/e.htm'],
  ])
  expect(named(pagesIn(withoutTop, []))).toEqual(['public|a.html', '|docs/b.html', 'site|index.html', 'site|d/e.htm'])
  expect(named(pagesIn(look, ['docs/*']))).toEqual(['|docs/b.html', '|docs/c.html'])
})
