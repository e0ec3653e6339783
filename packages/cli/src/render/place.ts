import type { At } from '@sigma/protocol'

/** Where something happened, for people: `qa, cycle 1, RED, round 0, session TDD_…` (DPTR-110). */
export function placeText({ role, unit, called = unit, phase, round, session }: At): string {
  const parts = [
    role,
    called,
    phase,
    round === undefined ? undefined : `round ${round}`,
    session === undefined ? undefined : `session ${session}`,
  ]
  return parts.filter((part) => part !== undefined).join(', ')
}

/** A place in a few words: `C1 green`, `C1 green check`, `phase0`. */
export function stepText({ unit, step, part }: At): string {
  return [unit, step, part].filter((word) => word !== undefined).join(' ')
}
