/** RED has enough to go by: at least one new test that runs lies where this cycle's tests may lie (SIG-36). */
import { createMatcher } from '@sigma/engine'
import { type Fault, isTypeTest, type LeftOut, listed, noReasons, type Reasons, refuse } from '@sigma/measuring'
import type { RedParameters } from '../machine/gate-parameters.ts'
import type { Sides } from './red-again.ts'

type Wanted = Pick<RedParameters, 'tests' | 'project'>

export function enough({ tests, project }: Wanted, sides: Sides, faults: readonly Fault[]): Reasons {
  const { before, after, changed, found } = sides
  const inCycle = createMatcher(tests)
  const hasFresh = found.fresh.some((test) => inCycle(test.file))
  // Type tests may stand beside tests that run.
  const unseen = leftOutOf(sides).find(({ file }) => inCycle(file) && !(hasFresh && isTypeTest(file)))
  if (unseen !== undefined) return refuse(neverRuns(unseen, { tests, project }))
  if (hasFresh || faults.length > 0) return noReasons
  const empty = changed.filter((file) => after.empty.includes(file))
  if (empty.length > 0 || after.tests.length === 0) {
    const where =
      empty.length > 0 ? `${listed(empty)} ran without reporting a single test` : 'The whole suite holds no test'
    return refuse({
      rule: 'no-tests',
      message: `${where}.`,
      remedy: `Write tests with ${project.runner} in files that match ${listed(tests)}.`,
    })
  }
  const others = found.fresh.map(({ id }) => id)
  const elsewhere = others.length === 0 ? '' : ` New tests elsewhere do not count: ${listed(others)}.`
  return refuse({
    rule: 'no-new-test',
    message: `No test is new or changed in ${listed(tests)}.${elsewhere}${oldText(before, inCycle)}`,
    remedy: 'Write at least one test for the behaviour that is not there yet.',
  })
}

/** What a plan wants mended may fail already: a test of the cycle's own says the same beside it. */
function oldText({ tests }: Sides['before'], inCycle: (path: string) => boolean): string {
  const old = tests.filter(({ file, state }) => state === 'failed' && inCycle(file)).map(({ id }) => id)
  return old.length === 0 ? '' : ` What failed before does not count, though it may pass in the end: ${listed(old)}.`
}

/** Files of this turn that the runner's configuration leaves out, and in which nothing ran before. */
export const leftOutOf = ({ before, after, changed }: Omit<Sides, 'found'>): readonly LeftOut[] =>
  (after.leftOut ?? []).filter(({ file }) => changed.includes(file) && !before.tests.some((test) => test.file === file))

const neverRuns = ({ file, message }: LeftOut, { tests, project }: Wanted) => ({
  rule: 'no-tests',
  message: `No test of ${file} ran: ${message}`,
  remedy: isTypeTest(file)
    ? `Write tests that run, in files that match ${listed(tests)}; type tests may stand beside them.`
    : `Give the file a name and a place that the configuration of ${project.runner} takes in, of those that match ${listed(tests)}.`,
})
