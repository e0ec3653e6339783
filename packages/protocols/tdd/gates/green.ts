/**
 * GREEN: the tests that were RED pass, the whole suite passes, nothing of it vanished or is skipped, test and guarded
 * files are as RED left them, and coverage is reached (SIG-40 to SIG-42, DPTR-99); a second run says the same (SIG-52), and
 * without the implementation the new tests fail (SIG-43).
 */

import type { TestCase, TestRun } from '@sigma/measuring'
import {
  all,
  allPass,
  answering,
  asMeant,
  baselineRun,
  beginOpinion,
  benchesWithin,
  cannotJudge,
  concerning,
  dataOf,
  dataOfFlaky,
  dataOfOld,
  describe,
  type Evidence,
  isClean,
  isOddOneOut,
  knowing,
  lasting,
  lostInSource,
  namesState,
  never,
  newlyFocused,
  newlyLeftOut,
  newlySkipped,
  noOpinion,
  noReasons,
  nothingMeant,
  oneAfterAnother,
  openBench,
  type Reasons,
  readable,
  readEvidence,
  refuse,
  runSuite,
  runTakenBack,
  type SecondOpinion,
  type Suite,
  scopeOf,
  secondOpinion,
  sortingOf,
  suiteMsOf,
  type Tools,
  testFails,
  untouched,
  vanished,
  withFlakes,
  withoutFlakes,
} from '@sigma/measuring'
import { type Check, type Finding, isHeld, type JsonObject, type Project } from '@sigma/protocol'
import type { GreenParameters } from '../machine/gate-parameters.ts'
import { beginElsewhere, type Elsewhere, notElsewhere } from './elsewhere.ts'
import { keepEvidence } from './evidence.ts'
import { guardedUntouched } from './guarded.ts'
import { answersExamples, heldBack, heldExample, type Named, namedBehaviours } from './held-back.ts'
import type { Measured } from './measured.ts'
import { failTakenBack, notFalsified, type TakeBack } from './taken-back.ts'

export async function green(
  tools: Tools,
  check: Check,
  parameters: GreenParameters,
  signal: AbortSignal,
): Promise<Measured> {
  const { project } = parameters
  const red = readEvidence(tools.blobs, parameters.red)
  const seen = readEvidence(tools.blobs, parameters.before)?.after ?? red?.before
  const meant = red?.meant ?? null
  const first = seen ?? (await baselineRun(tools, project, parameters.before, signal))
  const earlier = answering(knowing(red?.after ?? {}, asMeant(first, meant ?? nothingMeant)), demandsIn(red))
  const base = parameters.before.commit
  const touched = all(
    await touchedSince(tools, parameters.red.commit, check.commit, parameters),
    await lostInSource(tools.checkouts, parameters.red.commit, check.commit, sortingOf(project)),
  )
  const newTests = red?.newTests ?? []
  const changed = (await tools.checkouts.diff(base, check.commit)).map(({ path }) => path)
  const mayPass = red !== null && earlier.problem === null && isClean(touched)
  const holding = demandsIn(red).map(({ file }) => file)
  await using bench = await openBench(tools, project, { commit: check.commit }, signal)
  const beside = benchesWithin(tools, bench)
  const named = await namedBehaviours(bench, demandsIn(red))
  const opinion = { bench, commit: check.commit, changed, holding, before: earlier }
  await using lanes = (tools.sideBySide ?? oneAfterAnother).open(project, bench.checkout, mayPass ? 4 : 1, signal)
  const measuring = lanes.first(() =>
    runSuite(bench, project, () => scopeOf(tools.checkouts, bench, base, check.commit)),
  )
  const sources = bench.sourceFiles.filter((file) => changed.includes(file))
  const elsewhere = beginElsewhere(
    beside,
    project,
    bench,
    {
      commit: check.commit,
      sources,
      files: [...new Set(holding)],
      among: concerning(opinion),
      isStateless: isStateless(tools, parameters),
      limitMs: patient(project, earlier),
    },
    lanes,
  )
  const early = elsewhere?.second ?? lanes.beside((signal) => beginOpinion(beside, project, opinion, signal))
  const taken = red === null ? null : tried(red, check)
  const back =
    taken === null
      ? never
      : lanes.beside((signal) => runTakenBack(beside, project, { ...taken, files: holding }, signal))
  const measured = await measuring
  const { problem } = measured.run
  const stands = problem === null && isClean(judge(earlier, red, measured, noOpinion(earlier), named))
  if (!stands) await lanes.quiet()
  const once = {
    ...{ ...opinion, run: measured.run, lanes, early: stands ? early : never },
    ...(stands && elsewhere !== null && { recorded: elsewhere.recorded }),
  }
  const second = mayPass && problem === null ? await secondOpinion(beside, project, once, signal) : noOpinion(earlier)
  const { flakes, run: twice } = second
  const odd = flakes.length > 0 && twice !== null ? { before: second.before, second: twice, flakes } : null
  const isOdd = async (): Promise<boolean> =>
    odd !== null && (await isOddOneOut(beside, project, { commit: check.commit }, odd, signal))
  // It may have failed only because others went on beside it.
  if (lanes.isOpen && !stands && (problem !== null || (await isOdd()))) {
    lanes.keepApart()
    return await green({ ...tools, sideBySide: oneAfterAnother }, check, parameters, signal)
  }
  const { before } = second
  const suite = { ...measured, run: knowing(before, measured.run) }
  const passing = all(
    readable(before, 'before RED'),
    readable(suite.run, 'now'),
    red === null ? cannotJudge(redUnknown(parameters.red.commit)) : noReasons,
    suite.run.problem === null ? judge(before, red, suite, second, named) : noReasons,
    second.reasons,
    touched,
  )
  const plain = all(passing, suite.covered)
  const { reasons: falsified, takenBack } =
    taken === null || !isClean(plain)
      ? notFalsified
      : await failTakenBack(beside, project, taken, { signal, lanes, early: back })
  const isNew = ({ id }: TestCase): boolean => newTests.includes(id)
  // What coverage lacks is told beside what lies.
  const mayAsk = mayPass && isClean(all(passing, falsified))
  const asked = mayAsk && elsewhere !== null ? await elsewhere.asked(suite.run, isNew, signal) : notElsewhere
  const reasons = all(plain, falsified, asked.reasons)
  const evidence = await keepEvidence(tools, check, bench, {
    from: parameters.red.commit,
    before,
    after: suite.run,
    newTests,
    coverage: suite.coverage,
    coveredFiles: suite.coveredFiles,
    coverageBase: base,
    again: second.again,
    takenBack,
    replayed: asked.replayed,
    ...(meant !== null && { meant }),
  })
  return {
    reasons: await heldBack(tools, { commit: check.commit, tests: suite.run.tests }, reasons),
    evidence,
    data: {
      ...heldExample(suite.run, newTests),
      ...dataOf(suite),
      ...dataOfOld(before, suite.run),
      ...dataOfFlaky(earlier, before),
      newTestCount: newTests.length,
      ...dataOfReplayed(asked.replayed),
    },
  }
}

const dataOfReplayed = (replayed: Elsewhere['replayed']): JsonObject =>
  replayed ? { replayed: { calls: replayed.calls, compared: replayed.compared } } : {}

const patienceMs = 10_000

/** Source that answers something else may never come to its end. */
const patient = ({ checkLimitMs }: Project, before: TestRun): number =>
  Math.min(checkLimitMs, 3 * suiteMsOf(before) + patienceMs)

/** Where the design is told, and names no state. */
function isStateless({ blobs }: Tools, { design }: GreenParameters): boolean {
  return design !== undefined && !namesState(new TextDecoder().decode(blobs.get(design)))
}

/** What the cycle is about, though a plan may have had it written in place of a test that was flaky. */
const demandsIn = (red: Evidence | null): readonly TestCase[] =>
  red === null ? [] : red.after.tests.filter(({ id }) => red.newTests.includes(id))

/** Tests that were adjusted on a test issue were accepted over the source of before the implementation. */
function tried(red: Evidence, check: Check): TakeBack {
  const { commit, sourceFrom } = red
  return { commit: check.commit, to: sourceFrom ?? commit, tests: demandsIn(red) }
}

function judge(
  before: TestRun,
  red: Evidence | null,
  { run: whole }: Suite,
  { flakes, run: again }: SecondOpinion,
  named: Named,
): Reasons {
  const wanted = new Set(red?.newTests)
  const earlier = lasting(before, [...before.tests, ...(red?.after.tests ?? [])], [])
  const reference = red?.after ?? before
  const run = withoutFlakes(whole, flakes)
  const failing = (test: TestCase): Finding => {
    if (isHeld(test.file)) return answersExamples(test, named)
    return wanted.has(test.id) ? redTestFails(test) : testFails(test)
  }
  return all(
    allPass(before, run, { wanted, failing }),
    vanished(earlier, withFlakes(whole, again, flakes), 'in RED or before'),
    newlySkipped(reference, run),
    newlyFocused(reference, run),
    newlyLeftOut(reference, run),
    wanted.size === 0 && red !== null ? refuse(nothingWanted) : noReasons,
  )
}

const redTestFails = (test: TestCase): Finding => ({
  rule: 'red-test-fails',
  message: `${test.id} is what this cycle is about, and fails: ${describe(test)}`,
  remedy: 'Make the implementation pass this test; the test itself stays as it is.',
})

const nothingWanted: Finding = {
  rule: 'no-new-test',
  message: 'RED left no new test, so there is nothing to make green.',
  remedy: 'Go back to RED.',
}

const redUnknown = (commit: string): Finding => ({
  rule: 'red-unknown',
  message: `There is no evidence of RED for ${commit}, so it is not known which tests must pass.`,
  remedy: 'Have the gate RED judge that commit first.',
})

async function touchedSince(tools: Tools, from: string, to: string, { project }: GreenParameters): Promise<Reasons> {
  const sorting = sortingOf(project)
  const paths = (await tools.checkouts.diff(from, to)).map(({ path }) => path)
  return all(
    untouched(
      paths.filter(sorting.isTest),
      'test-changed',
      'Tests accepted in RED',
      'Put them back as they were; raise a test issue where a test is wrong.',
    ),
    guardedUntouched(paths, sorting),
  )
}
