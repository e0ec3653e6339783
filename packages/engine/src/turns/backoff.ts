/**
 * How long an agent is left alone that said it was limited: as long as whoever limits it asks, else longer each time.
 * Counted from the failure on, so that a host that comes later waits only for what is left.
 */
import type { Open } from '@sigma/protocol'
import type { Clock } from '../ports/ports.ts'
import type { Ticks } from '../time/ticks.ts'

export interface Backoff {
  /** Tick at which it may be asked again. */
  readonly due: number
  /** How many times in a row it was limited. */
  readonly times: number
}

const shortestMs = 30_000
const longestMs = 600_000
/** Bounds of a wait that a service asked for: nobody waits for weeks, and a wait of nothing helps nobody. */
const leastAskedMs = 1_000
const mostAskedMs = 6 * 3_600_000

/** Null: it was not limited last. */
export function backoffOf({ failures }: Pick<Open, 'failures'>): Backoff | null {
  const others = failures.findLastIndex(({ cause }) => cause !== 'limited')
  const times = failures.length - 1 - others
  const last = failures.at(-1)
  if (times === 0 || last === undefined) return null
  const own = Math.min(longestMs, shortestMs * 2 ** (times - 1))
  return { due: last.tick + (last.retryAfterMs === undefined ? own : askedMs(last.retryAfterMs, own, times)), times }
}

/** An agent that waited as asked and was limited again waits at least as long as by its own backoff. */
function askedMs(retryAfterMs: number, own: number, times: number): number {
  return Math.min(mostAskedMs, Math.max(retryAfterMs, times === 1 ? leastAskedMs : own))
}

const stepMs = 60_000

/** Resolves at that tick, or when the signal says so. */
export function untilTick(due: number, ticks: Ticks, clock: Clock, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let cancel = (): void => undefined
    const over = (): void => {
      cancel()
      signal.removeEventListener('abort', over)
      resolve()
    }
    const wait = (): void => {
      const left = due - ticks()
      if (left <= 0 || signal.aborted) over()
      else cancel = clock.after(Math.min(left, stepMs), wait)
    }
    signal.addEventListener('abort', over)
    wait()
  })
}

/** `dev waits: the model is overloaded; tries again at 12:03 (3rd time)`. */
export function backoffText(role: string, why: string, againAt: number, times: number): string {
  const reason = why.trim().replace(/[.\s]+$/, '')
  const at = new Date(againAt)
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${role} waits: ${reason}; tries again at ${two(at.getHours())}:${two(at.getMinutes())} (${ordinal(times)} time)`
}

function ordinal(number: number): string {
  const tens = number % 100
  const ending = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')
  return `${number}${ending}`
}
