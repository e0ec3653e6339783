/** Whether what fails does so twice, and did not already do so now and then before the work. */
import type { Project } from '@sigma/protocol'
import type { Tools } from '../benches/bench.ts'
import type { TestRun } from '../runners/test-run.ts'
import { brokenIn, newFailures, newFaults, newFlakes } from '../verdicts/known.ts'
import { comparedAlike, type Differ, type Rerun } from './alike.ts'
import { only, type Part, runPart, unlikeBefore } from './chosen.ts'
import { lookedBack } from './looked-back.ts'
import { type Flake, flakesOf, runAgain } from './twice.ts'

export interface Confirmed {
  /** What was seen before the work, with what is now known of it to have been flaky. */
  readonly before: TestRun
  /** Disagreements of the two runs; none where there was no second one. */
  readonly flakes: readonly Flake[]
  /** Null: the first run left nothing to confirm, or said nothing. */
  readonly again: Part | null
}

/** Work that was measured once. */
export interface Unconfirmed {
  readonly commit: string
  readonly run: TestRun
  readonly before: TestRun
}

/**
 * Runs the files again where something failed that did not before, to tell what is flaky from what fails. For verdicts that need no second pass, because
 * an earlier gate has taken it.
 */
export async function confirmed(
  tools: Tools,
  project: Project,
  { commit, run, before }: Unconfirmed,
  signal: AbortSignal,
): Promise<Confirmed> {
  const failed = newFaults(before, run, []).length + newFailures(before, run).length
  if (run.problem !== null || failed === 0) return { before, flakes: [], again: null }
  const again: Rerun = (files) => runAgain(tools, project, { commit, ...(files !== null && { files }) }, signal)
  const asked = await runPart(tools, project, { commit }, only(unlikeBefore(before, run)), signal)
  const differ: Differ = (one, other) => newFlakes(before, flakesOf(one, other))
  const { second, flakes } = await comparedAlike(again, run, asked, differ)
  const held = [...brokenIn(before, run), ...flakes.map(({ id }) => id)]
  const known = await lookedBack(tools, project, { commit, before, run, held }, signal)
  return { before: known, flakes: newFlakes(known, flakes), again: second }
}
