/**
 * Whether a branch's tests demand its change: run over the base's source, at least one new or changed test must not pass. What passes
 * there all the same, or could not fail at all, proves nothing of the change.
 */
import type { Finding, Project } from '@sigma/protocol'
import type { Bench, Tools } from '../benches/bench.ts'
import { runTakenBack } from '../benches/taken-back.ts'
import { suiteMsOf, type TestCase, type TestRun } from '../runners/test-run.ts'
import { textIn } from '../test-changes/test-tree.ts'
import { listed } from '../text.ts'
import { emptyTests } from '../vacuous/vacuous.ts'
import { readable } from '../verdicts/verdicts.ts'
import { type BranchFinding, placed, placeOf, told } from './finding.ts'

export interface Demanding {
  readonly tools: Tools
  readonly project: Project
  readonly base: string
  readonly head: string
  /** Holds `head`. */
  readonly bench: Bench
  readonly before: TestRun
  readonly after: TestRun
  /** New and changed tests that pass. */
  readonly fresh: readonly TestCase[]
  /** Source files that differ. */
  readonly sources: readonly string[]
  /** Other code that differs, and is neither tests nor source. */
  readonly others: readonly string[]
}

export interface DemandsSeen {
  readonly findings: readonly BranchFinding[]
  /** Ids of the tests that do not pass over the base's source; null: that was not tried, or cannot be told. */
  readonly failing: readonly string[] | null
}

export async function demandsSeen(demanding: Demanding, signal: AbortSignal): Promise<DemandsSeen> {
  const { fresh, sources, others, before } = demanding
  const empty = await emptyIn(demanding)
  if (sources.length === 0)
    return { findings: [...emptied(fresh, empty, before, true), ...withoutSource(fresh, others)], failing: null }
  if (fresh.length === 0) return { findings: [told('warning', noTest(sources))], failing: [] }
  const { passed, problem } = await overBase(demanding, signal)
  if (problem !== null) return { findings: placed(readable(problem, 'over the source of the base')), failing: null }
  const failing = fresh.filter(({ id }) => !passed.has(id)).map(({ id }) => id)
  const proving = failing.filter((id) => !empty.has(id))
  const known = new Set(before.tests.map(({ id }) => id))
  const added = fresh.filter(({ id }) => !known.has(id))
  const isProved = proving.length > 0
  const passing = fresh.filter(({ id }) => passed.has(id) && !empty.has(id))
  return {
    findings: [
      ...emptied(fresh, empty, before, isProved),
      ...passing.map((test) => {
        const isNew = !known.has(test.id)
        const weight = isProved ? (isNew ? 'warning' : 'notice') : isNew ? 'refused' : 'warning'
        return told(weight, passesWithout(test, isNew, others), placeOf(test))
      }),
      ...(isProved || added.length > 0 ? [] : [told('warning', noTest(sources))]),
    ],
    failing,
  }
}

/** Of an old test that asserts nothing any more its demands are lost; a new one only proves nothing. */
function emptied(
  fresh: readonly TestCase[],
  empty: ReadonlyMap<string, Finding>,
  before: TestRun,
  isProved: boolean,
): readonly BranchFinding[] {
  const known = new Set(before.tests.map(({ id }) => id))
  return fresh.flatMap((test) => {
    const finding = empty.get(test.id)
    if (finding === undefined) return []
    return [told(known.has(test.id) || !isProved ? 'refused' : 'warning', finding, placeOf(test))]
  })
}

/** Tests that prove nothing, but for those that proved nothing before the branch either. */
async function emptyIn(demanding: Demanding): Promise<ReadonlyMap<string, Finding>> {
  const { tools, base, bench, before, fresh } = demanding
  const now = await emptyTests(bench, fresh)
  const old = before.tests.filter(({ id }) => now.has(id))
  const { sourceFiles, texts } = bench
  const text = async (file: string): Promise<string> => (await textIn(tools.checkouts, base, file)) ?? ''
  const then = await emptyTests({ sourceFiles, texts, text }, old)
  return new Map([...now].filter(([id]) => !then.has(id)))
}

interface OverBase {
  /** Ids of the tests that pass. */
  readonly passed: ReadonlySet<string>
  /** A run that says nothing; null: they all say something. */
  readonly problem: TestRun | null
}

/** A test may wait for what the old source never does, so that its file does not end: it does not pass. */
async function overBase(
  { tools, project, base, head, after, fresh }: Demanding,
  signal: AbortSignal,
): Promise<OverBase> {
  const files = [...new Set(fresh.map(({ file }) => file))]
  const limitMs = Math.min(project.checkLimitMs, 3 * suiteMsOf(after) + patienceMs)
  const run = async (some: readonly string[]): Promise<TestRun> =>
    (await runTakenBack(tools, project, { commit: head, to: base, files: some, limitMs }, signal)).run
  const first = await run(files)
  if (first.problem === null) return { passed: passedIn([first]), problem: null }
  if (first.problem.rule !== 'timed-out') return { passed: new Set(), problem: first }
  const runs: TestRun[] = []
  for (const file of files) runs.push(await run([file]))
  const problem = runs.find((each) => each.problem !== null && each.problem.rule !== 'timed-out') ?? null
  return { passed: passedIn(runs), problem }
}

const patienceMs = 10_000

const passedIn = (runs: readonly TestRun[]): ReadonlySet<string> =>
  new Set(runs.flatMap(({ tests }) => tests.filter(({ state }) => state === 'passed').map(({ id }) => id)))

function withoutSource(fresh: readonly TestCase[], others: readonly string[]): readonly BranchFinding[] {
  if (fresh.length === 0) return []
  const beside = others.length === 0 ? '' : ` Other code that differs: ${listed(others)}.`
  const what = fresh.length === 1 ? 'The new or changed test' : `The ${fresh.length} new or changed tests`
  return [
    told('notice', {
      rule: 'only-tests',
      message: `No source file differs. ${what} must pass over the source of the base, which proves nothing of a change.${beside}`,
      remedy: 'Where other code was changed, take its place into `source` in sigma.config.json.',
    }),
  ]
}

const noTest = (sources: readonly string[]): Finding => ({
  rule: 'change-not-demanded',
  message: `Source differs (${listed(sources, 5)}), and no new or changed test fails without that.`,
  remedy: 'Where the code does something else than before, write a test that asks for it.',
})

const passesWithout = ({ id }: TestCase, isNew: boolean, others: readonly string[]): Finding => ({
  rule: 'passes-without-change',
  message: `${id} is ${isNew ? 'new' : 'changed'} and passes over the source of the base as well: it proves nothing of this change.${
    others.length === 0 ? '' : ` What else differs, and was not taken back: ${listed(others)}.`
  }`,
  remedy:
    'Let it ask for what the change brings; where the change lies elsewhere, add that place to `source` in sigma.config.json.',
})
