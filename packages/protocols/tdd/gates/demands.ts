/**
 * Demands that were accepted in RED, at the end of their cycle (SIG-41, SIG-45): where test files are not as RED accepted them, the
 * accepted ones are run once more, as they were, over the combination that the work ended in. What they demand no more is
 * told, whether they pass or not. Where nothing differs, nothing is run: the gates before have measured just that.
 */

import {
  all,
  asGlob,
  bounded,
  brokenIn,
  type Changes,
  cannotJudge,
  flakesOf,
  flaky,
  isKnownFlaky,
  lookedBack,
  newlyFlaky,
  noChanges,
  noReasons,
  nothingToRun,
  openBench,
  type Reasons,
  readable,
  readEvidence,
  runAgain,
  sortingOf,
  type TestRun,
  type Tools,
  testChangesBetween,
  withoutFlakes,
  writeEvidence,
} from '@sigma/measuring'
import type { Check, Project } from '@sigma/protocol'
import type { DemandsFound, DemandsParameters, ProvedCycle } from '../machine/gate-parameters.ts'
import { type AcceptedTests, acceptedTests, type ChangedFiles, notPassing } from './accepted-tests.ts'
import { changedDemands } from './changed-demands.ts'
import type { Between } from './lost-in-red.ts'
import type { Measured } from './measured.ts'

export async function demands(
  tools: Tools,
  check: Check,
  { project, cycles }: DemandsParameters,
  signal: AbortSignal,
): Promise<Measured> {
  const proved: Proved[] = []
  for (const cycle of cycles) proved.push(await prove(tools, { project, commit: check.commit, signal }, cycle))
  const run = together(project, proved)
  const changes = await Promise.all(
    proved.map(({ cycle, paths }) => changedDemands(tools.checkouts, cycle, paths, sortingOf(project).isTest)),
  )
  const evidence = writeEvidence(tools.blobs, {
    gate: 'demands',
    commit: check.commit,
    sourceFrom: null,
    ...(await versions(tools, proved)),
    before: null,
    after: run,
    newTests: proved.flatMap(({ wanted }) => wanted.map(({ id }) => id)),
    testFiles: Object.assign({}, ...proved.map(({ hashes }) => hashes)),
    sourceFiles: {},
    coverage: null,
    coveredFiles: null,
    coverageBase: null,
    testChanges: changes.flatMap(({ changes: found }) => found),
  })
  const found: DemandsFound = {
    failing: proved.flatMap(({ cycle, reasons }) => (reasons.refused.length > 0 ? [cycle.name] : [])),
    changes: changes.flatMap(({ demands: changed }) => changed).slice(0, most),
  }
  const wanted = proved.reduce((sum, each) => sum + each.wanted.length, 0)
  const wavering = [...new Set(proved.flatMap((each) => each.flaky))]
  const failed = proved.reduce((sum, { reasons }) => sum + reasons.refused.length, 0)
  return {
    reasons: all(...proved.map(({ reasons }) => reasons)),
    evidence,
    data: {
      ...found,
      tests: wanted,
      failed,
      exitCode: run.exit,
      durationMs: run.durationMs,
      ...(wanted === 0 && { asAccepted: true }),
      ...(wavering.length > 0 && { flaky: wavering.slice(0, most).map((id) => bounded(id, 200)) }),
    },
  }
}

/** More changes are counted among the tests, not told one by one. */
const most = 200

/** What became of one cycle's accepted tests. */
interface Proved {
  readonly cycle: ProvedCycle
  /** Test files that are not as they were accepted. */
  readonly paths: readonly string[]
  readonly wanted: AcceptedTests['tests']
  readonly run: TestRun | null
  readonly reasons: Reasons
  /** Tests found to have been flaky before the cycle. */
  readonly flaky: readonly string[]
  readonly hashes: Readonly<Record<string, string>>
}

/** What the accepted tests are run over. */
interface Finished {
  readonly project: Project
  readonly commit: string
  readonly signal: AbortSignal
}

async function prove(tools: Tools, { project, commit, signal }: Finished, cycle: ProvedCycle): Promise<Proved> {
  const { isTest } = sortingOf(project)
  const differing = async (from: string, to: string): Promise<readonly string[]> =>
    (await tools.checkouts.diff(from, to)).map(({ path }) => path).filter(isTest)
  const paths = await differing(cycle.accepted.commit, cycle.now.commit)
  const unproved = { cycle, paths, wanted: [], run: null, flaky: [], hashes: {} }
  if (paths.length === 0) return { ...unproved, reasons: noReasons }
  const red = readEvidence(tools.blobs, cycle.accepted)
  if (red === null) return { ...unproved, reasons: cannotJudge(unknownRed(cycle)) }
  const isOthers = await othersTests(tools, { from: cycle.now.commit, to: commit, isTest }, red.after)
  const there = await tools.checkouts.files(cycle.accepted.commit)
  const wanted = acceptedTests(red, { changed: paths.filter((path) => there.includes(path)), isOthers })
  const spec = { commit, overlay: { commit: cycle.accepted.commit, globs: paths.map(asGlob) } }
  await using bench = await openBench(tools, project, spec, signal)
  const options = wanted.files === null ? {} : { files: wanted.files.filter((file) => bench.testFiles.includes(file)) }
  const run = await bench.run(options)
  const hashes = await bench.hashes(bench.testFiles)
  const told = { cycle, paths, wanted: wanted.tests, run, flaky: [], hashes }
  const failing = notPassing(cycle.name, wanted.tests, run)
  if (run.problem !== null || failing.refused.length === 0)
    return { ...told, reasons: all(readable(run, 'as RED accepted it'), failing) }
  const again = await runAgain(tools, project, { ...spec, ...options }, signal)
  const isWanted = new Set(wanted.tests.flatMap(({ id, file }) => [id, file]))
  const seen = again.problem === null ? flakesOf(run, again).filter(({ id }) => isWanted.has(id)) : []
  const held = [...brokenIn(red.after, run).filter((id) => isWanted.has(id)), ...seen.map(({ id }) => id)]
  const known = await lookedBack(tools, project, { commit, before: red.after, held, apart: paths }, signal)
  const flakes = seen.filter(({ id }) => !isKnownFlaky(known, id))
  const ids = new Set([...flakes.map(({ id }) => id), ...(known.knownFlaky ?? [])])
  const steady = wanted.tests.filter(({ id, file }) => !ids.has(id) && !ids.has(file))
  return {
    ...told,
    flaky: newlyFlaky(red.after, known),
    reasons: all(notPassing(cycle.name, steady, withoutFlakes(run, flakes)), flaky(flakes)),
  }
}

/** A file that another cycle touched too is not all of that cycle's: only tests that it made to demand another thing are. */
async function othersTests(
  { checkouts }: Tools,
  { from, to, isTest }: Between,
  { tests }: TestRun,
): Promise<ChangedFiles['isOthers']> {
  const changes = await testChangesBetween(checkouts, from, to, isTest)
  const theirs = changes.filter(({ kind }) => !['added', 'new', 'focused'].includes(kind))
  const known = new Set(tests.map(({ id }) => id))
  const ids = new Set(theirs.map(({ file, test }) => `${file} › ${test}`))
  // Of a name that is made in a loop, or was given anew, it is not known which test it is.
  const whole = new Set(theirs.filter(({ file, test }) => !known.has(`${file} › ${test}`)).map(({ file }) => file))
  return ({ id, file }) => ids.has(id) || whole.has(file)
}

const unknownRed = ({ name, accepted }: ProvedCycle) => ({
  rule: 'red-unknown',
  message: `There is no evidence of RED for ${accepted.commit}, so it is not known which tests of ${name} were accepted.`,
  remedy: 'Look at both versions of the tests, and decide.',
})

/** All that was run, as one run. */
function together({ runner }: Project, proved: readonly Proved[]): TestRun {
  const runs = proved.flatMap(({ run }) => run ?? [])
  const [first, ...others] = runs
  if (first === undefined) return nothingToRun(runner)
  const known = new Set<string>()
  return {
    ...first,
    exit: runs.find(({ exit }) => exit !== 0)?.exit ?? first.exit,
    durationMs: runs.reduce((sum, { durationMs }) => sum + durationMs, 0),
    tests: runs.flatMap(({ tests }) => tests).filter(({ id }) => !known.has(id) && known.add(id)),
    faults: runs.flatMap(({ faults }) => faults),
    problem: first.problem ?? others.find(({ problem }) => problem !== null)?.problem ?? null,
  }
}

const patchCharacters = 256 * 1024

/** Both versions of the tests, as evidence shows them. */
async function versions({ checkouts, blobs }: Tools, proved: readonly Proved[]): Promise<Changes> {
  const changed = proved.filter(({ paths }) => paths.length > 0)
  if (changed.length === 0) return noChanges
  const patches = await Promise.all(
    changed.map(({ cycle: { accepted, now }, paths }) =>
      checkouts.patch(accepted.commit, now.commit, patchCharacters, paths),
    ),
  )
  const differences = await Promise.all(
    changed.map(async ({ cycle: { accepted, now }, paths }) =>
      (await checkouts.diff(accepted.commit, now.commit)).filter(({ path }) => paths.includes(path)),
    ),
  )
  return {
    from: changed.length === 1 ? (changed[0]?.cycle.accepted.commit ?? null) : null,
    changes: differences.flat(),
    patch: blobs.put(patches.join('').slice(0, patchCharacters)),
  }
}
