/**
 * RED's second run (SIG-52): with stubs that return nothing, where there are any and the first run stands. What then fails as
 * before is no matter of chance and demands more than that nothing is thrown; where anything differs, a plain run tells why.
 */
import type { CheckoutSpec } from '@sigma/engine'
import type { Again, NewTests, TestCase, TestRun } from '@sigma/measuring'
import {
  asPart,
  type Choice,
  comparedAlike,
  concerning,
  type Demands,
  type Differ,
  describe,
  type Early,
  type Emptied,
  emptyStubs,
  type Flake,
  flakesOf,
  type Lanes,
  listed,
  only,
  openBench,
  type Part,
  type Rerun,
  runAgain,
  runPart,
  saysNotImplemented,
  suiteMsOf,
  type Tools,
  type Unwanted,
  unlikeBefore,
} from '@sigma/measuring'
import type { Finding, Project } from '@sigma/protocol'
import { isOwnFailure } from './taken-back.ts'

/** The suite before and after this turn, and what differs. */
export interface Sides {
  readonly before: TestRun
  readonly after: TestRun
  /** Test files whose content differs. */
  readonly changed: readonly string[]
  readonly found: NewTests
}

export interface First extends Sides {
  /** New tests of this cycle that fail as they should; none: the first run is refused anyway. */
  readonly demanding: readonly TestCase[]
  readonly failsRightly: (test: TestCase) => boolean
  /** Of tests that fail by an error of the source. */
  readonly demands: Demands
  /** Of tests that fail because an error of the source comes which they do not want. */
  readonly unwanted: Unwanted
}

export interface RedAgain extends Part {
  readonly how: Again['how']
  readonly flakes: readonly Flake[]
  /** Tests that are met where nothing is done: all of the cycle's by stubs that return nothing, or any by a function that threw. */
  readonly undemanding: readonly TestCase[]
  /** Tests that fail by an error of which it is not seen that the source raised it. */
  readonly unfounded: readonly TestCase[]
}

/** What is run again, and how. */
export interface RedRun {
  readonly tools: Tools
  readonly project: Project
  readonly spec: CheckoutSpec
  /** Paths in which what is run differs from before the turn. */
  readonly worked: readonly string[]
  readonly signal: AbortSignal
}

/** A run with emptied stubs that may have gone on beside the first. */
export interface Begun {
  readonly lanes: Lanes
  readonly early: Early<EmptiedRun>
}

/** Null: there is no outcome to confirm. */
export async function redAgain(rerun: RedRun, first: First, begun: Begun): Promise<RedAgain | null> {
  const { before, after, found, demanding } = first
  if (before.problem !== null || after.problem !== null || found.fresh.length + found.broken.length === 0) return null
  const holding = [...[...found.fresh, ...found.broken].map(({ file }) => file), ...unlikeBefore(before, after)]
  const choice = concerning({ changed: rerun.worked, holding })
  const isExcused = (test: TestCase): boolean => isAsGood(test) || first.unwanted.has(test.id)
  const early = demanding.some(isThrown) || first.unwanted.size > 0 ? null : await begun.early()
  const isSure = early !== null && isSureBeside(early, { ...first, holding }, redFlakes(first, isExcused))
  if (!isSure) await begun.lanes.quiet()
  const emptying = async (): Promise<EmptiedRun> => (isSure ? early : await runEmptied(rerun, first, choice))
  const { part, ...hollow } = demanding.length === 0 ? nothingEmptied : await emptying()
  const emptied = part?.run.problem === null ? part : null
  const unfounded = unfoundedIn(first, emptied?.run ?? null, hollow)
  if (emptied !== null && redFlakes(first, isExcused)(asPart(after, emptied), emptied.run).length === 0) {
    return { ...emptied, how: 'emptied', flakes: [], undemanding: [], unfounded }
  }
  const met = (emptied?.run.tests ?? []).filter(({ state }) => state === 'passed')
  const passed = new Set(met.map(({ id }) => id).filter((id) => !first.demands.nothing.has(id)))
  const { tools, project, spec, signal } = rerun
  const again: Rerun = (files) => runAgain(tools, project, { ...spec, ...(files !== null && { files }) }, signal)
  const plain = await runPart(tools, project, spec, choice, signal)
  const { second, flakes } = await comparedAlike(
    again,
    after,
    plain,
    redFlakes(first, () => false),
  )
  const steady = demanding.filter(({ id, file }) => !flakes.some((flake) => flake.id === id || flake.id === file))
  const isOfError = (test: TestCase): boolean => isThrown(test) || first.unwanted.has(test.id)
  const isMet = ({ id }: TestCase): boolean => passed.has(id)
  const undemanding = demanding.every(isMet) ? steady : steady.filter((test) => isOfError(test) && isMet(test))
  return { ...second, how: 'plain', flakes, undemanding, unfounded }
}

const isThrown = ({ failure }: TestCase): boolean => failure?.kind === 'source-error'

/** Whether a run that had another beside it says what it would have said alone. */
function isSureBeside(
  { part }: EmptiedRun,
  { after, demanding, holding }: First & { readonly holding: readonly string[] },
  differ: Differ,
): boolean {
  if (part === null) return true
  const { run, files } = part
  const now = new Map(run.tests.map((test) => [test.id, test]))
  const fails = ({ id }: TestCase): boolean => {
    const test = now.get(id)
    return test !== undefined && isOwnFailure(test)
  }
  const isWhole = files === null || holding.every((file) => files.includes(file))
  return isWhole && run.problem === null && demanding.every(fails) && differ(asPart(after, part), run).length === 0
}

export interface EmptiedRun extends Emptied {
  /** Null: nothing could be emptied. */
  readonly part: Part | null
}

const nothingEmptied: EmptiedRun = { part: null, isHollow: () => false, hollowed: new Set() }

/** The same before anybody knows how the first run ends: with what says "not implemented" emptied, and nothing else. */
export async function beginEmptied(
  { tools, project, spec, worked, signal }: RedRun,
  before: TestRun,
): Promise<EmptiedRun> {
  await using bench = await openBench(tools, project, spec, signal)
  const emptied = await emptyStubs(bench)
  if (emptied === null) return nothingEmptied
  const files = await concerning({ changed: worked, holding: [] })(bench)
  const limitMs = Math.min(project.checkLimitMs, 3 * suiteMsOf(before) + patienceMs)
  return { ...emptied, part: { run: await bench.run({ limitMs, ...(files !== null && { files }) }), files } }
}

/**
 * What waits for a result that is not there may not end. Where functions that are there and tested do nothing, most old tests
 * fail: then only the files of the new ones are run.
 */
async function runEmptied(
  { tools, project, spec, signal }: RedRun,
  { after, demanding, unwanted }: First,
  choice: Choice,
): Promise<EmptiedRun> {
  const thrown = demanding.filter(isThrown)
  const own = only(demanding.map(({ file }) => file))
  await using bench = await openBench(tools, project, spec, signal)
  const entries = [...thrown.flatMap(({ failure }) => failure?.entry ?? []), ...[...unwanted.values()].flat()]
  const emptied = await emptyStubs(bench, [...new Set(entries)])
  if (emptied === null) return nothingEmptied
  const limitMs = Math.min(project.checkLimitMs, 3 * suiteMsOf(after) + patienceMs)
  const files = await (thrown.length + unwanted.size > 0 ? own : choice)(bench)
  return { ...emptied, part: { run: await bench.run({ limitMs, ...(files !== null && { files }) }), files } }
}

/**
 * An error that source raised is gone where the function that the test had called does nothing. One that comes all the same was
 * raised elsewhere, and the test wrote its stack. Where that cannot be tried, the test has to want a value for certain.
 */
function unfoundedIn(
  { demanding, demands }: First,
  emptied: TestRun | null,
  { isHollow, hollowed }: Emptied,
): readonly TestCase[] {
  const later = new Map(emptied?.tests.map((test) => [test.id, test]))
  return demanding.filter(isThrown).filter((test) => {
    const other = later.get(test.id)
    if (other === undefined || !hollowed.has(test.failure?.entry ?? '')) return !demands.value.has(test.id)
    return isThrown(other) && isHollow(other.failure?.entry ?? '')
  })
}

const patienceMs = 10_000

/** It failed by its stub, or by the error that it is about, and fails now by whatever is made of nothing. */
const isAsGood = ({ failure }: TestCase): boolean =>
  failure?.kind === 'not-implemented' ||
  failure?.kind === 'source-error' ||
  (failure !== null && saysNotImplemented(failure.message))

/** A new test must fail for the right reason both times; what failed before this turn may do as it likes. */
function redFlakes(
  { before, changed, found: { fresh }, failsRightly }: First,
  isExcused: (first: TestCase) => boolean,
): Differ {
  const isFresh = new Set(fresh.map(({ id }) => id))
  const failedBefore = new Set([
    ...before.tests.filter(({ id, state }) => state === 'failed' && !isFresh.has(id)).map(({ id }) => id),
    ...before.faults.map(({ file }) => file).filter((file) => !changed.includes(file)),
    ...(before.knownFlaky ?? []).filter((id) => !isFresh.has(id) && !changed.includes(id)),
  ])
  return (after, again) => {
    const later = new Map(again.tests.map((test) => [test.id, test]))
    const causes = fresh.flatMap((test): readonly Flake[] => {
      const other = later.get(test.id)
      if (other === undefined || other.state !== test.state || isExcused(test)) return []
      if (failsRightly(test) === failsRightly(other)) return []
      return [{ id: test.id, first: `failed (${describe(test)})`, second: `failed (${describe(other)})` }]
    })
    return [...flakesOf(after, again), ...causes].filter(({ id }) => !failedBefore.has(id))
  }
}

export const notFromSource = (test: TestCase): Finding => ({
  rule: 'not-an-assertion',
  message: `${test.id} fails by an error of which it is not seen that the source raised it, for it comes also where the function that its stack names does nothing: ${describe(test)}`,
  remedy: 'Call the source and assert on what it gives back; let nothing else raise an error.',
})

export const anyResultPasses = ({ id, failure }: TestCase, unwanted: readonly string[] = []): Finding =>
  failure?.kind === 'source-error' || unwanted.length > 0
    ? {
        rule: 'any-result-passes',
        message: `${id} passes as soon as the function that raises the error (${unwanted.length > 0 ? listed(unwanted, 3) : (failure?.entry ?? failure?.frame)}) does nothing at all.`,
        remedy:
          'Assert on what the call gives back, or changes, where doing nothing would not be enough; where nothing is what it should give back, assert that of the call itself, outside of any condition or call back: `assert.equal(parse(text), undefined)`.',
      }
    : {
        rule: 'any-result-passes',
        message: `${id} passes as soon as the interface throws "not implemented" no more, though it returns nothing yet, and so does every other new test.`,
        remedy:
          'Assert on what the interface under test gives back, or changes, for given input; at least one new test must fail where nothing is done.',
      }
