/** GREEN's second run (SIG-52): disguised where the changed source could tell that it is tested, plain elsewhere. */
import type { Project } from '@sigma/protocol'
import type { Tools } from './bench.ts'
import type { Again } from './evidence.ts'
import { all, noReasons, type Reasons } from './reasons.ts'
import type { TestRun } from './runners/test-run.ts'
import { againOf, type Flake, flakesOf, flaky, runAgain } from './twice.ts'
import { readable } from './verdicts.ts'

export interface SecondOpinion {
  /** What the two runs disagree about, and what hides behind the signs of a test run. */
  readonly reasons: Reasons
  readonly flakes: readonly Flake[]
  /** Null: there was nothing to confirm. */
  readonly run: TestRun | null
  /** For the evidence. */
  readonly again: Again | null
}

export const noOpinion: SecondOpinion = { reasons: noReasons, flakes: [], run: null, again: null }

export async function secondOpinion(
  tools: Tools,
  project: Project,
  commit: string,
  first: TestRun,
  signal: AbortSignal,
): Promise<SecondOpinion> {
  const run = await runAgain(tools, project, { commit }, signal)
  return opinionOf(first, run)
}

function opinionOf(first: TestRun, run: TestRun): SecondOpinion {
  const flakes = run.problem === null ? flakesOf(first, run) : []
  return { reasons: all(readable(run, 'the second time'), flaky(flakes)), flakes, run, again: againOf(run, flakes) }
}
