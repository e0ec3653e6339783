/** Words of the protocols that there are, as a configuration may name them. */
import { anyRole, rolesOf } from '@sigma/engine'
import { areAllKnown, kits } from '@sigma/protocols'

/** Who takes turns, each an agent. */
export const playedRoles: readonly string[] = rolesOf(kits.flatMap(({ tasks }) => tasks))

/** True: some protocol's runs name roles themselves, as free words. */
export const hasFreeRoles: boolean = playedRoles.includes(anyRole)

/** True: a word that no protocol knows may be one of a protocol that was left out. */
export const mayBeUnknown = !areAllKnown

/** Those without whom a run of their protocol does not begin. */
export const neededRoles: readonly string[] = rolesOf(
  kits.flatMap(({ tasks }) => tasks.filter(({ optional }) => optional !== true)),
)

/** What turns are about. */
export const phases: readonly string[] = [...new Set(kits.flatMap((kit) => kit.phases))]

/** What turns belong to together. */
export const units: readonly string[] = [...new Set(kits.map(({ words }) => words.unit.one))]

/** Settings that only protocols know: at the top of a configuration, or among its limits. */
export const broughtTo = (place: 'top' | 'limits'): object =>
  Object.assign({}, ...kits.map(({ settings }) => settings[place]))
