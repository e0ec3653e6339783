import { setImmediate as breathe } from 'node:timers/promises'
import type { Decision, Host, Registered, RunResult, Settled } from '@sigma/engine'
import {
  crashAt,
  embeddedHost,
  intended,
  Killed,
  type MemoryDisk,
  memoryDisk,
  memoryWorld,
  mortal,
  readerOver,
  seededIds,
  type VirtualClock,
  virtualClock,
  type World,
} from '@sigma/engine/testing'
import type { Json } from '@sigma/protocol'
import type { Script } from './scripted-agents.ts'
import type { Judge } from './scripted-gates.ts'
import { scriptedPorts } from './scripted-ports.ts'

/** A run with everything it meets. */
export interface Scene {
  readonly protocol: Registered
  /** Those whose runs it begins; absent: it begins none. */
  readonly plays?: readonly Registered[]
  readonly input: Json
  readonly script: Script
  readonly judge: Judge
  /** What the person chooses; the same question was decided `count` times before. */
  readonly choose: (decision: Decision, count: number) => { readonly option: string; readonly input: Json }
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
  const [disk, world, clock] = [memoryDisk(), memoryWorld(), virtualClock()]
  const [deaths, faults]: [string[], string[]] = [[], []]
  for (let count = 0; ; count += 1) {
    const crash = crashAt(crashes[count] ?? Number.POSITIVE_INFINITY)
    try {
      const store = disk.open()
      const { script, judge } = scene
      const portsOf = scriptedPorts({ world, clock, ids: seededIds(count), script, judge })
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
        crash.points,
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

async function live(host: Host, { protocol, input, choose }: Scene, clock: VirtualClock): Promise<Settled> {
  if (host.reader.run(run) === null) host.start(protocol.name, input, { run })
  else host.resume()
  for (;;) {
    const settled = await moved(host.settled(run), clock)
    // By name: which question came first depends on who was faster.
    const [decision] = [...settled.decisions].sort((a, b) => (a.id < b.id ? -1 : 1))
    if (decision === undefined) return settled
    const { id } = decision.consult
    const count = host.reader.events(run).filter(({ event }) => event.kind === 'decided' && event.id === id).length
    const { option, input } = choose(decision, count)
    host.decide({ id: decision.id, option, input, by: 'person' })
  }
}

/** Waits for something, moving the clock whenever nothing else moves. */
export async function moved<Result>(promise: Promise<Result>, clock: VirtualClock): Promise<Result> {
  let over = false
  const end = (): void => {
    over = true
  }
  promise.then(end, end)
  for (;;) {
    await breathe()
    if (over) return promise
    if (!clock.next()) throw new Error('Nothing moves any more, and what is waited for has not come.')
  }
}

export function readerOf({ disk }: Played): ReturnType<typeof readerOver> {
  return readerOver(disk.open().database)
}
