import type { Ask, FailureCause } from '../effect.ts'
import type { PastFailure } from './kernel.ts'

/** Causes that are nobody's fault: a new attempt always follows, and no retry is spent (rule 7). */
export function costsNothing(cause: FailureCause): boolean {
  return cause === 'interrupted' || cause === 'limited'
}

/** Whether the ask's own retry rules grant one more attempt after these failures and this one (rule 6). */
export function mayRetry(ask: Ask, past: readonly PastFailure[], cause: FailureCause, tick: number): boolean {
  const rule = ask.retry.find(({ causes }) => causes.includes(cause))
  if (rule === undefined) return false
  const counted = past.filter(
    (failure) =>
      rule.causes.some((ruled) => ruled === failure.cause) &&
      (rule.withinMs === undefined || tick - failure.tick <= rule.withinMs),
  )
  return counted.length < rule.times
}
