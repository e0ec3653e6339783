import type { Clock } from './ports.ts'

const longest = 60_000

/** Calls back after any time, in steps of a minute at most: longer timers do not survive a sleep of the machine. */
export function afterMs(ms: number, clock: Clock, callback: () => void): () => void {
  const due = clock.monotonic() + ms
  let cancel = (): void => undefined
  const step = (): void => {
    const left = due - clock.monotonic()
    if (left <= 0) callback()
    else cancel = clock.after(Math.min(left, longest), step)
  }
  cancel = clock.after(Math.min(ms, longest), step)
  return () => cancel()
}
