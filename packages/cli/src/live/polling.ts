/**
 * How somebody waits for news where nobody hosts the project: the journal is looked at again and again, soon at first and
 * less often the longer nothing comes (ROOM-110). Where there is a host it wakes whoever waits, and nobody looks.
 */
import { addAbortListener } from 'node:events'
import { afterMs, type Clock } from '@sigma/engine'

/** Pauses between looks that found nothing; the last goes on. */
const pausesMs: readonly number[] = [2_000, 2_000, 2_000, 5_000, 5_000, 5_000, 5_000, 5_000]
const lastMs = 10_000

/** The pace of whoever looks on: over several waits as well, until there is news. */
export interface Pace {
  /** Looks in a row that found nothing. */
  empty: number
}

export interface Polling {
  readonly pace: Pace
  readonly clock: Clock
  /** How long it is waited at most. */
  readonly waitMs: number
  readonly signal: AbortSignal
}

/** Null of `look`: nothing new. The result is null where the time is over, or nobody waits any more. */
export async function polled<News>(
  look: () => Promise<News | null>,
  { pace, clock, waitMs, signal }: Polling,
): Promise<News | null> {
  const began = clock.monotonic()
  for (;;) {
    const found = await look()
    if (found !== null) {
      pace.empty = 0
      return found
    }
    const left = waitMs - (clock.monotonic() - began)
    if (left <= 0 || signal.aborted) return null
    const pause = pausesMs[pace.empty] ?? lastMs
    if (pause <= left) pace.empty += 1
    await slept(Math.min(pause, left), clock, signal)
  }
}

async function slept(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const disarm = afterMs(ms, clock, resolve)
  using _ending = addAbortListener(signal, () => resolve())
  await promise
  disarm()
}
