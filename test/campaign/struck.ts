import { constants } from 'node:os'
import { disturbed, faultsAt, ruleAt, undisturbed } from './disturbed.ts'
import { placeNamed } from './places.ts'
import type { Trial } from './trial.ts'

export interface Strike {
  readonly place: string
  /** See `faults.c`, or the name of an error. */
  readonly action: string
  /** Which of all calls at the place, from 0 to 1. */
  readonly at: number
  /** From there on, not once. */
  readonly on?: boolean
}

export interface Struck extends Trial {
  /** Calls at the place that the struck process made after the first that was struck. */
  readonly after: readonly string[]
}

/** One fault in the first process of a run; what comes after is left alone. */
export async function struck({ place: name, action, at, on = false }: Strike): Promise<Struck> {
  const { calls } = await undisturbed()
  const place = placeNamed(name)
  const nth = Math.max(1, Math.round((calls.get(name) ?? 0) * at))
  const number = Object.entries(constants.errno).find(([code]) => code === action)?.[1]
  const rule = ruleAt(place, { from: nth, to: on ? 0 : nth, action: `${number ?? action}` })
  let after: readonly string[] = []
  const trial = await disturbed((repository) => (process) => {
    if (process > 0) return null
    const faults = faultsAt(repository, place, [rule])
    return {
      env: faults.env,
      during: async ({ ended }) => {
        await ended
        after = faults.trace().slice(nth)
      },
    }
  })
  return { ...trial, after }
}
