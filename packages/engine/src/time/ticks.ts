import { lastTime } from '../journal/journal.ts'
import type { Clock } from '../ports/ports.ts'
import type { Database } from '../store/database.ts'

/** The only time that rules compare, in milliseconds; never falls, whatever people do to the wall clock. */
export type Ticks = () => number

/** Monotonic within this host; time that passed without a host counts by the wall clock, at least 0. */
export function ticksOf(database: Database, clock: Clock): Ticks {
  const last = lastTime(database)
  const reached = last === null ? 0 : last.tick + Math.max(0, clock.now() - last.wall)
  const begun = clock.monotonic()
  return () => reached + Math.max(0, Math.floor(clock.monotonic() - begun))
}
