import { z } from 'zod'
import { lastTime } from '../journal/journal.ts'
import type { Clock } from '../ports/ports.ts'
import type { Database } from '../store/database.ts'
import { keepMeta, metaOrNull } from '../store/meta.ts'

/** The only time that rules compare, in milliseconds; never falls, whatever people do to the wall clock. */
export type Ticks = () => number

/** Monotonic within this host, and goes on between hosts (VAL-70). */
export function ticksOf(database: Database, clock: Clock): Ticks {
  const reached = reachedBy(database, clock)
  const begun = clock.monotonic()
  return () => reached + Math.max(0, Math.floor(clock.monotonic() - begun))
}

/** What the ticks were at a moment since the machine booted. Kept once for each boot, by its first host. */
const anchorSchema = z.object({ boot: z.string(), ms: z.number(), tick: z.number() })
const anchorName = 'ticks'

/**
 * Time that passed without a host counts by the time since the machine booted, which nobody sets; where it booted anew
 * meanwhile, or does not tell, by the wall clock, at least 0.
 */
function reachedBy(database: Database, clock: Clock): number {
  const last = lastTime(database)
  const now = clock.sinceBoot()
  const anchor = anchorIn(database)
  if (now !== null && anchor?.boot === now.boot && anchor.ms <= now.ms)
    return Math.max(last?.tick ?? 0, anchor.tick + now.ms - anchor.ms)
  const tick = last === null ? 0 : last.tick + Math.max(0, clock.now() - last.wall)
  if (now !== null) keepMeta(database, anchorName, JSON.stringify({ ...now, tick }))
  return tick
}

/** Null: none was kept, or it cannot be read. */
function anchorIn(database: Database): z.infer<typeof anchorSchema> | null {
  try {
    return anchorSchema.parse(JSON.parse(metaOrNull(database, anchorName) ?? ''))
  } catch {
    return null
  }
}
