import type { At, OpenEffect } from '@sigma/protocol'

/** Where an effect stands, for people; what an ask says of itself is not said twice. */
export function standsAt(effect: OpenEffect): At {
  if (effect.kind !== 'ask') return effect.at
  const { role, phase, workspace, at } = effect
  return { role, phase, workspace, ...at }
}

/** The name of a piece of work, as people type it: `C1.red`, `phase0`. */
export function workName({ unit, step }: At): string {
  return unit === undefined ? step : `${unit}.${step}`
}
