/**
 * The combination of a slice's cycles: the whole suite passes on it, and every test that a cycle was accepted with is
 * there (DPTR-88, DPTR-101). What fails is put down to the cycles that make it fail (DPTR-102). Where finished work was carried
 * over to a branch that had moved, that branch may have changed or dropped tests of its own. A cycle alone is run no more
 * where its tree is the one that was accepted. Called `together`, it is a trial that nothing hangs on: what stands is not run for it.
 */

import type { TestRun } from '@sigma/measuring'
import {
  againOf,
  all,
  asMeant,
  baselineRun,
  changesBetween,
  confirmed,
  dataOf,
  dataOfFlaky,
  dataOfOld,
  type Evidence,
  flaky,
  isClean,
  knowing,
  knownToAll,
  type Meant,
  noChanges,
  noReasons,
  openBench,
  type Reasons,
  readable,
  readEvidence,
  runSuite,
  scopeOf,
  type Tools,
  withFlakes,
  withoutFlakes,
  writeEvidence,
} from '@sigma/measuring'
import type { Baseline, Check } from '@sigma/protocol'
import type { CombinedParameters, JointParameters } from '../machine/gate-parameters.ts'
import { type BesideTests, besideTests } from './beside-tests.ts'
import { bisected } from './bisected.ts'
import { type Accepted, type AcceptedWork, about, acceptedOf, failingIn, judge } from './combined-reasons.ts'
import { keepEvidence } from './evidence.ts'
import { heldBack } from './held-back.ts'
import type { Measured } from './measured.ts'
import { asTodayAtHead, dataOfToday, failedAmong, stoodIn } from './stood.ts'

/** Work that began by itself, of whose own plan no evidence tells. */
interface Begun extends CombinedCycle {
  readonly from?: Baseline
}

type CombinedCycle = CombinedParameters['cycles'][number]

interface Combining extends Omit<CombinedParameters, 'cycles'> {
  readonly cycles: readonly Begun[]
  /** What the cycles are, for people; absent: cycles. */
  readonly unit?: string
}

/** Work of several runs in the place of cycles. */
export const joint = (
  tools: Tools,
  check: Check,
  { project, parts, unit, moved, head }: JointParameters,
  signal: AbortSignal,
): Promise<Measured> =>
  combined(
    tools,
    check,
    { project, cycles: parts, unit, ...(moved !== undefined && { moved }), ...(head !== undefined && { head }) },
    signal,
  )

export async function combined(
  tools: Tools,
  check: Check,
  { project, cycles, moved, head, mutantsSince, strengthSince, waiver, unit = 'cycle' }: Combining,
  signal: AbortSignal,
): Promise<Measured> {
  const checked: Checked['checked'] = (reasons, run) =>
    besideTests(tools, check, { project, head, mutantsSince, strengthSince, waiver, reasons, run }, signal)
  const accepted: Accepted[] = []
  const known: TestRun[] = []
  const theirs = await changedBetween(tools, moved)
  const taken = new Map<string, readonly string[]>()
  for (const { name, accepted: work, from } of cycles)
    if (from !== undefined) taken.set(name, await takenAway(tools, project, { from, work }, signal))
  for (const cycle of cycles) {
    const others = cycles.filter((other) => other !== cycle)
    const meant = meantBy(tools, others, cycle, taken)
    const run = asMeant(await baselineRun(tools, project, cycle.accepted, signal), meant)
    known.push(run)
    const tests = run.tests.filter(({ file }) => !theirs.has(file))
    accepted.push(acceptedOf(cycle.name, { ...run, tests }))
  }
  const earlier = knownToAll(known)
  const wanted = wantedBy(tools, cycles)
  const same = await measuredBefore(tools, check, { cycles, moved })
  if (same !== null)
    return await asAccepted(tools, check, same, {
      accepted,
      before: earlier,
      wanted,
      stood: new Map(),
      culprits: new Map(),
      unit,
      checked,
    })
  await using bench = await openBench(tools, project, { commit: check.commit }, signal)
  const bases = new Set(cycles.map((cycle) => readEvidence(tools.blobs, cycle.accepted)?.coverageBase ?? null))
  const base = moved?.to ?? (bases.size === 1 ? ([...bases][0] ?? null) : null)
  const measured = await runSuite(bench, project, () => scopeOf(tools.checkouts, bench, base, check.commit), {
    final: check.gate !== 'together',
  })
  const first = { commit: check.commit, run: measured.run, before: earlier }
  const { before: seen, flakes, again } = await confirmed(tools, project, first, signal)
  const stood = stoodIn(tools, cycles)
  const before = await asTodayAtHead(tools, project, { before: seen, run: measured.run, stood }, signal)
  bench.doubt(failedAmong(stood, seen, measured.run))
  const suite = { ...measured, run: knowing(before, measured.run) }
  const { run } = suite
  const steady = withoutFlakes(run, flakes)
  const failing = moved === undefined ? failingIn({ before, wanted }, steady) : []
  const runs = accepted.map((each) => each.run)
  const bisecting = { project, commit: check.commit, cycles, runs, before, wanted }
  const culprits = await bisected(tools, bisecting, failing, signal)
  const work: AcceptedWork = { accepted, before, wanted, stood, culprits, unit }
  const ofTests = all(
    ...accepted.map((each) => readable(each.run, `in ${unit} ${each.name}`)),
    readable(run, 'on the combination'),
    run.problem === null ? judge(work, steady, withFlakes(run, again?.run ?? null, flakes)) : noReasons,
    about('the combination', flaky(flakes)),
    about(`combination of ${cycles.map((cycle) => cycle.name).join(', ')}`, suite.covered),
  )
  const checks = await checked(ofTests, run)
  const evidence = await keepEvidence(tools, check, bench, {
    from: base,
    before: null,
    after: run,
    coverage: suite.coverage,
    coveredFiles: suite.coveredFiles,
    coverageBase: base,
    again: again === null ? null : againOf(again, flakes),
    ...checks.evidence,
  })
  const data = {
    ...dataOf(suite),
    ...dataOfOld(before, run),
    ...dataOfFlaky(earlier, before),
    ...dataOfToday(seen, before),
    cycles: accepted.map((each) => each.name),
    ...(check.gate === 'together' ? { fits: isClean(ofTests) } : { wholeTree: run.wholeTree === true }),
    ...checks.data,
  }
  return {
    reasons: await heldBack(tools, { commit: check.commit, tests: run.tests }, all(ofTests, checks.reasons)),
    evidence,
    data,
  }
}

/** Tests that the work took away since it began, as its own gates let it. */
async function takenAway(
  tools: Tools,
  project: CombinedParameters['project'],
  { from, work }: { readonly from: Baseline; readonly work: Baseline },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const before = await baselineRun(tools, project, from, signal)
  const after = await baselineRun(tools, project, work, signal)
  if (before.problem !== null || after.problem !== null) return []
  const left = new Set(after.tests.map(({ id }) => id))
  return before.tests.map(({ id }) => id).filter((id) => !left.has(id))
}

/** What other cycles replaced or named anew; a test that is this cycle's own demand stays. */
function meantBy(
  tools: Tools,
  others: CombinedParameters['cycles'],
  cycle: CombinedParameters['cycles'][number],
  taken: ReadonlyMap<string, readonly string[]>,
): Meant {
  const own = new Set(readEvidence(tools.blobs, cycle.accepted)?.takenBack?.tests)
  const meant = others.flatMap(({ accepted }) => readEvidence(tools.blobs, accepted)?.meant ?? [])
  return {
    replaced: [
      ...meant.flatMap(({ replaced }) => replaced),
      ...others.flatMap(({ name }) => taken.get(name) ?? []),
    ].filter((id) => !own.has(id)),
    renamed: meant.flatMap(({ renamed }) => renamed).filter(({ from }) => !own.has(from)),
  }
}

/** What RED accepted of each cycle; no such test is an old failure. */
function wantedBy({ blobs }: Tools, cycles: CombinedParameters['cycles']): ReadonlySet<string> {
  const known = cycles.map(({ accepted }) => readEvidence(blobs, accepted))
  return new Set(known.flatMap((each) => [...(each?.newTests ?? []), ...(each?.takenBack?.tests ?? [])]))
}

type Combination = Pick<CombinedParameters, 'cycles' | 'moved'>

/** A cycle alone, of whose accepted tree not a file differs, was measured as a whole by the gate that accepted it. */
async function measuredBefore(
  tools: Tools,
  { commit }: Check,
  { cycles, moved }: Combination,
): Promise<Evidence | null> {
  const [only, ...others] = cycles
  if (only === undefined || others.length > 0 || moved !== undefined) return null
  const known = readEvidence(tools.blobs, only.accepted)
  if (known === null || known.sourceFrom !== null || known.after.problem !== null) return null
  // Where a verdict is final, nothing stands that did not run on the very tree.
  if (known.after.stood !== undefined && known.after.wholeTree !== true) return null
  return (await tools.checkouts.diff(known.commit, commit)).length === 0 ? known : null
}

interface Checked {
  /** Asked last: what breaks a test is told before how the code is laid out. */
  readonly checked: (reasons: Reasons, run: TestRun) => Promise<BesideTests>
}

async function asAccepted(
  tools: Tools,
  { commit }: Check,
  same: Evidence,
  { checked, ...work }: AcceptedWork & Checked,
): Promise<Measured> {
  const { coverageBase: base } = same
  const { accepted, before } = work
  const ofTests = judge(work, same.after, same.after)
  const checks = await checked(ofTests, same.after)
  const changes = base === null ? noChanges : await changesBetween(tools, base, commit)
  const evidence = writeEvidence(tools.blobs, {
    ...same,
    gate: 'combined',
    commit,
    ...changes,
    before: null,
    newTests: [],
    ...checks.evidence,
    meant: null,
  })
  const data = {
    ...dataOf({ run: same.after, ...same }),
    ...dataOfOld(before, same.after),
    cycles: accepted.map(({ name }) => name),
    asAccepted: true,
    ...checks.data,
  }
  return {
    reasons: await heldBack(tools, { commit, tests: same.after.tests }, all(ofTests, checks.reasons)),
    evidence,
    data,
  }
}

/** Files that other people changed while the work went on. */
async function changedBetween(tools: Tools, moved: CombinedParameters['moved']): Promise<ReadonlySet<string>> {
  if (moved === undefined) return new Set()
  return new Set((await tools.checkouts.diff(moved.from, moved.to)).map(({ path }) => path))
}
