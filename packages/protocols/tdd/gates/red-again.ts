/**
 * RED's second run (SIG-52): with stubs that return nothing, where there are any and the first run stands. What then fails as
 * before is no matter of chance and demands more than that nothing is thrown; where anything differs, a plain run tells why.
 */
import type { CheckoutSpec } from '@sigma/engine'
import type { Again, NewTests, TestCase, TestRun } from '@sigma/measuring'
import {
  describe,
  emptyStubs,
  type Flake,
  flakesOf,
  openBench,
  runAgain,
  saysNotImplemented,
  type Tools,
} from '@sigma/measuring'
import type { Finding, Project } from '@sigma/protocol'

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
}

export interface RedAgain {
  readonly run: TestRun
  readonly how: Again['how']
  readonly flakes: readonly Flake[]
  /** All that the cycle's new tests demand is met by stubs that return nothing: these tests. */
  readonly undemanding: readonly TestCase[]
}

/** What is run again, and how. */
export interface Rerun {
  readonly tools: Tools
  readonly project: Project
  readonly spec: CheckoutSpec
  readonly signal: AbortSignal
}

/** Null: there is no outcome to confirm. */
export async function redAgain(rerun: Rerun, first: First): Promise<RedAgain | null> {
  const { before, after, found, demanding } = first
  if (before.problem !== null || after.problem !== null || found.fresh.length + found.broken.length === 0) return null
  const emptied = demanding.length === 0 ? null : await runEmptied(rerun, after)
  const says = emptied?.problem === null
  if (says && redFlakes(first, emptied, isAsGood).length === 0) {
    return { run: emptied, how: 'emptied', flakes: [], undemanding: [] }
  }
  const passed = new Set(emptied?.tests.filter(({ state }) => state === 'passed').map(({ id }) => id))
  const { tools, project, spec, signal } = rerun
  const run = await runAgain(tools, project, spec, signal)
  const flakes = run.problem === null ? redFlakes(first, run, () => false) : []
  const steady = demanding.filter(({ id, file }) => !flakes.some((flake) => flake.id === id || flake.id === file))
  const undemanding = says && demanding.every(({ id }) => passed.has(id)) ? steady : []
  return { run, how: 'plain', flakes, undemanding }
}

/** Null: nothing could be emptied. What waits for a result that is not there may not end. */
async function runEmptied({ tools, project, spec, signal }: Rerun, after: TestRun): Promise<TestRun | null> {
  await using bench = await openBench(tools, project, spec, signal)
  if (!(await emptyStubs(bench))) return null
  return await bench.run({ limitMs: Math.min(project.checkLimitMs, 3 * after.durationMs + patienceMs) })
}

const patienceMs = 10_000

/** It failed by its stub and fails now by whatever is made of nothing. */
const isAsGood = ({ failure }: TestCase): boolean =>
  failure?.kind === 'not-implemented' || (failure !== null && saysNotImplemented(failure.message))

/** A new test must fail for the right reason both times; what failed before this turn may do as it likes. */
function redFlakes(
  { before, after, changed, found: { fresh }, failsRightly }: First,
  again: TestRun,
  isExcused: (first: TestCase) => boolean,
): readonly Flake[] {
  const isFresh = new Set(fresh.map(({ id }) => id))
  const failedBefore = new Set([
    ...before.tests.filter(({ id, state }) => state === 'failed' && !isFresh.has(id)).map(({ id }) => id),
    ...before.faults.map(({ file }) => file).filter((file) => !changed.includes(file)),
  ])
  const later = new Map(again.tests.map((test) => [test.id, test]))
  const causes = fresh.flatMap((test): readonly Flake[] => {
    const other = later.get(test.id)
    if (other === undefined || other.state !== test.state || isExcused(test)) return []
    if (failsRightly(test) === failsRightly(other)) return []
    return [{ id: test.id, first: `failed (${describe(test)})`, second: `failed (${describe(other)})` }]
  })
  return [...flakesOf(after, again), ...causes].filter(({ id }) => !failedBefore.has(id))
}

export const anyResultPasses = ({ id }: TestCase): Finding => ({
  rule: 'any-result-passes',
  message: `${id} passes as soon as the interface throws "not implemented" no more, though it returns nothing yet, and so does every other new test.`,
  remedy:
    'Assert on what the interface under test gives back, or changes, for given input; at least one new test must fail where nothing is done.',
})
