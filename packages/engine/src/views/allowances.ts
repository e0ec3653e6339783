import type { Allowance } from '@sigma/protocol'

/** Agent calls that a run has left; one that no budget bounds has as many as can be said. */
export function asksLeftIn(allowances: readonly Allowance[]): number {
  const runs = allowances.filter(
    ({ budget: { unit, phase, role } }) => unit === 'asks' && phase === undefined && role === undefined,
  )
  return Math.min(Number.MAX_SAFE_INTEGER, ...runs.map(({ left }) => left))
}
