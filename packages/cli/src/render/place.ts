import type { Place } from '@sigma/protocol'

/** Where something happened, for people: `qa, cycle 1, RED, round 0, session TDD_…` (DPTR-110). */
export function placeText(place: Place): string {
  const parts = [
    place.role,
    place.cycle === undefined || place.cycle === 0 ? undefined : `cycle ${place.cycle}`,
    place.phase,
    place.round === undefined ? undefined : `round ${place.round}`,
    place.session === undefined ? undefined : `session ${place.session}`,
  ]
  return parts.filter((part) => part !== undefined).join(', ')
}

/** The cycle that an effect belongs to, read from its id (`C2.green.dev`); null: none, as for `slice1.check`. */
export function cycleOf(effectId: string): number | null {
  const cycle = /^C(\d+)\./.exec(effectId)?.[1]
  return cycle === undefined ? null : Number(cycle)
}

/** An effect's id in words: `C1 green`, `phase0`, `slice1 check`. */
export function stepOf(effectId: string): string {
  return effectId
    .replace(/\.(qa|dev)$/, '')
    .replace(/\.decision$/, '')
    .replaceAll('.', ' ')
}
