/** Mutants of what a slice wrote: how many tests notice, and what it means that nobody can tell. */
import type { Finding, Json } from '@sigma/protocol'
import { mutantsFound } from './gate-parameters.ts'

/** Nothing that an agent could mend: the program that plants mutants did not do its part. */
export const isUnknown = ({ rule }: Finding): boolean => rule === 'mutants-unknown'

/** How they stand on accepted work, in a sentence; null: none were planted. */
export function mutantsText(data: Json): string | null {
  const found = mutantsFound.safeParse(data).data?.mutants
  if (found === undefined) return null
  const { noticed, survived, leftOut, untried = 0, waived = 0, why, durationMs } = found
  if (why !== undefined) return `Mutants: nothing is known of them, for ${why}.`
  const took = `in ${Math.round(durationMs / 1_000)} s`
  const parts = [
    ...(leftOut > 0 ? [`${leftOut} left out by its settings or no program that runs`] : []),
    ...(waived > 0 ? [`${waived} waived by a person`] : []),
    ...(untried > 0 ? [`for ${untried} there was no time`] : []),
  ]
  const apart = parts.map((part) => `, ${part}`).join('')
  const counted = noticed + survived
  if (counted === 0)
    return parts.length === 0
      ? 'Mutants: nothing that the work wrote can be replaced, so nothing is known of them.'
      : `Mutants: none that counts was planted${apart}, so nothing is known of them.`
  const share = Math.floor((1000 * noticed) / counted) / 10
  return `Mutants: tests notice ${noticed} of ${counted} (${share} %)${apart}, ${took}.`
}
