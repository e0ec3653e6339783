/**
 * REFACTOR: still green. An implementation is tidied under the same tests; tests are tidied over the same source, and do
 * not become fewer (SIG-46).
 */
import type { Check, RefactorParameters } from '@sigma/protocol'
import { baselineRun, openBench, sortingOf, type Tools } from './bench.ts'
import { scopeOf } from './covered/scope.ts'
import { changesBetween, readEvidence, writeEvidence } from './evidence.ts'
import type { Measured } from './gates.ts'
import { all, noReasons, type Reasons, refuse } from './reasons.ts'
import type { TestRun } from './runners/test-run.ts'
import { dataOf, runSuite } from './suite.ts'
import { allPass, newlyFocused, newlySkipped, readable, untouched, vanished } from './verdicts.ts'

export async function refactor(
  tools: Tools,
  check: Check,
  parameters: RefactorParameters,
  signal: AbortSignal,
): Promise<Measured> {
  const { project } = parameters
  const changed = (await tools.checkouts.diff(parameters.before.commit, check.commit)).map(({ path }) => path)
  const before = await baselineRun(tools, project, parameters.before, signal)
  await using bench = await openBench(tools, project, { commit: check.commit }, signal)
  const base = readEvidence(tools.blobs, parameters.before)?.coverageBase ?? null
  const suite = await runSuite(bench, project, () => scopeOf(tools.checkouts, bench, base, check.commit))
  const reasons = all(
    readable(before, 'before the refactoring'),
    readable(suite.run, 'now'),
    before.problem === null && suite.run.problem === null ? stillGreen(parameters, before, suite.run) : noReasons,
    kept(parameters, changed),
    suite.covered,
  )
  const evidence = writeEvidence(tools.blobs, {
    gate: 'refactor',
    commit: check.commit,
    sourceFrom: null,
    ...(await changesBetween(tools, parameters.before.commit, check.commit)),
    before,
    after: suite.run,
    newTests: [],
    testFiles: await bench.hashes(bench.testFiles),
    sourceFiles: await bench.hashes(bench.sourceFiles),
    coverage: suite.coverage,
    coveredFiles: suite.coveredFiles,
    coverageBase: base,
  })
  return { reasons, evidence, data: { ...dataOf(suite), testsBefore: before.tests.length } }
}

function stillGreen({ of }: RefactorParameters, before: TestRun, run: TestRun): Reasons {
  const same = of === 'implementation'
  return all(
    allPass(run),
    same
      ? vanished(
          before.tests.map((test) => test.id),
          run,
          'before the refactoring',
        )
      : notFewer(before, run),
    newlySkipped(before, run),
    newlyFocused(before, run),
  )
}

/** Refactored tests may be named anew, so they are counted. */
function notFewer(before: TestRun, run: TestRun): Reasons {
  if (run.tests.length >= before.tests.length) return noReasons
  const now = new Set(run.tests.map((test) => test.id))
  const gone = before.tests.filter((test) => !now.has(test.id)).map((test) => test.id)
  return refuse({
    rule: 'fewer-tests',
    message: `There were ${before.tests.length} tests and are ${run.tests.length}; gone: ${gone.slice(0, 20).join(', ')}.`,
    remedy: 'Keep what every test asked for, if under another name.',
  })
}

function kept({ project, of }: RefactorParameters, changed: readonly string[]): Reasons {
  const { isTest, isSource, isGuarded } = sortingOf(project)
  const own =
    of === 'implementation'
      ? untouched(
          changed.filter(isTest),
          'test-changed',
          'Tests',
          'Put them back; this turn is about the implementation.',
        )
      : untouched(
          changed.filter(isSource),
          'source-changed',
          'Source files',
          'Put them back; this turn is about the tests.',
        )
  const guarded = changed.filter((path) => isGuarded(path) && !isTest(path))
  const remedy = 'Put them back as they were; they are a matter for a person.'
  return all(own, untouched(guarded, 'guarded-changed', 'Guarded files', remedy))
}
