/**
 * The baseline: the suite at the commit that the run begins from, before any work. What fails there is run once more, alone in its
 * files, so that flaky tests are known as such; causes tell what a checkout lacks. Later gates compare with this, and hold none of
 * it against anybody.
 */

import type { Cause, Fault, TestCase, TestRun } from '@sigma/measuring'
import {
  againOf,
  all,
  bounded,
  cannotJudge,
  checksBefore,
  dataOfStanding,
  describe,
  diagnose,
  type Flake,
  faultRule,
  flakesOf,
  flakyIds,
  listed,
  noReasons,
  openBench,
  type Reasons,
  readable,
  refuse,
  runAgain,
  scopeText,
  settingOf,
  type Tools,
  within,
} from '@sigma/measuring'
import type { Check, Finding, JsonObject } from '@sigma/protocol'
import type { BaselineFound, BaselineParameters } from '../machine/gate-parameters.ts'
import { keepEvidence } from './evidence.ts'
import { unknownReplaces } from './meant.ts'
import type { Measured } from './measured.ts'

export async function baseline(
  tools: Tools,
  check: Check,
  { project, replaces = [] }: BaselineParameters,
  signal: AbortSignal,
): Promise<Measured> {
  const { commit } = check
  await using bench = await openBench(tools, project, { commit }, signal)
  const run = await bench.suite()
  const failing = { files: filesOf(run), ids: troubledIn(run) }
  const again =
    run.problem !== null || failing.files.length === 0
      ? null
      : await runAgain(tools, project, { commit, files: failing.files }, signal)
  const flakes = again === null || again.problem !== null ? [] : flakesOf(within(run, failing.files), again)
  const knownFlaky = flakyIds(flakes, run, ...(again === null ? [] : [again]))
  const after: TestRun = { ...run, knownFlaky, head: commit }
  const steady = failing.ids.filter((id) => !after.knownFlaky?.includes(id))
  const failed = { commit, bench, run, ...(again !== null && { steady: new Set(steady) }) }
  const causes = steady.length === 0 ? [] : await diagnose(tools, project, failed, { signal })
  const reasons = all(
    readable(run, 'at the commit that the run begins from'),
    run.problem === null ? judge(after, causes, new Set(steady)) : noReasons,
    run.problem === null
      ? cannotJudge(...unknownReplaces(replaces, run, await tools.checkouts.files(commit)))
      : noReasons,
  )
  const checks = run.problem === null ? await checksBefore(tools, project, commit, signal) : []
  const evidence = await keepEvidence(tools, check, bench, {
    from: null,
    before: null,
    after,
    again: again === null ? null : againOf({ run: again, files: failing.files }, flakes),
    ...(checks.length > 0 && { checks }),
  })
  const stand = checks.map(({ command, stands, why }) => ({ command, stands, why }))
  const data = {
    ...dataOf(after, steady, flakes, causes),
    ...(run.problem === null && { suite: scopeText(project, run) }),
    ...(stand.length > 0 && { checksBefore: stand }),
  }
  return { reasons, evidence, data }
}

/** Files in which something failed. */
const filesOf = ({ tests, faults }: TestRun): readonly string[] => [
  ...new Set([
    ...tests.filter(({ state }) => state === 'failed').map(({ file }) => file),
    ...faults.map(({ file }) => file),
  ]),
]

const isFailed = ({ state, failure }: TestCase): boolean => state === 'failed' && failure?.kind !== 'subtests'

/** Ids of tests that fail, and files that cannot be run whole. */
const troubledIn = ({ tests, faults }: TestRun): readonly string[] => [
  ...new Set([...faults.map(({ file }) => file), ...tests.filter(isFailed).map(({ id }) => id)]),
]

function judge(run: TestRun, causes: readonly Cause[], steady: ReadonlySet<string>): Reasons {
  const hasRun = run.tests.some(({ state }) => state === 'passed' || state === 'failed')
  const leftOut = (run.leftOut ?? []).map(({ file }) => file)
  const canBegin = hasRun || run.faults.length + leftOut.length === 0
  const wayOut = (id: string): string => remedyOf(id, causes) ?? (canBegin ? apart : first)
  const told = refuse(
    ...run.faults.filter(({ file }) => steady.has(file)).map((fault) => oldFault(fault, wayOut(fault.file))),
    ...run.tests
      .filter((test) => isFailed(test) && steady.has(test.id))
      .map((test) => oldFailure(test, wayOut(test.id))),
  )
  if (canBegin) return told
  return { refused: [], unjudged: [noTestRuns(run, leftOut), ...told.refused] }
}

const apart = 'Repair it apart from this run, or let the run go on with it as it is.'
const first = 'Repair it and commit that, then begin a new run.'

const oldFailure = (test: TestCase, remedy: string): Finding => ({
  rule: 'old-failure',
  message: `${test.id} fails already: ${describe(test)}`,
  remedy,
})

const oldFault = ({ file, kind, message }: Fault, remedy: string): Finding => ({
  rule: 'old-fault',
  message: `${file} cannot be run whole already (${faultRule[kind]}): ${message}`,
  remedy,
})

/** Null: no cause is known. */
function remedyOf(id: string, causes: readonly Cause[]): string | null {
  const its = causes.filter(({ tests }) => tests.includes(id))
  if (its.length === 0) return null
  const likely = its.every(({ shown }) => shown === 'trial') ? 'needs' : 'seems to need'
  const what = its.map(({ needs }) => needs).join(', and ')
  const commands = its.filter(({ gives }) => gives === undefined).map(({ setting }) => setting)
  return `It ${likely} ${what}: ${[...commands, settingOf(its) ?? []].flat().join('; ')}.`
}

function noTestRuns({ faults }: TestRun, leftOut: readonly string[]): Finding {
  const isLeftOut = faults.length === 0
  return {
    rule: 'no-test-runs',
    message: isLeftOut
      ? `The test runner leaves out every file that \`tests.files\` takes in: ${listed(leftOut)}.`
      : `Not one test comes to be run: ${listed([...new Set(faults.map(({ file }) => file))])}.`,
    remedy: isLeftOut
      ? 'Set `tests.files` in sigma.config.json to the files that the configuration of the test runner takes in.'
      : 'Put right what keeps these files from being run, and commit that; `sigma doctor` then tries them.',
  }
}

/** Not more than people read; the evidence has them all. */
const most = 50

function dataOf(
  run: TestRun,
  steady: readonly string[],
  flakes: readonly Flake[],
  causes: readonly Cause[],
): JsonObject {
  const count = (state: TestCase['state']): number => run.tests.filter((test) => test.state === state).length
  const named = (ids: readonly string[]): readonly string[] => ids.slice(0, most).map((id) => bounded(id, 200))
  const found: BaselineFound = {
    failing: steady.length,
    flaky: named(flakes.map(({ id }) => id)),
    leftOut: (run.leftOut ?? []).slice(0, most).map((each) => ({ ...each })),
  }
  return {
    ...found,
    tests: run.tests.length,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped') + count('todo'),
    exitCode: run.exit,
    durationMs: run.durationMs,
    ...dataOfStanding(run),
    failedBefore: named(steady),
    causes: causes.slice(0, most).map(({ tests, ...cause }) => ({ ...cause, tests: named(tests) })),
  }
}
