/**
 * Played within a copy of Sigma that has a bug planted in it: looks through seeds until something is wrong, and prints
 * which seed showed it. A seed is a run with agents, gates and people that do anything, played whole and then again with
 * three hosts killed on the way.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Registered } from '@sigma/engine'
import { seededChoice } from '@sigma/engine/testing'
import { kits } from '@sigma/protocols'
import {
  endOf,
  faultsOf,
  liars,
  type Played,
  playOut,
  readerOf,
  type Scene,
  sampleRun,
} from '@sigma/protocols/tdd/testing'

const protocol: Registered = kits.find(({ name }) => name === 'tdd') ?? unknown()

function unknown(): never {
  throw new Error('the protocol tdd is not known')
}

const shapes = [[2, 1], [1, 2], [3], [1]]

for (let seed = 1; seed <= Number(process.argv[2]); seed += 1) {
  console.log(`seed ${seed}`)
  const wrong = await wrongAt(seed).catch((error: unknown) => `it broke: ${String(error).slice(0, 200)}`)
  if (wrong !== null) {
    console.log(JSON.stringify({ seed, wrong: wrong.slice(0, 300) }))
    process.exit(0)
  }
}
console.log(JSON.stringify({ seed: null, wrong: null }))

async function wrongAt(seed: number): Promise<string | null> {
  const choice = seededChoice(seed)
  const asks = choice('asks') < 0.2 ? 12 : 600
  const input = sampleRun({
    batches: shapes[Math.floor(choice('batches') * shapes.length)] ?? [1],
    parallel: choice('parallel') < 0.5 ? 2 : 3,
    refactor: choice('refactor') < 0.5 ? 'all' : 'unconverged',
    rounds: 2,
    asks,
  })
  const people = liars(seed, 0.6 + 0.4 * choice('honesty'))
  const scene: Scene = { protocol, input, ...people }
  const [first, strayedFirst] = watch(scene)
  const whole = await playOut(first)
  const deaths = [1, 2, 3].map((death) => 1 + Math.floor(choice(`death ${death}`) * whole.reached))
  const [second, strayedSecond] = watch(scene)
  const killed = await playOut(second, deaths)
  const faults = [
    ...faultsOf(whole, protocol, asks),
    ...broken(whole, scene, strayedFirst),
    ...faultsOf(killed, protocol, asks),
    ...broken(killed, scene, strayedSecond),
  ]
  if (faults[0] !== undefined) return faults[0]
  if (asks === 600 && !isDeepStrictEqual(endOf(killed), endOf(whole))) return 'a killed run ends otherwise'
  return whole.result.success && whole.result.outcome !== 'completed' ? 'success without completion' : null
}

/** The scene, and which attempts of it wrote where their role has no business. */
function watch(scene: Scene): readonly [Scene, ReadonlySet<string>] {
  const strayed = new Set<string>()
  const script: Scene['script'] = async (told) => {
    const does = await scene.script(told)
    const files = Object.keys(does.files ?? {})
    if (files.some((path) => path === 'package.json' || path.startsWith('..'))) strayed.add(told.request.attempt)
    return does
  }
  return [{ ...scene, script }, strayed]
}

/** What must hold of every journal and world, as the specification has it. */
function broken(played: Played, scene: Scene, strayed: ReadonlySet<string>): readonly string[] {
  const reader = readerOf(played)
  const events = reader.events(played.run)
  const found: string[] = []
  let tick = 0
  const begun = new Set<string>()
  for (const { envelope, event } of events) {
    if (envelope.tick < tick) found.push(`time falls at event ${envelope.sequence}`)
    tick = envelope.tick
    if (event.kind === 'answered' && strayed.has(envelope.attempt ?? ''))
      found.push(`${envelope.attempt} went beyond its role`)
    if (event.kind === 'begun') {
      const attempt = envelope.attempt ?? ''
      if (begun.has(attempt)) found.push(`${attempt} began twice`)
      begun.add(attempt)
    }
  }
  for (const { commit, gate, verdict } of reader.verdicts(played.run)) {
    const told = judged(scene, gate, commit)
    if (told !== null && told !== verdict) found.push(`${gate} of ${commit} is recorded as ${verdict}, and was ${told}`)
  }
  const view = reader.run(played.run)
  const { delivered = null, outcome = null, commit = null } = view ?? {}
  if (view?.status !== 'ended') found.push('the run has ended, and is not recorded as ended')
  const delivers = outcome === 'completed' || outcome === 'refused'
  if (delivers && delivered?.commit !== commit && commit !== null) found.push(`${outcome} and not delivered`)
  if (delivered !== null) found.push(...strays(played, delivered.commit))
  return found
}

function judged({ judge }: Scene, gate: string, commit: string): string | null {
  try {
    // These judges look at gate and commit alone, and answer at once with a verdict.
    const verdict = judge({ kind: 'check', id: '', at: { step: gate }, gate, commit, parameters: {} }, () => {})
    return typeof verdict === 'string' ? verdict : null
  } catch {
    return null
  }
}

/** What an agent put where its role has no business. */
function strays({ world }: Played, commit: string): readonly string[] {
  const files = world.commits.get(commit)?.files ?? {}
  const at = world.branches.get('sigma/run-1')
  return [
    ...(at === commit ? [] : [`the branch stands at ${at}`]),
    ...(files['package.json'] === '{}' ? [] : ['a guarded file was changed']),
    ...Object.keys(files).filter((path) => path.startsWith('..')),
  ]
}
