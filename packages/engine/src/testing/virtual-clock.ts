import type { Clock } from '../ports/ports.ts'

/** A clock that stands still until it is moved. Wall and monotonic time move together, unless `step` sets the wall. */
export interface VirtualClock extends Clock {
  /** Moves on, calling back whatever comes due on the way, in order. */
  advance(ms: number): void
  /** Moves to the next callback; false: there is none. */
  next(): boolean
  /** Sets the wall clock back or forth, as people and time servers do. */
  step(ms: number): void
  /** The machine boots anew: what it counted since it booted begins anew. */
  reboot(): void
}

interface Alarm {
  readonly due: number
  readonly callback: () => void
}

/** 2026-11-21 10:15 UTC. */
const beginning = Date.UTC(2026, 10, 21, 10, 15)

export function virtualClock(start: number = beginning): VirtualClock {
  const alarms = new Set<Alarm>()
  let [elapsed, offset] = [0, start]
  let [boot, bootedAt] = [1, 0]

  function earliest(): Alarm | null {
    return [...alarms].reduce<Alarm | null>(
      (best, alarm) => (best === null || alarm.due < best.due ? alarm : best),
      null,
    )
  }

  function ring(alarm: Alarm): void {
    elapsed = Math.max(elapsed, alarm.due)
    alarms.delete(alarm)
    alarm.callback()
  }

  return {
    now: () => offset + elapsed,
    monotonic: () => elapsed,
    sinceBoot: () => ({ boot: `boot ${boot}`, ms: elapsed - bootedAt }),
    after: (ms, callback) => {
      if (ms > 60_000) throw new RangeError(`A timer of ${ms} ms is longer than a minute.`)
      const alarm = { due: elapsed + Math.max(0, ms), callback }
      alarms.add(alarm)
      return () => alarms.delete(alarm)
    },
    advance: (ms) => {
      const end = elapsed + ms
      for (let alarm = earliest(); alarm !== null && alarm.due <= end; alarm = earliest()) ring(alarm)
      elapsed = end
    },
    next: () => {
      const alarm = earliest()
      if (alarm !== null) ring(alarm)
      return alarm !== null
    },
    step: (ms) => {
      offset += ms
    },
    reboot: () => {
      boot += 1
      bootedAt = elapsed
    },
  }
}
