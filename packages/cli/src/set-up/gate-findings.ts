/** What `sigma doctor` tells of the gates: they play their proofs when a person asks for it, and the outcome is remembered. */
import { availableParallelism } from 'node:os'
import { type Kit, SigmaError } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { waitingLine } from '../commands/waiting-line.ts'
import type { Project } from '../project/place.ts'
import { counted } from '../render/columns.ts'
import { formatDuration } from '../render/duration-text.ts'
import { talk, type World } from '../world.ts'
import { type ProofsConfinement, type Proved, playProofs, proofsAtOnce, shownBy } from './gate-proofs.ts'
import { keepProved, keptKey, type ProvedBefore, proofMsBefore, provedBefore } from './proved-before.ts'
import type { Finding } from './recorded.ts'
import { modulesOf } from './runner.ts'
import { limitsOf, sandboxOf } from './sandbox.ts'

export interface GatesSeen {
  readonly finding: Finding
  /** The runner of the proofs. */
  readonly runner: string
  /** Null: they were not played with these versions. */
  readonly proved: ProvedBefore | null
}

const what = 'gates'
const mistake = { one: 'cheat or mistake', many: 'cheats and mistakes' } as const

/** Node, git, the runner and the sandbox that proofs and tests are played with, as the findings name them. */
export const playedWith = (findings: readonly Finding[]): readonly string[] =>
  findings.filter(({ what }) => surroundings.includes(what)).map(({ saw }) => saw)

const surroundings: readonly string[] = ['node of sigma', 'node on the PATH', 'git', 'test runner', 'sandbox']

/** `around`: what the proofs are played with, beside Sigma itself. Plays nothing. */
export async function gatesBefore(world: World, project: Project, around: readonly string[]): Promise<GatesSeen> {
  const { runner } = provingIn(project)
  const proved = provedBefore(world, await keyOf(world, project, around))
  return {
    finding: proved === null ? await unproved(world, runner) : findingOf(proved, seenAt(proved.at)),
    runner,
    proved,
  }
}

/** Null: a signal ended it, which says nothing about any gate. */
export async function gatesNow(
  world: World,
  project: Project,
  around: readonly string[],
  known: readonly Kit[] = kits,
): Promise<GatesSeen | null> {
  const { runner, modules } = provingIn(project)
  const shown = await shownBy(known, runner)
  const confinement = await confinementOf(world, project)
  const began = world.now()
  const reckoned = reckonedText(world, runner, shown.length)
  talk(world, `\nThe gates are shown ${counted(shown.length, 'piece')} of work with ${runner}, in about ${reckoned}.`)
  using line = waitingLine(world, 'They must refuse each cheat or mistake by its rule')
  let done = 0
  const told = ({ gate, title, ok, saw }: Proved): void => {
    if (world.signal.aborted) return
    done += 1
    if (!ok) talk(world, `  ✗ ${gate}: ${title} (saw ${saw})`)
    line.say(`${done} of ${shown.length}, last ${gate}`)
  }
  const playing = playProofs(world, shown, { told, modules, confinement })
  const proofs = await playing.catch((error: unknown): readonly Proved[] => {
    if (world.signal.aborted) return []
    throw error
  })
  if (world.signal.aborted) {
    talk(world, `\nInterrupted after ${done} of ${shown.length}; nothing is left of them.\nhint: sigma doctor --proofs`)
    return null
  }
  const at = world.now()
  const proved = { runner, at, tookMs: at - began, proofs: [...proofs] }
  keepProved(world, await keyOf(world, project, around), proved)
  return { finding: findingOf(proved, `in ${formatDuration(proved.tookMs)}`), runner, proved }
}

function findingOf({ proofs, runner }: ProvedBefore, when: string): Finding {
  const broken = proofs.filter(({ ok }) => !ok)
  const cheats = proofs.filter(({ rule }) => rule !== null).length
  const [first] = broken
  if (first === undefined) {
    const saw = `${counted(cheats, mistake)} with ${runner} refused, honest work passed (${when})`
    return { what, ok: true, saw, hint: null }
  }
  const saw = `${broken.length} of ${counted(proofs.length, 'proof')} failed (${when}): ${first.gate}: ${first.title}`
  return { what, ok: false, saw, hint: 'sigma doctor --proofs' }
}

async function unproved(world: World, runner: string): Promise<Finding> {
  const { length } = await shownBy(kits, runner)
  const saw = `not yet shown their ${counted(length, 'proof')} with these versions, which takes about ${reckonedText(world, runner, length)}`
  return { what, ok: true, saw, hint: 'sigma doctor --proofs', untried: true }
}

function reckonedText(world: World, runner: string, proofs: number): string {
  const ms = proofs * (proofMsBefore(world, runner) ?? usualMs / proofsAtOnce(availableParallelism()))
  return formatDuration(roundly(ms))
}

/** One proof by itself, in the sandbox, as it was measured with each of the runners. */
const usualMs = 2_500

/** Ten seconds, or whole minutes: nobody knows it better beforehand. */
const roundly = (ms: number): number =>
  ms < 60_000 ? Math.ceil(ms / 10_000) * 10_000 : Math.ceil(ms / 60_000) * 60_000

/** For people, in UTC. */
export const seenAt = (at: number): string => `on ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Where the project's runner is not installed yet, the gates are shown work of Node's own. */
function provingIn(project: Project): { readonly runner: string; readonly modules: string | null } {
  const modules = modulesOf(project)
  return { runner: modules === null ? 'node:test' : project.config.tests.runner, modules }
}

const keyOf = async (world: World, project: Project, around: readonly string[]): Promise<string> =>
  keptKey([what, provingIn(project).runner, around, (await confinementOf(world, project))?.limits ?? null])

/** How runs are confined here; null where a finding tells what is wrong. */
async function confinementOf(world: World, project: Project): Promise<ProofsConfinement | null> {
  try {
    return { launch: (await sandboxOf(world, project)).launch, limits: limitsOf(project.config) }
  } catch (error) {
    if (error instanceof SigmaError) return null
    throw error
  }
}
