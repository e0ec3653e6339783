import type { Allowance } from '@sigma/protocol'

/** Agent calls that a run has left; one that no budget bounds has as many as can be said. */
export function asksLeftIn(allowances: readonly Allowance[]): number {
  const runs = allowances.filter(
    ({ budget: { unit, phase, role } }) => unit === 'asks' && phase === undefined && role === undefined,
  )
  return Math.min(Number.MAX_SAFE_INTEGER, ...runs.map(({ left }) => left))
}

/** Of a kernel that was stored when agent calls were all that was counted. */
export function allowancesBefore(kernel: object): readonly Allowance[] {
  const left: unknown = Reflect.get(kernel, 'asksLeft')
  if (typeof left !== 'number') return []
  return [{ budget: { unit: 'asks', most: left }, granted: left, left, unsaid: 0 }]
}
