import type { Clock } from '../ports/ports.ts'

const longest = 60_000

/** A step that rings this much too late was slept through, or the process was kept from running. */
const lateMs = 1_000

/**
 * Calls back after any time, in steps of a minute at most: longer timers do not survive a sleep of the machine. A step
 * in which this process did not run does not count: whoever has a limit was not seen to break it, and may be done since.
 */
export function afterMs(ms: number, clock: Clock, callback: () => void): () => void {
  let left = ms
  let cancel = (): void => undefined
  const wait = (): void => {
    const asked = Math.max(0, Math.min(left, longest))
    const begun = clock.monotonic()
    cancel = clock.after(asked, () => {
      const passed = clock.monotonic() - begun
      if (passed <= asked + lateMs) left -= passed
      if (left <= 0) callback()
      else wait()
    })
  }
  wait()
  return () => cancel()
}
