/**
 * Runs that take all cores: a runner by itself leaves one free, which on two cores is half of the machine. Test files that go at the
 * same time may be in each other's way, so what fails in a wide run is asked again as the project runs its tests.
 */
import type { TestRun } from '../runners/test-run.ts'
import { failedIn } from './outcomes.ts'
import type { SuiteRecord } from './record.ts'

/** What takes less gains nothing by another worker, which has to start. */
const leastWideMs = 5_000
/** So many files of which nothing is known yet are taken to last. */
const leastWideFiles = 20

/** Whether a run gains by a test file at a time for each core. */
export function isWorthWide(base: SuiteRecord | null, asked: number, all: number): boolean {
  if (base === null) return asked > leastWideFiles
  return !base.isNarrow && (base.suiteMs * asked) / Math.max(1, all) > leastWideMs
}

/** Something failed of which it is not known that it does. */
export const failedBeyond = (base: SuiteRecord | null, run: TestRun): boolean =>
  failedIn(run, { has: (file) => base === null || base.files.get(file)?.outcome !== null })

/** The wide run has failures that the other has not. */
export function failsMore(wide: TestRun, run: TestRun): boolean {
  if (wide.problem !== null) return true
  const failed = ({ tests, faults }: TestRun): ReadonlySet<string> =>
    new Set([...tests.filter(({ state }) => state === 'failed').map(({ id }) => id), ...faults.map(({ file }) => file)])
  const others = failed(run)
  return [...failed(wide)].some((each) => !others.has(each))
}
