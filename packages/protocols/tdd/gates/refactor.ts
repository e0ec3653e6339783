/**
 * REFACTOR: still green, and no worse. An implementation is tidied under the same tests, and gets neither harder to follow nor
 * loses what it offers; tests are tidied over the same source, demand no less, and can still fail (SIG-44 to SIG-46).
 */

import type { TestChange, TestRun } from '@sigma/measuring'
import {
  againOf,
  all,
  allPass,
  baselineRun,
  bothMeant,
  brokenIn,
  cannotJudge,
  confirmed,
  dataOf,
  dataOfFlaky,
  dataOfOld,
  flaky,
  isClean,
  isClosed,
  knowing,
  lasting,
  lostDemands,
  lostInSource,
  never,
  newlyFocused,
  newlyLeftOut,
  newlySkipped,
  noReasons,
  oneAfterAnother,
  openBench,
  type Reasons,
  readable,
  readEvidence,
  refuse,
  renamedIn,
  runSuite,
  scopeOf,
  sortingOf,
  type Tools,
  testChangesBetween,
  unreadChanges,
  untouched,
  vanished,
  weakerHelpers,
  withoutFlakes,
} from '@sigma/measuring'
import type { Check, JsonObject } from '@sigma/protocol'
import type { RefactorParameters } from '../machine/gate-parameters.ts'
import { keepEvidence } from './evidence.ts'
import { guardedUntouched } from './guarded.ts'
import { heldBack } from './held-back.ts'
import type { Measured } from './measured.ts'
import { oldFailuresStand } from './old-failures-stand.ts'
import { dataOfMeasures, refactored } from './refactored.ts'
import { beginTakenBack, stillFailing } from './still-failing.ts'

export async function refactor(
  tools: Tools,
  check: Check,
  parameters: RefactorParameters,
  signal: AbortSignal,
): Promise<Measured> {
  const { project, of } = parameters
  const changed = (await tools.checkouts.diff(parameters.before.commit, check.commit)).map(({ path }) => path)
  const earlier = await baselineRun(tools, project, parameters.before, signal)
  const accepted = readEvidence(tools.blobs, parameters.before)
  await using bench = await openBench(tools, project, { commit: check.commit }, signal)
  const base = accepted?.coverageBase ?? null
  const { isTest, ...sorting } = sortingOf(project)
  const rewritten = {
    tools,
    project,
    commit: check.commit,
    changed: changed.filter((path) => bench.testFiles.includes(path)),
  }
  const failed = accepted?.takenBack ?? null
  const areTidied = of === 'tests' && changed.some(isTest)
  const hasToFail = areTidied && failed !== null && failed.failed.length > 0
  const wanted = hasToFail && earlier.problem === null && isClosed(bench.checkout) ? 2 : 1
  await using lanes = (tools.sideBySide ?? oneAfterAnother).open(project, bench.checkout, wanted, signal)
  const measuring = lanes.first(() =>
    runSuite(bench, project, () => scopeOf(tools.checkouts, bench, base, check.commit)),
  )
  const early = hasToFail
    ? lanes.beside((signal) => beginTakenBack(rewritten, { earlier: failed, before: earlier }, signal))
    : never
  const measured = await measuring
  if (lanes.isOpen && (measured.run.problem !== null || brokenIn(earlier, measured.run).length > 0)) {
    // It may have failed only because another went on beside it.
    await lanes.quiet()
    const alone = await refactor({ ...tools, sideBySide: oneAfterAnother }, check, parameters, signal)
    if (isClean(alone.reasons)) lanes.keepApart()
    return alone
  }
  const first = { commit: check.commit, run: measured.run, before: earlier }
  const { before, flakes, again } = await confirmed(tools, project, first, signal)
  const suite = { ...measured, run: knowing(before, measured.run) }
  const run = withoutFlakes(suite.run, flakes)
  const isReadable = before.problem === null && suite.run.problem === null
  const numbers = await refactored(tools.checkouts, bench, parameters, { base, commit: check.commit })
  const testChanges =
    of === 'tests' ? await testChangesBetween(tools.checkouts, parameters.before.commit, check.commit, isTest) : null
  const rewrittenTests = of === 'tests' && isReadable ? changed.filter(isTest) : []
  const sides = { before, after: suite.run, changed: rewrittenTests }
  const passing = all(
    readable(before, 'before the refactoring'),
    readable(suite.run, 'now'),
    flaky(flakes, flakyRemedy),
    await oldFailuresStand(tools.checkouts, parameters.before.commit, bench, sides),
    isReadable ? stillGreen(parameters, { before, run, changes: testChanges ?? [], changed }) : noReasons,
    kept(parameters, changed),
    suite.covered,
  )
  const demanding =
    testChanges === null
      ? await lostInSource(tools.checkouts, parameters.before.commit, check.commit, { isTest, ...sorting })
      : demands(parameters, testChanges)
  // What other cycles of the slice know by the old names is the same test.
  const renamed =
    isReadable && of === 'tests' && changed.some(isTest)
      ? await renamedIn(tools.checkouts, parameters.before.commit, bench, { before, after: suite.run })
      : []
  const meant = bothMeant(accepted?.meant ?? null, renamed.length === 0 ? null : { replaced: [], renamed })
  const known = { earlier: failed, before, now: suite.run }
  // Only tests that changed: the others fail without the implementation as they did.
  const isWorth = areTidied && isClean(passing) && demanding.refused.length === 0
  const turn = { from: parameters.before.commit, to: check.commit, changed, before }
  const weaker = isWorth && parameters.asked !== true ? await weakerHelpers(tools, project, turn, signal) : noReasons
  const failing = isWorth ? await stillFailing(rewritten, known, { signal, lanes, early }) : null
  const evidence = await keepEvidence(tools, check, bench, {
    from: parameters.before.commit,
    before,
    after: suite.run,
    coverage: suite.coverage,
    coveredFiles: suite.coveredFiles,
    coverageBase: base,
    again: again === null ? null : againOf(again, flakes),
    takenBack: failing?.takenBack ?? accepted?.takenBack ?? null,
    measures: numbers.measures,
    testChanges,
    ...(meant !== null && { meant }),
  })
  const data: JsonObject = {
    ...dataOf(suite),
    ...dataOfOld(before, suite.run),
    ...dataOfFlaky(earlier, before),
    testsBefore: before.tests.length,
    ...dataOfMeasures(numbers.measures),
    ...(testChanges !== null && { testChanges: testChanges.length }),
    ...(numbers.rose.length > 0 && { rose: numbers.rose.map(({ rule, message }) => ({ rule, message })) }),
  }
  const reasons = all(passing, numbers.reasons, demanding, weaker, failing?.reasons ?? noReasons)
  if (of === 'tests') return { reasons, evidence, data }
  return { reasons: await heldBack(tools, { commit: check.commit, tests: suite.run.tests }, reasons), evidence, data }
}

const flakyRemedy =
  'Take out what differs from run to run: time, chance, order, what is shared and what is not awaited.'

/** What a reviewer wanted of the tests may be less than they demanded: it is told. */
function demands({ asked }: RefactorParameters, changes: readonly TestChange[]): Reasons {
  return all(asked === true ? noReasons : refuse(...lostDemands(changes)), cannotJudge(...unreadChanges(changes)))
}

interface Sides {
  readonly before: TestRun
  readonly run: TestRun
  /** What tests demand otherwise. */
  readonly changes: readonly TestChange[]
  readonly changed: readonly string[]
}

function stillGreen({ of, asked, project }: RefactorParameters, sides: Sides): Reasons {
  const { before, run, changed } = sides
  const ids = lasting(before, before.tests, [])
  const looked = asked === true ? { changes: [], changed: [] } : { changed: changed.filter(sortingOf(project).isTest) }
  return all(
    allPass(before, run, { changed: changed.filter(sortingOf(project).isTest) }),
    of === 'implementation' ? vanished(ids, run, 'before the refactoring') : notFewer({ ...sides, ...looked }),
    newlySkipped(before, run),
    newlyFocused(before, run),
    newlyLeftOut(before, run),
  )
}

/**
 * Refactored tests may be named anew, so they are counted; they may be merged where all that they assert is kept. Of a file
 * without tests, such as a table of cases, nobody sees what it asserts: each test that is gone must then be seen to be merged.
 */
function notFewer({ before, run, changes, changed }: Sides): Reasons {
  const fewer = before.tests.length - run.tests.length
  const isKept = !changes.some(({ kind }) => kind === 'dropped' || kind === 'unread')
  const holding = new Set([...before.tests, ...run.tests].map(({ file }) => file))
  const isSeen = changed.every((file) => holding.has(file))
  const isMerged = isKept && (isSeen || changes.filter(({ kind }) => kind === 'gone').length >= fewer)
  if (fewer <= 0 || (isMerged && run.tests.length > 0)) return noReasons
  const now = new Set(run.tests.map((test) => test.id))
  const gone = before.tests.filter((test) => !now.has(test.id)).map((test) => test.id)
  return refuse({
    rule: 'fewer-tests',
    message: `There were ${before.tests.length} tests and are ${run.tests.length}; gone: ${gone.slice(0, 20).join(', ')}.`,
    remedy: 'Keep what every test asked for, if under another name.',
  })
}

function kept({ project, of }: RefactorParameters, changed: readonly string[]): Reasons {
  const sorting = sortingOf(project)
  const { isTest, isSource } = sorting
  const remedy = `Put them back; this turn is about the ${of}.`
  const own =
    of === 'implementation'
      ? untouched(changed.filter(isTest), 'test-changed', 'Tests', remedy)
      : untouched(changed.filter(isSource), 'source-changed', 'Source files', remedy)
  return all(own, guardedUntouched(changed, sorting))
}
