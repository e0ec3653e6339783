/**
 * Runs that take all cores: a runner by itself leaves one free, which on two cores is half of the machine. Test files that go at the
 * same time may be in each other's way, so where something fails in a wide run, it is made again as the project runs its tests.
 */
import { hasFailed, type TestRun } from '../runners/test-run.ts'
import type { SuiteRecord } from './record.ts'

/** A shorter run gains nothing by another worker, which has to start. */
const leastWideMs = 5_000
/** So many files of which nothing is known yet are taken to last. */
const leastWideFiles = 20

/** True: the run gains by a test file at a time for each core. Where something is known to fail, a wide run would only be made again. */
export function isWorthWide(base: SuiteRecord | null, asked: number, all: number): boolean {
  if (base === null) return asked > leastWideFiles
  const hasFailing = base.files.values().some(({ outcome }) => outcome === null)
  return !(base.isNarrow || hasFailing) && (base.suiteMs * asked) / Math.max(1, all) > leastWideMs
}

/** True: the wide run may have failed because it was wide. A cheat that it caught stays caught. */
export const isDoubtful = ({ problem, ...run }: TestRun): boolean =>
  problem === null ? hasFailed(run) : problem.rule !== 'tests-rewritten' && problem.rule !== 'coverage-forged'

/** The wide run has failures that the other has not. */
export function failsMore(wide: TestRun, run: TestRun): boolean {
  if (run.problem !== null) return false
  if (wide.problem !== null) return true
  const failed = ({ tests, faults }: TestRun): ReadonlySet<string> =>
    new Set([...tests.filter(({ state }) => state === 'failed').map(({ id }) => id), ...faults.map(({ file }) => file)])
  const others = failed(run)
  return [...failed(wide)].some((each) => !others.has(each))
}
