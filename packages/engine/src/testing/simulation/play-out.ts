/** Plays a run to its end in memory, whatever befalls its hosts, on a clock that moves when nothing else does. */
import { setImmediate as breathe } from 'node:timers/promises'
import type { Json, JsonObject } from '@sigma/protocol'
import type { CrashPoint } from '../../host/crash-points.ts'
import { embeddedHost } from '../../host/embedded.ts'
import type { Host, Settled } from '../../host/host.ts'
import type { Registered } from '../../host/registered.ts'
import type { Blobs, Clock, Ids, Ports } from '../../ports/ports.ts'
import type { Decision, RunResult } from '../../views/views.ts'
import { crashAt, Killed } from '../crash.ts'
import { intended } from '../intents.ts'
import { type MemoryDisk, memoryDisk } from '../memory-store.ts'
import { mortal } from '../mortal.ts'
import { seededIds } from '../seeded.ts'
import { type VirtualClock, virtualClock } from '../virtual-clock.ts'
import { memoryWorld, type World } from '../world/world.ts'

/** A run with everything it meets. */
export interface Scene {
  readonly protocol: Registered
  /** Those whose runs it begins; absent: it begins none. */
  readonly plays?: readonly Registered[]
  readonly input: Json
  /** Absent: that of `memoryWorld`. */
  readonly world?: () => World
  readonly portsOf: (meets: Meets) => (blobs: Blobs) => Ports
  /** What the person chooses; the same question was decided `count` times before. Null: nothing, until it expires. */
  readonly choose: (decision: Decision, count: number) => { readonly option: string; readonly input: Json } | null
  /** What somebody calls while nothing moves, after `count` calls; null, or absent: nobody calls. */
  readonly call?: (state: JsonObject, count: number) => { readonly verb: string; readonly arguments: Json } | null
  /** Boundaries that a host may reach before the run counts as one that does not end; absent: any number. */
  readonly most?: number
}

export interface Meets {
  readonly world: World
  readonly clock: Clock
  readonly ids: Ids
}

export interface Played {
  readonly run: string
  readonly result: RunResult
  readonly disk: MemoryDisk
  readonly world: World
  readonly clock: VirtualClock
  /** Boundaries that the last host reached. */
  readonly reached: number
  /** Where the earlier hosts died. */
  readonly deaths: readonly string[]
  /** What was performed without having been committed. */
  readonly faults: readonly string[]
}

const run = 'run-1'

/** Plays a run to its end, through as many hosts as it takes: the n-th dies at its `crashes[n]`-th boundary. */
export async function playOut(scene: Scene, crashes: readonly number[] = []): Promise<Played> {
  const [disk, world, clock] = [memoryDisk(), (scene.world ?? memoryWorld)(), virtualClock()]
  const [deaths, faults]: [string[], string[]] = [[], []]
  for (let count = 0; ; count += 1) {
    const crash = crashAt(crashes[count] ?? Number.POSITIVE_INFINITY)
    const reach = (point: CrashPoint): void => {
      if (crash.reached() >= (scene.most ?? Number.POSITIVE_INFINITY))
        throw new Error(`It has not ended after ${scene.most} commits and effects.`)
      crash.points.reach(point)
    }
    try {
      const store = disk.open()
      const portsOf = scene.portsOf({ world, clock, ids: seededIds(count) })
      const host = embeddedHost(
        store,
        {
          protocols: [scene.protocol, ...(scene.plays ?? [])],
          ports: (blobs) =>
            mortal(
              intended(portsOf(blobs), store, (fault) => faults.push(fault)),
              () => crash.death() !== null,
            ),
        },
        { reach },
      )
      const { result } = await live(host, scene, clock)
      await host.stop()
      return { run, result, disk, world, clock, reached: crash.reached(), deaths, faults }
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      deaths.push(error.message)
    }
  }
}

async function live(host: Host, scene: Scene, clock: VirtualClock): Promise<Settled> {
  const { protocol, input, choose } = scene
  if (host.reader.run(run) === null) host.start(protocol.name, input, { run })
  else host.resume()
  for (;;) {
    const settled = await moved(host.settled(run), clock, () => calls(host, scene))
    // By name: which question came first depends on who was faster.
    const [decision] = [...settled.decisions].sort((a, b) => (a.id < b.id ? -1 : 1))
    if (decision === undefined) {
      if (!calls(host, scene)) return settled
      continue
    }
    const { id } = decision.consult
    const count = host.reader.events(run).filter(({ event }) => event.kind === 'decided' && event.id === id).length
    const chosen = choose(decision, count)
    if (chosen !== null) host.decide({ id: decision.id, ...chosen, by: 'person' })
    else if (!clock.next()) throw new Error(`Nobody answers ${decision.id}, and it never expires.`)
  }
}

/** False: nobody calls, so nothing more happens. What is replied, and when, is the protocol's concern. */
function calls(host: Host, { call: next }: Scene): boolean {
  const view = host.reader.run(run)
  if (next === undefined || view === null || view.status === 'ended') return false
  const count = host.reader.events(run).filter(({ event }) => event.kind === 'called').length
  const call = next(view.state, count)
  if (call === null) return false
  host.call(run, { ...call, caller: 'person', key: `call ${count}` }).catch(() => undefined)
  return true
}

/** Waits for something, moving the clock whenever nothing else moves. `acts`: true where somebody did something instead. */
export async function moved<Result>(
  promise: Promise<Result>,
  clock: VirtualClock,
  acts: () => boolean = () => false,
): Promise<Result> {
  let over = false
  const end = (): void => {
    over = true
  }
  promise.then(end, end)
  for (;;) {
    await breathe()
    if (over) return promise
    if (!acts() && !clock.next()) throw new Error('Nothing moves any more, and what is waited for has not come.')
  }
}
