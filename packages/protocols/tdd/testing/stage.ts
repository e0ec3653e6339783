import type { Host, Ports, Registered } from '@sigma/engine'
import {
  embeddedHost,
  type MemoryDisk,
  memoryDisk,
  memoryWorld,
  mortal,
  seededIds,
  type VirtualClock,
  virtualClock,
  type World,
} from '@sigma/engine/testing'
import { kits } from '../../kits.ts'
import { keepSampleDocuments } from './sample-run.ts'
import { type Script, scriptedAgents } from './scripted-agents.ts'
import { type Judge, scriptedGates } from './scripted-gates.ts'
import { honest } from './scripts.ts'

/** A disk, a world and a clock, and hosts that come and go on them. */
export interface Stage {
  readonly disk: MemoryDisk
  readonly world: World
  readonly clock: VirtualClock
  /** Opens a host as a new process would; the one before must be gone. */
  host(): Host
  /** The host dies without a word, as by kill -9: nothing of it reaches disk or world any more. */
  kill(): void
}

export interface StageSpec {
  readonly script?: Script
  readonly judge?: Judge
  readonly protocols?: readonly Registered[]
  /** Turns in flight at once. */
  readonly turns?: number
  /** Puts other ports in the place of the scripted ones. */
  readonly ports?: (ports: Ports) => Ports
}

export function stage({ script = honest, judge = () => 'pass', ...spec }: StageSpec = {}): Stage {
  const [disk, world, clock] = [memoryDisk(), memoryWorld(), virtualClock()]
  let hosts = 0
  let kill = (): void => undefined
  return {
    disk,
    world,
    clock,
    kill: () => kill(),
    host: () => {
      hosts += 1
      let dead = false
      const store = disk.open()
      kill = () => {
        dead = true
        store.database.poison(new Error('This host was killed.'))
      }
      const ids = seededIds(hosts)
      return embeddedHost(store, {
        protocols: spec.protocols ?? kits,
        turns: spec.turns,
        ports: (blobs) => {
          keepSampleDocuments(blobs)
          const agents = scriptedAgents({ world, blobs, script, clock })
          const ports = { clock, ids, agents, gates: scriptedGates(blobs, judge), workspaces: world.ports(blobs) }
          return mortal(spec.ports?.(ports) ?? ports, () => dead)
        },
      })
    },
  }
}
