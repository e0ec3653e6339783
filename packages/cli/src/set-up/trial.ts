/** Runs the project's tests once, as a gate would: at HEAD, in a checkout of its own, in the sandbox. */
import { SigmaError } from '@sigma/engine'
import { type Cause, type CheckSeen, checksBefore, diagnose, openBench, type TestRun } from '@sigma/measuring'
import type { Project } from '../project/place.ts'
import { testedProject } from '../project/tested-project.ts'
import { playingHolderOf } from '../runs/holder.ts'
import { requireTrust } from '../trust/trust.ts'
import type { World } from '../world.ts'
import { atHead, type Head } from './at-head.ts'
import { refuseAbsent } from './preflight.ts'
import { sandboxOf } from './sandbox.ts'

export type Tried =
  | {
      readonly kind: 'ran'
      readonly run: TestRun
      readonly causes: readonly Cause[]
      /** The project's own checks. */
      readonly checks: readonly CheckSeen[]
    }
  /** Nothing was started. `hint`: the command that would change it. */
  | { readonly kind: 'left-out'; readonly why: string; readonly hint: string | null }
  | { readonly kind: 'interrupted' }

/** A suite that takes longer is told as one; its runs wait for `limits.check`. */
export const trialLimitMs = 180_000

/** `told` hears what is going on, in a few words. Whatever is in the way of trying is an answer, no failure. */
export async function tryTests(world: World, project: Project, told: (what: string) => void): Promise<Tried> {
  try {
    return await run(world, project, told)
  } catch (error) {
    if (world.signal.aborted) return { kind: 'interrupted' }
    if (!(error instanceof SigmaError)) throw error
    return { kind: 'left-out', why: error.message, hint: error.hint }
  }
}

async function run(world: World, project: Project, told: (what: string) => void): Promise<Tried> {
  await requireTrust(world, project)
  refuseAbsent(world, project)
  const { launch, standing } = await sandboxOf(world, project)
  // Before the first run nobody has said that this repository's code may run as the person.
  if (launch === null || !standing.confined)
    return { kind: 'left-out', why: 'nothing confines tests here, so they would run as you', hint: 'sigma gates' }
  if (playingHolderOf(world, project.folder) !== null)
    return { kind: 'left-out', why: 'runs are being played in this project', hint: 'sigma status' }
  return await atHead(world, project, (head) => measured(head, project, world.signal, told))
}

async function measured(
  { tools, commit }: Head,
  project: Project,
  signal: AbortSignal,
  told: (what: string) => void,
): Promise<Tried> {
  const tested = testedProject(project)
  told('a checkout of HEAD is made')
  await using bench = await openBench(tools, tested, { commit }, signal)
  told('the tests run')
  const run = await bench.run({ limitMs: Math.min(trialLimitMs, tested.checkLimitMs) })
  if (signal.aborted) return { kind: 'interrupted' }
  const isSound = run.problem === null && run.faults.length === 0 && run.tests.every(({ state }) => state !== 'failed')
  const causes = isSound ? [] : await diagnose(tools, tested, { commit, bench, run }, { signal, tell: told })
  const limited = { ...tested, checkLimitMs: Math.min(trialLimitMs, tested.checkLimitMs) }
  if (project.config.checks.length > 0) told('the checks of the project run')
  const checks = await checksBefore(tools, limited, commit, signal)
  return { kind: 'ran', run, causes, checks }
}
