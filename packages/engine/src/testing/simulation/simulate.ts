/**
 * Plays a protocol by a real host in memory, many times: agents, gates and people do anything, hosts die anywhere, and the
 * clock moves when nothing else does. A failure names the seed by which exactly that run is played again.
 */
import { type Json, jsonOf, type Protocol } from '@sigma/protocol'
import { type AnyState, type Registered, registered } from '../../host/registered.ts'
import { canonical } from '../../identity/canonical.ts'
import { type About, aboutNothing } from '../../kit/about.ts'
import { readerOver } from '../../views/reader.ts'
import { seededChoice } from '../seeded.ts'
import { memoryWorld, type World } from '../world/world.ts'
import type { Files } from '../world/world-commits.ts'
import { anything } from './anything.ts'
import { endOf, faultsOf } from './faults-of.ts'
import { type Played, playOut, type Scene } from './play-out.ts'
import { scriptedAgents } from './scripted-agents.ts'
import { scriptedGates } from './scripted-gates.ts'
import { type Watched, watched } from './watched.ts'

export interface Simulation<Input> {
  /** How many runs, of the seeds 1, 2, 3 …; absent: 100. */
  readonly seeds?: number
  /** This one alone, as a failure names it. */
  readonly seed?: number
  /** How often agents, gates and people do what they should, from 0 to 1; absent: from 0.4 on, different for each seed. */
  readonly honesty?: number
  /** As the kit has it; absent: nothing bounds the run but the protocol itself. */
  readonly about?: (input: Input) => About
  /** Kits whose runs it begins. */
  readonly plays?: readonly Registered[]
  /** Files of each commit that the input names; absent: a few. */
  readonly files?: Files
  /** Texts of documents that the input names by their hashes. */
  readonly texts?: readonly string[]
  /** Commits and effects that one run may take; absent: 4000. */
  readonly most?: number
  /** False: where a host died, a run may come to another end, for what it does depends on who was faster. */
  readonly sameEnd?: boolean
}

export interface Simulated {
  readonly seeds: number
  /** How many runs came to each outcome. */
  readonly outcomes: Readonly<Record<string, number>>
  /** Hosts that died. */
  readonly deaths: number
}

const mostLines = 30

/** Fails with the first seed whose run breaks a rule, and with what happened in it. */
export async function simulate<Input, State extends AnyState>(
  protocol: Protocol<Input, State>,
  input: Input,
  options: Simulation<Input> = {},
): Promise<Simulated> {
  const { seed, seeds = 100 } = options
  const outcomes: Record<string, number> = {}
  let deaths = 0
  const all = seed === undefined ? Array.from({ length: seeds }, (_, at) => at + 1) : [seed]
  for (const each of all) {
    const stories: Watched<Input, State>[] = []
    const watch = (): Watched<Input, State> => {
      const one = watched(protocol)
      stories.push(one)
      return one
    }
    try {
      const { outcome, died } = await simulated(watch, jsonOf(input), each, options)
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      deaths += died
    } catch (cause) {
      throw failed(protocol.name, each, stories.at(-1)?.story ?? [], cause)
    }
  }
  return { seeds: all.length, outcomes, deaths }
}

async function simulated<Input, State extends AnyState>(
  watch: () => Watched<Input, State>,
  input: Json,
  seed: number,
  options: Simulation<Input>,
): Promise<{ readonly outcome: string; readonly died: number }> {
  const choice = seededChoice(seed)
  const honesty = options.honesty ?? 0.4 + 0.6 * choice('honesty')
  const whole = await played(watch(), input, anything(seed, honesty), options, [])
  const points = [1, 2, 3].map((death) => 1 + Math.floor(choice(`death ${death}`) * whole.reached))
  const killed = await played(watch(), input, anything(seed, honesty), options, points)
  if (options.sameEnd !== false && JSON.stringify(endOf(killed)) !== JSON.stringify(endOf(whole)))
    throw new Error(
      `it came to another end where its host died (${killed.deaths.join('; ')}).\n  undisturbed: ${shown(whole)}\n  disturbed:   ${shown(killed)}`,
    )
  return { outcome: whole.result.outcome, died: killed.deaths.length }
}

const shown = (played: Played): string => JSON.stringify(endOf(played))

async function played<Input, State extends AnyState>(
  { protocol, callsIn }: Watched<Input, State>,
  input: Json,
  { script, judge, choose, call }: ReturnType<typeof anything>,
  { about = () => aboutNothing, plays = [], files, texts = [], most = 4_000 }: Simulation<Input>,
  crashes: readonly number[],
): Promise<Played> {
  const registration = registered(protocol, about)
  const scene: Scene = {
    protocol: registration,
    plays,
    input,
    world: () => worldOf(input, files),
    portsOf:
      ({ world, clock, ids }) =>
      (blobs) => {
        for (const text of texts) blobs.put(text)
        return {
          ...{ clock, ids, workspaces: world.ports(blobs), gates: scriptedGates(blobs, judge) },
          agents: scriptedAgents({ world, blobs, script, clock }),
        }
      },
    choose: ({ id, consult }, count) => choose(consult, id, count),
    call: (state, count) => call(callsIn(state), canonical(state), count),
    most,
  }
  const result = await playOut(scene, crashes)
  const view = readerOver(result.disk.open().database).run(result.run)
  const isOver = view?.status === 'ended'
  if (view !== null && !isOver && callsIn(view.state).length === 0)
    throw new Error('Nothing is left to do in it, and nobody may call it: it never ends.')
  // What waits to be called has work and timers left.
  const faults = faultsOf(result, registration, Number.POSITIVE_INFINITY).filter(
    (fault) => isOver || !fault.endsWith('is left over'),
  )
  if (faults.length > 0) throw new Error(`${faults.join('; ')}.`)
  return result
}

/** With each commit that the input names. */
function worldOf(input: Json, files?: Files): World {
  const world = memoryWorld(files)
  const base = world.commits.get('base')
  const names = JSON.stringify(input).match(/\b[0-9a-f]{40}\b/g) ?? []
  if (base !== undefined) for (const name of names) world.commits.set(name, base)
  return world
}

function failed(protocol: string, seed: number, story: readonly string[], cause: unknown): Error {
  const why = cause instanceof Error ? cause.message : String(cause)
  const left = story.length - mostLines
  const lines = [...(left > 0 ? [`… ${left} before these`] : []), ...story.slice(-mostLines)]
  return new Error(
    [
      `Seed ${seed} breaks ${protocol}: ${why}`,
      ...['What happened:', ...lines.map((line) => `  ${line}`)],
      `Play it again: simulate(…, { seed: ${seed} })`,
    ].join('\n'),
    { cause },
  )
}
