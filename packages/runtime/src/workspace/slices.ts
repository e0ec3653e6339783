/** Long work in slices: within one it makes its system calls straight on, and between two the rest of the program goes on. */
import { setImmediate as nextTurn } from 'node:timers/promises'

export interface Slices {
  /** Asked for each piece of the work: true when it is time to rest. */
  isOver(): boolean
  rest(): Promise<void>
}

const sliceMs = 5

export function takeSlices(): Slices {
  let end = performance.now() + sliceMs
  return {
    isOver: () => performance.now() >= end,
    rest: async () => {
      await nextTurn()
      end = performance.now() + sliceMs
    },
  }
}
