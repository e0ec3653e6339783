/** A specialist that is Sigma's own run of the project's tests, with coverage where a threshold is set (VAL-07). */
import { matches } from '@sigma/engine'
import {
  describe,
  emptyFolder,
  faultRule,
  listed,
  openBench,
  reaches,
  readable,
  scopeOf,
  summarize,
  type TestRun,
  type Tools,
} from '@sigma/measuring'
import type { Finding } from '@sigma/protocol'
import type { Checked } from '../machine/found.ts'
import type { SpecialistParameters } from '../machine/gate-parameters.ts'
import type { ByTests } from '../specialist-settings.ts'
import { type Found, type Seen, unable } from './seen.ts'

interface Work extends SpecialistParameters {
  readonly tools: Tools
  readonly commit: string
  readonly signal: AbortSignal
}

export async function tests({ files }: ByTests, work: Work): Promise<Seen> {
  const { tools, project, commit, base, coverage: wanted, signal } = work
  await using bench = await openBench(tools, project, { commit }, signal)
  const chosen = bench.testFiles.filter((path) => matches(path, files))
  const scope = wanted === 0 ? null : await scopeOf(tools.checkouts, bench, base === commit ? null : base, commit)
  const folder = await emptyFolder(bench.checkout.scratch, 'coverage')
  const covering = scope === null || scope.files.length === 0 ? {} : { coverage: folder.path, covering: scope.files }
  const run = await bench.run({ files: chosen, ...covering })
  const by = { files: chosen.slice(), exit: run.exit, durationMs: run.durationMs, output: run.output ?? null }
  const { unjudged } = readable(run, 'at the commit that is validated')
  if (unjudged.length > 0) return unable(by, ...unjudged)
  const failures = [...failuresOf(run), ...goneFrom(run, work.failedBefore)]
  const examined = [{ what: 'tests', count: run.tests.filter(hasRun).length }]
  if (scope === null) return { failures, examined, coverage: null, unjudged: [], by }
  const thresholds = { lines: wanted, functions: wanted, branches: wanted, statements: wanted }
  const measured = await summarize(bench, folder, scope)
  const { refused, unjudged: unknown } = reaches(thresholds, measured)
  const tree = await tools.checkouts.treeHash(commit)
  return {
    failures: [
      ...failures,
      ...refused.map((finding) => uncovered(finding, measured.kind === 'measured' ? measured.files : [])),
    ],
    examined,
    coverage: coverageOf(measured, tree),
    // Tests that fail are a judgement by themselves, whatever kept their coverage from being measured.
    unjudged: failures.length > 0 ? [] : unknown,
    by,
  }
}

const hasRun = ({ state }: TestRun['tests'][number]): boolean => state === 'passed' || state === 'failed'

/** Where nothing of the change is to be covered, nothing is missing. */
function coverageOf(result: Awaited<ReturnType<typeof summarize>>, tree: string): Checked['coverage'] {
  if (result.kind === 'unknown') return null
  if (result.kind === 'nothing') return { lines: 100, functions: 100, branches: 100, statements: 100, tree }
  const { lines, functions, branches, statements } = result.totals
  return {
    lines: lines.pct,
    functions: functions.pct,
    branches: branches.pct,
    statements: statements.pct,
    tree,
  }
}

function uncovered({ rule, message, remedy }: Finding, files: readonly string[]): Found {
  const file = files.length === 1 ? (files[0] ?? '') : ''
  return { kind: 'coverage', file, name: rule, message, line: null, severity: 'medium', suggestion: remedy }
}

function failuresOf({ tests: cases, faults, focused }: TestRun): readonly Found[] {
  const failing = cases.filter(({ state, failure }) => state === 'failed' && failure?.kind !== 'subtests')
  return [
    ...faults.map(
      ({ kind, file, message }): Found => ({
        ...own,
        file,
        name: faultRule[kind],
        message,
        line: null,
        suggestion: 'Make the file run to its end: what is behind it is not tested.',
      }),
    ),
    ...failing.map(
      (test): Found => ({
        ...own,
        file: test.file,
        name: test.names.join(' > '),
        message: describe(test),
        line: test.line > 0 ? test.line : null,
        suggestion: 'Make the code do what the test expects; the test itself stays as it is unless it is wrong.',
      }),
    ),
    ...(focused.length === 0 ? [] : [onlyFocused(focused)]),
  ]
}

/** Tests that failed before, and are not there any more, or do not run: nothing shows that what they found is mended. */
function goneFrom({ tests: cases }: TestRun, before: SpecialistParameters['failedBefore']): readonly Found[] {
  return before.flatMap(({ file, name }): readonly Found[] => {
    const now = cases.filter((test) => test.file === file && test.names.join(' > ') === name)
    if (now.some(hasRun)) return []
    const message = `The test failed before, and ${now.length === 0 ? 'is not there any more' : 'does not run any more'}.`
    return [{ ...own, file, name, message, line: null, suggestion: 'Put the test back, and mend what it found.' }]
  })
}

const own = { kind: 'test', severity: 'high' } as const

const onlyFocused = (places: readonly string[]): Found => ({
  ...own,
  file: '',
  name: 'only-focused',
  message: `\`only\` keeps the other tests from running: ${listed(places)}.`,
  line: null,
  suggestion: 'Take `only` away; the whole suite has to run.',
})
