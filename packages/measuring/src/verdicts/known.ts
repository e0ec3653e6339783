/**
 * What did not pass before this work is told and held against nobody; it may not grow. A test that passed before, a file that ran
 * whole, and a test that nobody had seen are no old failures, whatever file they lie in.
 */
import type { JsonObject } from '@sigma/protocol'
import { type Fault, nothingToRun, type TestCase, type TestRun } from '../runners/test-run.ts'
import { bounded } from '../text.ts'

/** A run that goes on knowing where the work began, and what was flaky there. */
export const knowing = ({ knownFlaky, head }: Pick<TestRun, 'knownFlaky' | 'head'>, run: TestRun): TestRun => ({
  ...run,
  ...(knownFlaky !== undefined && { knownFlaky: [...new Set([...(run.knownFlaky ?? []), ...knownFlaky])] }),
  ...(head !== undefined && { head }),
})

export const isKnownFlaky = ({ knownFlaky = [] }: TestRun, id: string): boolean => knownFlaky.includes(id)

/** Failed tests that this work answers for; `wanted` names tests that it is about, whatever was there before. */
export function newFailures(
  before: TestRun,
  run: TestRun,
  wanted: ReadonlySet<string> = new Set(),
): readonly TestCase[] {
  const isOld = oldFailureIn(before)
  return run.tests.filter((test) => isFailed(test) && (wanted.has(test.id) || !isOld(test)))
}

/** An earlier run without what it said of tests that the work is about, and of faults of their files. */
export function answering(run: TestRun, tests: readonly Pick<TestCase, 'id' | 'file'>[]): TestRun {
  const own = new Set(tests.flatMap(({ id, file }) => [id, file]))
  const isOthers = (id: string): boolean => !own.has(id)
  const flaky = run.knownFlaky?.filter(isOthers)
  return {
    ...run,
    tests: run.tests.filter(({ id }) => isOthers(id)),
    faults: run.faults.filter(({ file }) => isOthers(file)),
    ...(flaky !== undefined && { knownFlaky: flaky }),
  }
}

const isFailed = ({ state, failure }: TestCase): boolean => state === 'failed' && failure?.kind !== 'subtests'

function oldFailureIn(before: TestRun): (test: Pick<TestCase, 'id' | 'file'>) => boolean {
  const earlier = new Map(before.tests.map((test) => [test.id, test]))
  const faulty = new Set(before.faults.map(({ file }) => file))
  for (const { file, state } of before.tests) if (state === 'passed' || state === 'failed') faulty.delete(file)
  return ({ id, file }) => {
    if (isKnownFlaky(before, id)) return true
    const old = earlier.get(id)
    return old === undefined ? faulty.has(file) : isFailed(old)
  }
}

/** What passed and does not pass any more, and files that cannot be run whole as they could be. */
export function brokenIn(before: TestRun, run: TestRun): readonly string[] {
  if (run.problem !== null) return []
  const now = new Map(run.tests.map(({ id, state }) => [id, state]))
  const broken = before.tests.filter(({ id, state }) => state === 'passed' && now.get(id) !== 'passed')
  return [...broken.map(({ id }) => id), ...newFaults(before, run, []).map(({ file }) => file)]
}

/**
 * Faults of this work. A file that was faulty before and has not changed is no matter of it: but for more faults of the same kind, and
 * for another kind in a file of which some test passed.
 */
export function newFaults(before: TestRun, after: TestRun, changed: readonly string[]): readonly Fault[] {
  const left = new Map<string, number>()
  for (const fault of before.faults) left.set(keyOf(fault), (left.get(keyOf(fault)) ?? 0) + 1)
  const faulty = new Set(before.faults.map(({ file }) => file))
  for (const { file, state } of before.tests) if (state === 'passed') faulty.delete(file)
  return after.faults.filter((fault) => {
    if (changed.includes(fault.file)) return true
    if (isKnownFlaky(before, fault.file) || faulty.has(fault.file)) return false
    const count = left.get(keyOf(fault)) ?? 0
    left.set(keyOf(fault), count - 1)
    return count <= 0
  })
}

const keyOf = ({ kind, file }: Fault): string => `${kind} ${file}`

/** Ids that must be there still. A known flaky file may not run to its end, but no test is taken out of one that was changed. */
export const lasting = (before: TestRun, tests: readonly TestCase[], changed: readonly string[]): readonly string[] =>
  tests.filter(({ id, file }) => changed.includes(file) || !isKnownFlaky(before, id)).map(({ id }) => id)

/** What two runs of one tree disagree about, but for what was known before to be wrong. */
export function newFlakes<Flake extends { readonly id: string }>(
  before: TestRun,
  flakes: readonly Flake[],
): readonly Flake[] {
  const failed = new Set(before.tests.filter(({ state }) => state === 'failed').map(({ id }) => id))
  for (const { file } of before.faults) failed.add(file)
  return flakes.filter(({ id }) => !failed.has(id) && !isKnownFlaky(before, id))
}

/** Tests that fail, and files that cannot be run, as they did before; what is flaky is none of them. */
function oldFailures(before: TestRun, run: TestRun): readonly string[] {
  const fresh = new Set<TestCase | Fault>([...newFailures(before, run), ...newFaults(before, run, [])])
  const tests = run.tests.filter((test) => isFailed(test) && !fresh.has(test)).map(({ id }) => id)
  const faults = run.faults.filter((fault) => !fresh.has(fault)).map(({ file }) => file)
  return [...new Set([...faults, ...tests])].filter((id) => !isKnownFlaky(before, id))
}

/** For people, and for the run's end. */
export function dataOfOld(before: TestRun, run: TestRun): JsonObject {
  const ids = before.problem === null && run.problem === null ? oldFailures(before, run) : []
  return {
    oldFailures: ids.length,
    ...(ids.length > 0 && { failedBefore: ids.slice(0, 20).map((id) => bounded(id, 200)) }),
  }
}

/** Tests of which a gate found out that they were flaky before the work; told as those of the base commit are. */
export function dataOfFlaky(before: TestRun, known: TestRun): JsonObject {
  const flaky = newlyFlaky(before, known)
  return flaky.length === 0 ? {} : { flaky: flaky.slice(0, 50).map((id) => bounded(id, 200)) }
}

export const newlyFlaky = (before: TestRun, { knownFlaky = [] }: TestRun): readonly string[] =>
  knownFlaky.filter((id) => !isKnownFlaky(before, id))

/** What several runs knew, as one: a test that passed in any of them has passed, and a fault is one of all. */
export function knownToAll(runs: readonly TestRun[]): TestRun {
  const [first = nothingToRun(''), ...others] = runs
  const tests = new Map<string, TestCase>()
  for (const test of runs.flatMap((run) => run.tests)) {
    if (!tests.has(test.id) || test.state === 'passed') tests.set(test.id, test)
  }
  const isOfAll = (fault: Fault): boolean =>
    others.every((run) => newFaults(run, { ...run, faults: [fault] }, []).length === 0)
  return {
    ...first,
    tests: [...tests.values()],
    faults: first.faults.filter(isOfAll),
    knownFlaky: [...new Set(runs.flatMap(({ knownFlaky = [] }) => knownFlaky))],
  }
}
