/** Whether runs of tests go side by side: by what the machine has, and by what is known of the project. */
import { availableParallelism, freemem } from 'node:os'
import type { Checkout } from '@sigma/engine'
import type { Project } from '@sigma/protocol'
import { type Lanes, openLanes } from './lanes.ts'

export interface Machine {
  readonly cores: number
  readonly freeBytes: number
}

/** Plans how a gate's runs go; remembers as long as the process lives. */
export interface SideBySide {
  open(project: Project, checkout: Pick<Checkout, 'confined'>, wanted: number, signal: AbortSignal): Lanes
  /** Nothing goes beside the one run that asks, there is memory for a process on each core, and the project's runs bear company. */
  isQuiet(project: Project): boolean
  /** Counts a run until it is disposed of. */
  going(): Disposable
}

/** As much as a run of tests is taken to need. */
const runBytes = 1024 ** 3

/**
 * How many of the wanted runs go at once, where others `going` already do; 1: one after another. One more than there are cores,
 * for a run waits for its disk and for its processes now and then; on a single core none, for it would only be in the way.
 */
export function lanesOn({ cores, freeBytes }: Machine, wanted: number, going: number): number {
  const most = cores > 1 ? cores + 1 : 1
  const room = Math.min(most - going, Math.floor(freeBytes / runBytes))
  return Math.max(1, Math.min(wanted, room))
}

const thisMachine = (): Machine => ({ cores: availableParallelism(), freeBytes: freemem() })

export function createSideBySide(machine: () => Machine = thisMachine): SideBySide {
  const apart = new Set<string>()
  let going = 0
  let running = 0
  const keyOf = ({ runner, folder }: Project): string => JSON.stringify([runner, folder])
  return {
    isQuiet: (project) => {
      const { cores, freeBytes } = machine()
      // The one that asks may go in a lane.
      const isAlone = going <= 1 && running === 0
      return cores > 1 && isAlone && freeBytes >= cores * runBytes && !apart.has(keyOf(project))
    },
    going: () => {
      running += 1
      const end = (): void => {
        running -= 1
      }
      return { [Symbol.dispose]: end }
    },
    open: (project, checkout, wanted, signal) => {
      const key = keyOf(project)
      const count = apart.has(key) ? 1 : lanesOn(machine(), wanted, going)
      const onGoing = (change: 1 | -1): void => {
        going += change
      }
      return openLanes({ count, isShutOff: isClosed(checkout), onGoing, keepApart: () => apart.add(key) }, signal)
    },
  }
}

/** Everything runs one after another. */
export const oneAfterAnother: SideBySide = createSideBySide(() => ({ cores: 1, freeBytes: 0 }))

/** Two runs there can share nothing but the machine's time. */
export const isClosed = ({ confined }: Pick<Checkout, 'confined'>): boolean => confined?.hosts.length === 0
