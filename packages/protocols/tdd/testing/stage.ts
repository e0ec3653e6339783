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
import { type ScriptedPorts, scriptedPorts } from './scripted-ports.ts'

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

export interface StageSpec extends Pick<ScriptedPorts, 'script' | 'judge'> {
  readonly protocols?: readonly Registered[]
  /** Turns in flight at once. */
  readonly turns?: number
  /** Puts other ports in the place of the scripted ones. */
  readonly ports?: (ports: Ports) => Ports
}

export function stage({ protocols = kits, turns, ports: others, ...scripted }: StageSpec = {}): Stage {
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
      const portsOf = scriptedPorts({ ...scripted, world, clock, ids: seededIds(hosts) })
      return embeddedHost(store, {
        protocols,
        turns,
        ports: (blobs) => {
          const ports = portsOf(blobs)
          return mortal(others?.(ports) ?? ports, () => dead)
        },
      })
    },
  }
}
