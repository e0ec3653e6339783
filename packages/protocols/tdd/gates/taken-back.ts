/**
 * Can the tests still fail? With the implementation taken back to where it stood when they were accepted in RED, they must
 * fail again (SIG-43): what passes all the same is not passed by the implementation.
 */

import type { Early, Lanes, TakenBack, TestCase, TestRun } from '@sigma/measuring'
import {
  isClosed,
  isCode,
  listed,
  noReasons,
  openBench,
  type Reasons,
  readable,
  refuse,
  sortingOf,
  type Tools,
} from '@sigma/measuring'
import type { Finding, Project } from '@sigma/protocol'

export interface TakeBack {
  /** What is judged: its tests are run. */
  readonly commit: string
  /** The source as it was before the implementation: `takenBack.commit` of GREEN's evidence, or RED's commit. */
  readonly to: string
  /** Tests that must not pass then; only their files are run. */
  readonly tests: readonly Demand[]
}

/** `failure`: how it failed over that source before; null: nobody knows. */
type Demand = Pick<TestCase, 'id' | 'file' | 'failure'>

export interface Falsified {
  /** Refused by `passes-without-implementation`, a test each; `unknown` where the run says nothing. */
  readonly reasons: Reasons
  /** For the evidence. */
  readonly takenBack: TakenBack
}

/** Globs of what is taken back: the code under test, never a test nor what a test expects. */
export const implementationGlobs = ({ source, tests }: Project): readonly string[] => [
  ...source,
  ...tests.filter((glob) => !glob.startsWith('!')).map((glob) => `!${glob}`),
  '!**/__snapshots__/*.snap',
]

/** A run over the earlier source. */
export interface RunTakenBack {
  readonly run: TestRun
  /** It could share nothing with other runs but the machine's time. */
  readonly isClosed: boolean
}

export async function runTakenBack(
  tools: Tools,
  project: Project,
  { commit, to, files }: Pick<TakeBack, 'commit' | 'to'> & { readonly files: readonly string[] },
  signal: AbortSignal,
): Promise<RunTakenBack> {
  const { paths } = await othersChanged(tools, project, to, commit)
  const globs = [...implementationGlobs(project), ...paths.map(asGlob)]
  await using bench = await openBench(tools, project, { commit, overlay: { commit: to, globs } }, signal)
  const there = [...new Set(files)].filter((file) => bench.testFiles.includes(file))
  return { run: await bench.run({ files: there }), isClosed: isClosed(bench.checkout) }
}

/** Runs the tests over the earlier source, if that has not begun, and wants each of them not to pass. */
export async function failTakenBack(
  tools: Tools,
  project: Project,
  takeBack: TakeBack,
  { signal, lanes, early }: Taking,
): Promise<Falsified> {
  const { commit, to, tests } = takeBack
  const { code } = await othersChanged(tools, project, to, commit)
  const begun = await early()
  const inQuiet = async (): Promise<TestRun> => {
    await lanes.quiet()
    const files = tests.map(({ file }) => file)
    return (await runTakenBack(tools, project, { commit, to, files }, signal)).run
  }
  const run = begun !== null && failsOfItself(begun, tests) ? begun.run : await inQuiet()
  const passed = tests.filter(({ id }) => passes(run, id)).map(({ id }) => id)
  const failed = tests.map(({ id }) => id).filter((id) => !passed.includes(id))
  const reasons =
    run.problem === null
      ? refuse(...passed.map((id) => passesWithout(id, to, code)))
      : readable(run, 'with the implementation taken back')
  return { reasons, takenBack: { commit: to, tests: tests.map(({ id }) => id), failed: run.problem ? [] : failed } }
}

export interface Taking {
  readonly signal: AbortSignal
  readonly lanes: Pick<Lanes, 'quiet'>
  readonly early: Early<RunTakenBack>
}

/** Does each fail as it should, and not because other runs went on beside it? Where that is not certain it is run again. */
function failsOfItself({ run, isClosed: shutOff }: RunTakenBack, tests: readonly Demand[]): boolean {
  const now = new Map(run.tests.map((test) => [test.id, test]))
  return (
    run.problem === null &&
    tests.every(({ id, failure: before }) => {
      const test = now.get(id)
      if (test?.state !== 'failed') return false
      const asBefore = before !== null && test.failure?.kind === before.kind && test.failure.message === before.message
      return asBefore || (shutOff && isOwnFailure(test))
    })
  )
}

/** By what the test wants or the source does, not by what is round them. */
export const isOwnFailure = ({ failure }: TestCase): boolean =>
  failure !== null && ['assertion', 'not-implemented', 'source-error'].includes(failure.kind)

/** What is not there, or does not come to its end, does not pass. */
function passes(run: TestRun, id: string): boolean {
  return run.tests.some((test) => test.id === id && test.state === 'passed')
}

/**
 * Of the files that are neither tests nor source: data, such as translations, belongs to the implementation; code that
 * `source` does not take in, such as a set-up of the tests, does not.
 */
async function othersChanged(tools: Tools, project: Project, from: string, to: string) {
  const { isTest, isSource, isGuarded } = sortingOf(project)
  const changed = (await tools.checkouts.diff(from, to)).map(({ path }) => path)
  const others = changed.filter((path) => !isTest(path) && !isSource(path) && !isGuarded(path))
  return { paths: others.filter((path) => !isCode(path)), code: others.filter(isCode) }
}

/** A path in which nothing is a pattern. */
export const asGlob = (path: string): string => path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&')

const noteOn = (code: readonly string[]): string =>
  code.length === 0 ? '' : ` What else changed since then: ${listed(code)}.`

const passesWithout = (id: string, commit: string, code: readonly string[]): Finding => ({
  rule: 'passes-without-implementation',
  message: `${id} passes even with the source as it was in RED (${commit.slice(0, 10)}): it is not the implementation that makes it pass.${noteOn(code)}`,
  remedy:
    'Make the source pass the test, and undo what else makes it pass; where the implementation lies elsewhere, a person adds that place to `source` in sigma.config.json.',
})

/** Nothing to falsify: nothing was new. */
export const notFalsified: { readonly reasons: Reasons; readonly takenBack: null } = {
  reasons: noReasons,
  takenBack: null,
}
