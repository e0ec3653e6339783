/** Plays the proofs of gates with the ports that runs are made with, in a repository made for it and removed after. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  atOnce,
  type Checkouts,
  type ConfinementLimits,
  type GateKit,
  type GateProof,
  type Gates,
  type GateWorld,
  type Kit,
  memoryBlobs,
  type Processes,
  runProof,
} from '@sigma/engine'
import type { Files } from '@sigma/measuring'
import { createProcesses, createWorkspaces, type Detected, usableRepository } from '@sigma/runtime'
import { gitSetupFailed } from '../errors.ts'
import type { World } from '../world.ts'
import { storesOf } from './stores.ts'

export interface Proved {
  readonly gate: string
  /** The rule that must refuse; null: honest work, which must pass. */
  readonly rule: string | null
  readonly title: string
  readonly ok: boolean
  readonly saw: string
  readonly ms: number
}

/** How the programs of runs are confined. */
export interface ProofsConfinement extends Pick<Detected, 'launch'> {
  readonly limits: ConfinementLimits
}

/** A proof, and the gates that it is shown to. */
export interface Shown {
  readonly gates: GateKit
  readonly proof: GateProof
}

/** All that the gates of these protocols are shown in a project with that test runner. */
export async function shownBy(kits: readonly Kit[], runner: string): Promise<readonly Shown[]> {
  // Protocols may share their gates.
  const loads = [...new Set(kits.map(({ gates }) => gates))]
  const loaded = await Promise.all(loads.map((load) => load?.() ?? []))
  return loaded.flat().flatMap((gates) => gates.proofs(runner).map((proof) => ({ gates, proof })))
}

export interface Proving {
  /** Hears of each proof as soon as it is known. */
  readonly told?: (proved: Proved) => void
  /** The `node_modules` with the runner of the proofs. */
  readonly modules?: string | null
  readonly confinement?: ProofsConfinement | null
}

export async function playProofs(
  world: World,
  played: readonly Shown[],
  { told, modules = null, confinement = null }: Proving = {},
): Promise<readonly Proved[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sigma-doctor-'))
  try {
    const sandbox = confinement === null || confinement.launch === null ? undefined : { launch: confinement.launch }
    const processes = createProcesses({ owner: folder, sandbox })
    const commitFiles = await openRepository(world, processes, join(folder, 'project'))
    const repository = await usableRepository(join(folder, 'project'), world.env['PATH'] ?? '')
    const blobs = memoryBlobs()
    const workspaces = createWorkspaces({
      repository,
      dataFolder: join(folder, 'data'),
      cacheFolder: join(folder, 'cache'),
      blobs,
      processes,
      environment: world.env,
      setup: null,
      confining: confinement === null ? undefined : { hosts: [], limits: confinement.limits },
    })
    const checkouts = modules === null ? workspaces : withModules(workspaces, modules)
    const open = openedOnce({ processes, checkouts, blobs })
    const play = async ({ gates, proof }: Shown): Promise<readonly Proved[]> => {
      if (world.signal.aborted) return []
      const began = world.now()
      const { gate, rule, title } = proof
      const result = await runProof(proof, open(gates), commitFiles, world.signal).catch(brokeDown)
      const proved = { gate, rule, title, ...result, ms: world.now() - began }
      told?.(proved)
      return [proved]
    }
    return (await atOnce(played, proofsAtOnce(availableParallelism()), play)).flat()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** They wait for processes, so there are two of them on one core. */
export const proofsAtOnce = (cores: number): number => Math.max(2, cores)

/** Gates keep what they measured before, for those of their own. */
function openedOnce(world: GateWorld): (gates: GateKit) => Gates {
  const opened = new Map<GateKit, Gates>()
  return (kit) => {
    const gates = opened.get(kit) ?? kit.open(world)
    opened.set(kit, gates)
    return gates
  }
}

/** No copy is made of them: what runs there is Sigma's own. */
const withModules = (checkouts: Checkouts, modules: string): Checkouts => ({
  ...checkouts,
  open: async (spec) => {
    const checkout = await checkouts.open(spec)
    rmSync(join(checkout.path, 'node_modules'), { force: true })
    symlinkSync(modules, join(checkout.path, 'node_modules'))
    const { confined } = checkout
    if (confined === undefined) return checkout
    return { ...checkout, confined: { ...confined, reads: [...confined.reads, modules, ...storesOf(modules)] } }
  },
})

const brokeDown = (error: unknown): { readonly ok: false; readonly saw: string } => ({
  ok: false,
  saw: `the checker broke: ${error instanceof Error ? error.message : String(error)}`,
})

/** A repository, and how to commit exactly these files in it; one commit at a time. */
async function openRepository(
  world: World,
  processes: Processes,
  folder: string,
): Promise<(files: Files) => Promise<string>> {
  const env = {
    PATH: world.env['PATH'] ?? '',
    HOME: folder,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_AUTHOR_NAME: 'sigma doctor',
    GIT_AUTHOR_EMAIL: 'doctor@sigma.invalid',
    GIT_COMMITTER_NAME: 'sigma doctor',
    GIT_COMMITTER_EMAIL: 'doctor@sigma.invalid',
  }
  const git = async (...args: readonly string[]): Promise<string> => {
    const spec = { command: ['git', ...args], cwd: folder, env, limitMs: 30_000, maxOutputBytes: 100_000, graceMs: 500 }
    const { exit, stdout, stderr, reason } = await processes.run(spec, world.signal)
    if (exit !== 0) throw gitSetupFailed(reason ?? stderr)
    return stdout.trim()
  }
  let last: Promise<unknown> = Promise.resolve()
  const commit = async (files: Files): Promise<string> => {
    await git('rm', '-r', '-f', '-q', '--ignore-unmatch', '.')
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    await git('add', '--all', '--force')
    await git('commit', '-q', '--allow-empty', '--no-verify', '-m', 'A state of a proof')
    return git('rev-parse', 'HEAD')
  }
  mkdirSync(folder, { recursive: true })
  await git('init', '-q')
  await commit({ 'package.json': '{ "type": "module" }\n' })
  return (files) => {
    const next = last.then(() => commit(files))
    last = next.catch(() => undefined)
    return next
  }
}
