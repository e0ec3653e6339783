import type { Clock } from './ports.ts'

const MINUTE = 60_000

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => Math.floor(performance.now()),
  after: (ms, callback) => {
    // Longer timers do not survive a sleep of the machine, and above 2^31 ms they fire at once.
    const timer = setTimeout(callback, Math.min(Math.max(0, ms), MINUTE))
    return () => clearTimeout(timer)
  },
}
