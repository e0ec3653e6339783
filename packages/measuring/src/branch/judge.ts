/**
 * The gates alone, on a branch that anybody made: no run, no plan, no phases. What tests prove of the change, what old tests still
 * demand, whether all pass, and how much of the change they cover.
 */
import type { Project, Verdict } from '@sigma/protocol'
import { baselineRun, openBench, type Sorting, sortingOf, type Tools } from '../benches/bench.ts'
import { isCode } from '../benches/is-code.ts'
import { othersChanged } from '../benches/taken-back.ts'
import { type Comparison, measure } from '../measures/measures.ts'
import { rises } from '../measures/rises.ts'
import { strengthHeld } from '../mutants/own/floor.ts'
import { type Recordings, record } from '../replay/recording.ts'
import { replay } from '../replay/replay.ts'
import type { TestRun } from '../runners/test-run.ts'
import { comparedTests } from '../test-changes/compared-tests.ts'
import { asMeant } from '../test-changes/meant.ts'
import { renamedIn } from '../test-changes/renamed-in.ts'
import { testChangesBetween } from '../test-changes/test-changes.ts'
import { textIn } from '../test-changes/test-tree.ts'
import { concerning, unlikeBefore } from '../twice/chosen.ts'
import { never } from '../twice/lanes.ts'
import { noOpinion, secondOpinion } from '../twice/second-opinion.ts'
import { oneAfterAnother } from '../twice/side-by-side.ts'
import { flaky, withFlakes, withoutFlakes } from '../twice/twice.ts'
import { isKnownFlaky, newFailures, newFaults } from '../verdicts/known.ts'
import { refuse } from '../verdicts/reasons.ts'
import { describe, faulty, readable, testFails } from '../verdicts/verdicts.ts'
import { type ChangedLines, coveredRun } from './covered.ts'
import { demandsSeen } from './demands.ts'
import { type BranchFinding, fewOfEach, placed, placeIn, placeOf, told, verdictOn } from './finding.ts'
import { lostDemandsIn, lostTests, vanishedIds } from './old-tests.ts'

export interface Branch {
  readonly project: Project
  /** Where the branch began: the merge base. */
  readonly base: string
  readonly head: string
}

export interface Counts {
  readonly total: number
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Failed at the base already, or passed there now and then. */
  readonly failedBefore: number
  /** New and changed tests that pass. */
  readonly fresh: number
  /** Of those, how many do not pass over the base's source; null: not tried, or not known. */
  readonly failingWithout: number | null
}

export interface Judgement {
  readonly verdict: Verdict
  readonly findings: readonly BranchFinding[]
  /** The runner with its version. */
  readonly runner: string
  readonly tests: Counts
  readonly coverage: ChangedLines | null
  /** Of the source files that differ; null: none does. */
  readonly measures: Comparison | null
  /** How many files of each kind differ. */
  readonly files: { readonly source: number; readonly tests: number; readonly others: number }
}

export interface Judging {
  readonly signal: AbortSignal
  /** Hears what is going on, in a few words. */
  readonly tell: (what: string) => void
}

/** Null: the two commits hold the same. */
export async function judgeBranch(tools: Tools, branch: Branch, { signal, tell }: Judging): Promise<Judgement | null> {
  const { project, base, head } = branch
  const { checkouts } = tools
  const sorting = sortingOf(project)
  const changed = (await checkouts.diff(base, head)).map(({ path }) => path)
  if (changed.length === 0) return null
  tell('the tests of the base run')
  const seen: TestRun = { ...(await baselineRun(tools, project, { commit: base, evidence: null }, signal)), head: base }
  tell('the tests of HEAD run')
  await using bench = await openBench(tools, project, { commit: head }, signal)
  const measured = await coveredRun(tools, project, bench, { base, head })
  const changes = await testChangesBetween(checkouts, base, head, sorting.isTest)
  const { measures, findings: rose } = await measuresOf(tools, branch, changed, sorting)
  const blocked = [
    ...placed(readable(seen, 'at the base')),
    ...placed(readable(measured.run, 'at HEAD')),
    ...placed(noTests(seen, measured.run)),
  ]
  const old = { checkouts, base, head, sorting, changed, changes }
  const plain = [...guardedFiles(changed, sorting), ...measured.findings]
  if (blocked.length > 0) {
    const lost = await lostDemandsIn({ ...old, after: measured.run }, new Set())
    const findings = [...blocked, ...lost, ...plain]
    return judgement(branch, { run: measured.run, findings, measures, changed, sorting, lines: measured.lines })
  }
  tell('the tests of HEAD run again')
  await using lanes = oneAfterAnother.open(project, bench.checkout, 1, signal)
  const holding = bench.testFiles.filter((file) => changed.includes(file))
  const first = { bench, commit: head, changed, holding, before: seen, run: measured.run, lanes, early: never }
  const sourcesOfHead = bench.sourceFiles.filter((file) => changed.includes(file))
  const among = concerning({ changed, holding: [...holding, ...unlikeBefore(seen, measured.run)] })
  const recorded = { commit: head, sources: sourcesOfHead, files: holding }
  const isAsked = recorded.sources.length > 0 && recorded.files.length > 0
  let recordings: Recordings | null = null
  const recordNow = async (signal: AbortSignal): Promise<Recordings> => {
    const now = await record(tools, project, { ...recorded, among }, signal)
    // Nothing that a broken run noted can be trusted, so an earlier recording stays.
    if (now.run.problem === null) recordings = now
    return now
  }
  const opinion = changed.some((path) => bench.files.includes(path))
    ? await secondOpinion(tools, project, { ...first, ...(isAsked && { recorded: recordNow }) }, signal)
    : noOpinion(seen)
  const { reasons: bare } = isAsked
    ? await replay(tools, project, recorded, recordings ?? (await recordNow(signal)), signal)
    : { reasons: refuse() }
  const run = withoutFlakes(measured.run, opinion.flakes)
  const there = withFlakes(measured.run, opinion.run, opinion.flakes)
  const renamed = await renamedIn(checkouts, base, bench, { before: opinion.before, after: there })
  const before = asMeant(opinion.before, { replaced: [], renamed: [...renamed] })
  const found = await comparedTests(checkouts, base, bench, { before, after: run, changed: holding })
  const names = new Set(renamed.map(({ to }) => to))
  const fresh = found.fresh.filter(({ id, state }) => state === 'passed' && !names.has(id))
  const sources = changed.filter(sorting.isSource)
  const others = (await othersChanged(tools, project, base, head)).code
  tell('the new tests run over the source of the base')
  const demands = await demandsSeen(
    { tools, project, base, head, bench, before, after: run, fresh, sources, others },
    signal,
  )
  const { reasons: weak } = await strengthHeld(tools, project, { from: base, commit: head }, signal)
  const gone = new Set(vanishedIds(before, there, old))
  // What does something new may well decide in more places.
  const isRefactoring = demands.failing?.length === 0 && demands.findings.every(({ weight }) => weight !== 'refused')
  const findings = [
    ...opinion.flakes.flatMap((flake) => placed(flaky([flake]), placeIn(measured.run, flake.id))),
    ...placed({ ...opinion.reasons, refused: opinion.reasons.refused.filter(({ rule }) => rule !== 'flaky') }),
    ...placed(bare),
    ...passing(before, run, holding),
    ...lostTests({ before, after: run }, gone),
    ...(await lostDemandsIn({ ...old, after: run }, gone)),
    ...demands.findings,
    ...placed(weak),
    ...rose.filter(({ rule }) => isRefactoring || rule !== 'complexity-rose'),
    ...plain,
  ]
  const counts = { fresh: fresh.length, failingWithout: demands.failing?.length ?? null }
  return judgement(branch, {
    run,
    findings,
    measures,
    changed,
    sorting,
    lines: measured.lines,
    ...counts,
  })
}

/** What fails, and what failed at the base already. */
function passing(before: TestRun, run: TestRun, holding: readonly string[]): readonly BranchFinding[] {
  const [failed, faults] = [newFailures(before, run), newFaults(before, run, holding)]
  const isNew = new Set<unknown>([...failed, ...faults])
  const remedy = 'It is no matter of this branch; repair it apart from it.'
  const atBase = (id: string, did: string): string =>
    isKnownFlaky(before, id) ? 'is flaky at the base as well' : `${did} at the base either`
  return [
    ...faults.flatMap((fault) => placed(faulty([fault]), { file: fault.file, line: null })),
    ...failed.map((test) => told('refused', testFails(test), placeOf(test))),
    ...run.faults
      .filter((fault) => !isNew.has(fault))
      .map(({ file, message }) =>
        told(
          'notice',
          {
            rule: 'failed-at-base',
            message: `${file} cannot be run whole, and ${atBase(file, 'could not')}: ${message}`,
            remedy,
          },
          { file, line: null },
        ),
      ),
    ...run.tests
      .filter((test) => isOldFailure(test) && !isNew.has(test))
      .map((test) =>
        told(
          'notice',
          {
            rule: 'failed-at-base',
            message: `${test.id} fails, and ${atBase(test.id, 'did not pass')}: ${describe(test)}`,
            remedy,
          },
          placeOf(test),
        ),
      ),
  ]
}

const isOldFailure = ({ state, failure }: TestRun['tests'][number]): boolean =>
  state === 'failed' && failure?.kind !== 'subtests'

const noTests = (before: TestRun, after: TestRun) => {
  const isEmpty = (run: TestRun): boolean => run.problem === null && run.tests.length + run.faults.length === 0
  if (!isEmpty(before) || !isEmpty(after)) return refuse()
  return {
    refused: [],
    unjudged: [
      {
        rule: 'no-tests',
        message: 'There is no test at the base and none at HEAD, so nothing can be told of this branch.',
        remedy:
          'Write a test; where there are some, `sigma init` finds them, or name them in `tests.files` of sigma.config.json.',
      },
    ],
  }
}

/** What decides how tests run, what is installed, or what snapshots expect. */
const guardedFiles = (changed: readonly string[], { isGuarded }: Sorting): readonly BranchFinding[] =>
  changed.filter(isGuarded).map((file) => {
    const isOwn = /(^|\/)sigma\.config\.(json|ts)$/.test(file)
    const finding = {
      rule: 'guarded-changed',
      message: `${file} differs: ${isOwn ? 'it says how this very branch is judged' : 'it has a part in how tests run, in what is installed, or in what tests expect'}.`,
      remedy: 'Look at this change yourself: tests cannot tell whether it is meant.',
    }
    return told(isOwn ? 'warning' : 'notice', finding, { file, line: null })
  })

async function measuresOf(
  { checkouts }: Tools,
  { base, head }: Branch,
  changed: readonly string[],
  { isSource }: Sorting,
): Promise<{ readonly measures: Comparison | null; readonly findings: readonly BranchFinding[] }> {
  const files = changed.filter((path) => isSource(path) && isCode(path))
  if (files.length === 0) return { measures: null, findings: [] }
  const textsAt = async (commit: string): Promise<Map<string, string>> => {
    const texts = await Promise.all(files.map(async (file) => [file, await textIn(checkouts, commit, file)] as const))
    return new Map(texts.flatMap(([file, text]) => (text === null ? [] : [[file, text] as const])))
  }
  const [was, is] = [await textsAt(base), await textsAt(head)]
  const unread = new Set([...measure(was).unread, ...measure(is).unread])
  const readableOf = (texts: ReadonlyMap<string, string>) =>
    measure(new Map([...texts].filter(([file]) => !unread.has(file))))
  const measures: Comparison = { of: 'implementation', before: readableOf(was), after: readableOf(is) }
  return { measures, findings: rises(measures).map((finding) => told('warning', finding)) }
}

interface Seen {
  readonly run: TestRun
  readonly findings: readonly BranchFinding[]
  readonly measures: Comparison | null
  readonly changed: readonly string[]
  readonly sorting: Sorting
  readonly lines: ChangedLines | null
  readonly fresh?: number
  readonly failingWithout?: number | null
}

function judgement(
  { project }: Branch,
  { run, findings, measures, changed, sorting, lines, fresh = 0, failingWithout = null }: Seen,
): Judgement {
  const count = (state: string): number => run.tests.filter((test) => test.state === state).length
  const [tests, source] = [changed.filter(sorting.isTest).length, changed.filter(sorting.isSource).length]
  return {
    verdict: verdictOn(findings),
    findings: fewOfEach(findings),
    runner: run.version === null ? project.runner : `${project.runner} ${run.version}`,
    tests: {
      total: run.tests.length,
      passed: count('passed'),
      failed: count('failed'),
      skipped: count('skipped') + count('todo'),
      failedBefore: findings.filter(({ rule }) => rule === 'failed-at-base').length,
      fresh,
      failingWithout,
    },
    coverage: lines,
    measures,
    files: { source, tests, others: changed.length - tests - source },
  }
}
