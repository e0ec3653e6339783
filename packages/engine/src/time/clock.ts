import { readFileSync } from 'node:fs'
import type { Clock } from '../ports/ports.ts'

const MINUTE = 60_000

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => Math.floor(performance.now()),
  sinceBoot,
  after: (ms, callback) => {
    // Longer timers do not survive a sleep of the machine, and above 2^31 ms they fire at once.
    if (ms > MINUTE) throw new RangeError(`A timer of ${ms} ms is longer than a minute.`)
    const due = performance.now() + ms
    let timer = setTimeout(ring, Math.max(0, ms))
    return () => clearTimeout(timer)

    /** Timers of Node ring up to a millisecond early. */
    function ring(): void {
      const left = due - performance.now()
      if (left <= 0) callback()
      else timer = setTimeout(ring, left)
    }
  },
}

/** As Linux tells it; it counts while the machine sleeps, too. */
function sinceBoot(): ReturnType<Clock['sinceBoot']> {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
    const ms = Math.floor(Number.parseFloat(readFileSync('/proc/uptime', 'latin1')) * 1000)
    return boot === '' || Number.isNaN(ms) ? null : { boot, ms }
  } catch {
    return null
  }
}
