/**
 * Can the tests still fail? With the implementation taken back to where it stood when they were accepted in RED, they must
 * fail again (SIG-43): what passes all the same is not passed by the implementation.
 */

import type { Early, Lanes, RunTakenBack, TakenBack, TestCase, TestRun } from '@sigma/measuring'
import {
  listed,
  noReasons,
  othersChanged,
  type Reasons,
  readable,
  refuse,
  runTakenBack,
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
