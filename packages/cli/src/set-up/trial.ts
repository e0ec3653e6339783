/** Runs the project's tests once, as a gate would: at HEAD, in a checkout of its own, in the sandbox. */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { memoryBlobs, SigmaError } from '@sigma/engine'
import { type Cause, diagnose, jest, nodeTest, openBench, type TestRun, type Tools, vitest } from '@sigma/measuring'
import { createProcesses, createWorkspaces, secretsOf, usableRepository } from '@sigma/runtime'
import { prepareCache } from '../project/folders.ts'
import type { Project } from '../project/place.ts'
import { testedProject } from '../project/tested-project.ts'
import { holderOf } from '../runs/holder.ts'
import { requireTrust } from '../trust/trust.ts'
import type { World } from '../world.ts'
import { limitsOf, sandboxOf } from './sandbox.ts'

export type Tried =
  | { readonly kind: 'ran'; readonly run: TestRun; readonly causes: readonly Cause[] }
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
  const { launch, standing } = await sandboxOf(world, project)
  // Before the first run nobody has said that this repository's code may run as the person.
  if (launch === null || !standing.confined)
    return { kind: 'left-out', why: 'nothing confines tests here, so they would run as you', hint: 'sigma gates' }
  if (holderOf(world, project.folder) !== null)
    return { kind: 'left-out', why: 'runs are being played in this project', hint: 'sigma status' }
  const repository = await usableRepository(project.root, world.env['PATH'] ?? '')
  const cacheFolder = prepareCache(world)
  const scratch = mkdtempSync(join(cacheFolder, 'init-'))
  try {
    const { agents, setup, tests } = project.config
    const secrets = secretsOf({ environment: world.env, agents })
    const processes = createProcesses({ owner: scratch, secrets, sandbox: { launch } })
    const blobs = memoryBlobs()
    const checkouts = createWorkspaces({
      repository,
      // Nothing of Sigma's is left in the project by a look at it.
      dataFolder: scratch,
      cacheFolder,
      blobs,
      processes,
      environment: world.env,
      setup,
      confining: { hosts: tests.hosts, limits: limitsOf(project.config) },
    })
    const tools: Tools = {
      processes,
      checkouts,
      blobs,
      runners: [nodeTest, vitest, jest],
      baselines: new Map(),
      checked: new Map(),
    }
    return await measured(tools, project, repository.head, world.signal, told)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function measured(
  tools: Tools,
  project: Project,
  commit: string,
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
  return { kind: 'ran', run, causes }
}
