/**
 * RED: new tests exist, and each of them fails for the right reason (SIG-36 to SIG-39, A18): by an assertion, by the
 * interface's own "not implemented", or by an error that source raises where the test wants a value. Every other cause has its rule.
 */

import { createMatcher } from '@sigma/engine'
import type { TestCase, TestRun } from '@sigma/measuring'
import {
  againOf,
  all,
  asMeant,
  baselineRun,
  bounded,
  brokenIn,
  cannotJudge,
  comparedTests,
  dataOfFlaky,
  dataOfOld,
  dataOfStanding,
  demandsOf,
  describe,
  type Flake,
  faulty,
  flaky,
  implementationGlobs,
  isClean,
  isClosed,
  isKnownFlaky,
  isOddOneOut,
  knowing,
  lasting,
  lookedBack,
  type NewTests,
  newFaults,
  newlyFocused,
  newlyLeftOut,
  newlySkipped,
  noReasons,
  oneAfterAnother,
  openBench,
  type Reasons,
  readable,
  refuse,
  sortingOf,
  type Tools,
  testChangesBetween,
  unwantedOf,
  vacuous,
  vanished,
  weakerHelpers,
  withoutFlakes,
} from '@sigma/measuring'
import type { Check } from '@sigma/protocol'
import type { RedParameters } from '../machine/gate-parameters.ts'
import { enough, leftOutOf } from './enough.ts'
import { keepEvidence } from './evidence.ts'
import { heldOut } from './held-out.ts'
import { type LostInRed, lostInRed } from './lost-in-red.ts'
import { meantIn, replacesOf } from './meant.ts'
import type { Measured } from './measured.ts'
import { anyResultPasses, beginEmptied, notFromSource, redAgain, type Sides } from './red-again.ts'
import { unrelated } from './unrelated.ts'
import { withoutMeant, withoutTypes } from './wanted.ts'

export async function red(
  tools: Tools,
  check: Check,
  parameters: RedParameters,
  signal: AbortSignal,
): Promise<Measured> {
  const { project, sourceFrom } = parameters
  const { isTest } = sortingOf(project)
  const earlier = await baselineRun(tools, project, parameters.before, signal)
  const replaces = replacesOf(parameters, earlier)
  const overlay = sourceFrom === null ? undefined : { commit: sourceFrom, globs: implementationGlobs(project) }
  await using bench = await openBench(tools, project, { commit: check.commit, overlay }, signal)
  const worked = await workedOn(tools, parameters, check.commit, isTest)
  const rerun = { tools, project, spec: { commit: check.commit, overlay }, worked, signal }
  // A new test that fails may fail by what goes on beside it, so only what is shut off goes side by side.
  const wanted = earlier.problem === null && isClosed(bench.checkout) ? 2 : 1
  await using lanes = (tools.sideBySide ?? oneAfterAnother).open(project, bench.checkout, wanted, signal)
  const measuring = lanes.first(() => bench.suite())
  const early = lanes.beside((signal) => beginEmptied({ ...rerun, signal }, earlier))
  const measured = await measuring
  if (measured.problem !== null || brokenIn(earlier, measured).length > 0) await lanes.quiet()
  const lookingBack = (before: TestRun, held: readonly string[]): Promise<TestRun> =>
    lookedBack(tools, project, { commit: check.commit, before, held }, signal)
  const known = await lookingBack(earlier, brokenIn(earlier, measured))
  const after = knowing(known, measured)
  const meant = await meantIn(tools.checkouts, parameters.before.commit, bench, { before: known, after, replaces })
  const before = asMeant(known, meant)
  const differences = await tools.checkouts.diff(parameters.before.commit, check.commit)
  const changed = differences.map(({ path }) => path).filter(isTest)
  const compared = await comparedTests(tools.checkouts, parameters.before.commit, bench, { before, after, changed })
  const found = await withoutTypes(bench, withoutMeant(compared, meant, replaces))
  const sides = { before, after, changed, found }
  const empty = await vacuous(bench, found.fresh)
  const others = found.fresh.filter(({ id }) => !empty.tests.has(id))
  const stands = isClean(judge(parameters, sides, []))
  if (!stands) await lanes.quiet()
  const demanding = stands ? others.filter(isDemandOf(parameters)) : []
  const demands = await demandsOf(
    bench,
    demanding.filter(({ failure }) => failure?.kind === 'source-error'),
  )
  const unwanted = await unwantedOf(bench, demanding)
  const given = { ...sides, demanding, failsRightly, demands, unwanted }
  const again = await redAgain(rerun, given, { lanes, early })
  const isOdd = async (): Promise<boolean> =>
    again !== null &&
    again.flakes.length > 0 &&
    (await isOddOneOut(tools, project, rerun.spec, { before: known, second: again.run, flakes: again.flakes }, signal))
  // It may have failed only because others went on beside it.
  if (lanes.isOpen && (after.problem !== null || (await isOdd()))) {
    lanes.keepApart()
    return await red({ ...tools, sideBySide: oneAfterAnother }, check, parameters, signal)
  }
  const isFresh = new Set(found.fresh.map(({ id }) => id))
  const seen = Map.groupBy(again?.flakes ?? [], ({ id }) => (isFresh.has(id) ? 'fresh' : 'old'))
  const wavering = seen.get('old') ?? []
  const later = await lookingBack(
    known,
    wavering.map(({ id }) => id),
  )
  const flakes = [...wavering.filter(({ id }) => !isKnownFlaky(later, id)), ...(seen.get('fresh') ?? [])]
  const blocked = all(
    readable(before, 'before this turn'),
    readable(after, 'now'),
    again === null ? noReasons : readable(again.run, 'the second time'),
  )
  const between = { from: sourceFrom ?? parameters.before.commit, to: check.commit, isTest }
  const testChanges = await testChangesBetween(tools.checkouts, between.from, between.to, isTest)
  // What an adjusted test demands no more is looked at when its cycle ends.
  const isFirst = sourceFrom === null && stands
  const lost = isFirst
    ? await lostInRed(tools.checkouts, between, testChanges, {
        after,
        fresh: found.fresh,
        meant,
        replaces,
      })
    : nothingLost
  const plain = all(
    blocked,
    judge(parameters, { ...sides, before: knowing(later, before) }, flakes),
    flaky(flakes),
    refuse(...(again?.unfounded ?? []).map(notFromSource)),
    refuse(...lost.refused),
    cannotJudge(...lost.unjudged),
  )
  const probed = isClean(plain) ? await unrelated(bench, parameters, { run: after, fresh: others }, signal) : plain
  const turn = { from: parameters.before.commit, to: check.commit, changed, before: known }
  const reasons = all(
    probed,
    isFirst && isClean(probed) ? await weakerHelpers(tools, project, turn, signal) : noReasons,
    project.held === true && stands ? await heldOut(bench, found.fresh) : noReasons,
    refuse(
      ...empty.findings,
      ...(again?.undemanding ?? []).map((test) => anyResultPasses(test, unwanted.get(test.id))),
    ),
  )
  const evidence = await keepEvidence(tools, check, bench, {
    sourceFrom,
    from: parameters.before.commit,
    before: later,
    after: knowing(later, after),
    newTests: found.fresh.map((test) => test.id),
    again: again === null ? null : againOf(again, flakes, again.how),
    testChanges,
    ...(meant.replaced.length + meant.renamed.length > 0 && { meant }),
  })
  return {
    reasons,
    evidence,
    data: { ...dataOf(sides), ...dataOfFlaky(earlier, later), ...(lost.told.length > 0 && { lost: lost.told }) },
  }
}

/** Paths in which what is run differs from before the turn. */
async function workedOn(
  { checkouts }: Tools,
  { before: { commit: from }, sourceFrom }: RedParameters,
  commit: string,
  isTest: (path: string) => boolean,
): Promise<readonly string[]> {
  const paths = (await checkouts.diff(from, commit)).map(({ path }) => path)
  if (sourceFrom === null) return paths
  const source = (await checkouts.diff(from, sourceFrom)).map(({ path }) => path)
  return [...paths.filter(isTest), ...source.filter((path) => !isTest(path))]
}

const nothingLost: LostInRed = { refused: [], unjudged: [], told: [] }

function judge(parameters: RedParameters, sides: Sides, flakes: readonly Flake[]): Reasons {
  const { before, after: whole, changed, found } = sides
  if (before.problem !== null || whole.problem !== null) return noReasons
  const after = withoutFlakes(whole, flakes)
  const isSteady = (test: TestCase): boolean => after.tests.includes(test)
  const faults = newFaults(before, after, changed)
  return all(
    faulty(faults),
    enough(parameters, sides, faults),
    refuse(...found.fresh.filter(isSteady).flatMap((test) => wrongFailure(test, found.failedBefore))),
    refuse(
      ...found.broken.filter(isSteady).map((test) => ({
        rule: 'old-test-broken',
        message: `${test.id} passed before and fails now: ${describe(test)}`,
        remedy: 'Undo what breaks it; RED adds tests and leaves the rest alone.',
      })),
    ),
    vanished(
      lasting(before, before.tests, changed).filter((id) => !flakes.some((flake) => flake.id === id)),
      whole,
      'before this turn',
    ),
    oldOnly(newlySkipped(before, after), found),
    newlyFocused(before, after),
    newlyLeftOut(before, after, (file) => leftOutOf(sides).some((each) => each.file === file)),
  )
}

/** What RED is about: a new test of this cycle, one that fails itself. */
function isDemandOf({ tests }: RedParameters): (test: TestCase) => boolean {
  const inCycle = createMatcher(tests)
  return ({ file, state, failure }) => inCycle(file) && state === 'failed' && failure?.kind !== 'subtests'
}

const failsRightly = (test: TestCase): boolean => wrongFailure(test, new Set()).length === 0

function wrongFailure(test: TestCase, failedBefore: ReadonlySet<string>) {
  const { id, state, failure } = test
  if (state === 'passed' && !failedBefore.has(id)) {
    return [
      {
        rule: 'already-passes',
        message: `${id} is new or changed and passes already, so it demands nothing.`,
        remedy: 'Let it ask for behaviour that is not there yet, or take it out.',
      },
    ]
  }
  if (state === 'skipped' || state === 'todo') {
    const message = `${id} is new and ${state === 'todo' ? 'only a todo' : 'skipped'}: it measures nothing.`
    return [{ rule: state, message, remedy: 'Let it run and fail.' }]
  }
  if (failedBefore.has(id)) {
    const message = `${id} failed before this turn as well, or had two outcomes, and is another test now${failure === null ? '' : `: ${describe(test)}`}`
    return [{ rule: 'failed-before', message, remedy: 'Leave it as it was, and write a test of its own.' }]
  }
  if (failure?.kind === 'timeout') {
    const message = `${id} ran into its time limit: ${describe(test)}`
    return [{ rule: 'timed-out', message, remedy: 'Let it fail by an assertion, at once.' }]
  }
  if (failure?.kind !== 'other') return []
  return [
    {
      rule: 'not-an-assertion',
      message: `${id} fails, but by no assertion: ${describe(test)}`,
      remedy: `Let it fail by an assertion, by the interface's own "not implemented", or by an error that the source under test raises.`,
    },
  ]
}

/** New tests that are skipped have their own rule. */
function oldOnly(reasons: Reasons, { fresh }: NewTests): Reasons {
  const isNew = (message: string): boolean => fresh.some((test) => message.startsWith(`${test.id} is `))
  return refuse(...reasons.refused.filter((finding) => !isNew(finding.message)))
}

function dataOf(sides: Sides): Measured['data'] {
  const { after, found } = sides
  const { fresh } = found
  const unseen = leftOutOf(sides)
  const by = (kind: string): number => fresh.filter((test) => test.failure?.kind === kind).length
  return {
    tests: after.tests.length,
    durationMs: after.durationMs,
    ...dataOfStanding(after),
    exitCode: after.exit,
    newTests: fresh.slice(0, 100).map((test) => bounded(test.id, 200)),
    newTestCount: fresh.length,
    ...dataOfOld(sides.before, after),
    byAssertion: by('assertion'),
    byNotImplemented: by('not-implemented'),
    bySourceError: by('source-error'),
    ...(unseen.length > 0 && { leftOut: unseen.slice(0, 20).map((each) => ({ ...each })) }),
  }
}
