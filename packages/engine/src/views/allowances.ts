import type { Allowance } from '@sigma/protocol'

/** Agent calls that a run has left; null: no budget bounds them. */
export function asksLeftIn(allowances: readonly Allowance[]): number | null {
  const runs = allowances.filter(
    ({ budget: { unit, phase, role, of } }) =>
      unit === 'asks' && phase === undefined && role === undefined && of === undefined,
  )
  return runs.length === 0 ? null : Math.min(...runs.map(({ left }) => left))
}
