import type { Ask, FailureCause, Retry } from '../effect.ts'
import type { PastFailure } from './kernel.ts'

/** Causes that are nobody's fault: a new attempt always follows, and no retry is spent (rule 7). */
export function costsNothing(cause: FailureCause): boolean {
  return cause === 'interrupted' || cause === 'limited'
}

/** Whether the ask's own retry rules grant one more attempt after these failures and this one (rule 6). */
export function mayRetry(ask: Ask, past: readonly PastFailure[], cause: FailureCause, tick: number): boolean {
  const rule = ask.retry.find((each) => covers(each, cause))
  if (rule === undefined) return false
  const counted = past.filter(
    (failure) => covers(rule, failure.cause) && (rule.withinMs === undefined || tick - failure.tick <= rule.withinMs),
  )
  return counted.length < rule.times
}

/** Who is late hung as well. A rule with a window is left out: a turn that takes as long would never fail often enough within it. */
function covers({ causes, withinMs }: Retry, cause: string): boolean {
  if (causes.some((each) => each === cause)) return true
  return cause === 'late' && withinMs === undefined && causes.includes('timeout')
}
