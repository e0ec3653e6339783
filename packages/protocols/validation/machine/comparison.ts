/** What became of failures from one iteration to the next, and whether anything did. All of it compares fingerprints. */
import { byText, fingerprint } from './fingerprint.ts'
import type { Failure } from './found.ts'

/** Each failure once: of several with one fingerprint the first (VAL-44). */
export interface Compared {
  readonly resolved: readonly Failure[]
  readonly persisting: readonly Failure[]
  readonly fresh: readonly Failure[]
}

export function compared(before: readonly Failure[], now: readonly Failure[]): Compared {
  const [old, own] = [byFingerprint(before), byFingerprint(now)]
  return {
    resolved: [...old].filter(([print]) => !own.has(print)).map(([, failure]) => failure),
    persisting: [...own].filter(([print]) => old.has(print)).map(([, failure]) => failure),
    fresh: [...own].filter(([print]) => !old.has(print)).map(([, failure]) => failure),
  }
}

function byFingerprint(failures: readonly Failure[]): ReadonlyMap<string, Failure> {
  const found = new Map<string, Failure>()
  for (const failure of failures) {
    const print = fingerprint(failure)
    if (!found.has(print)) found.set(print, failure)
  }
  return found
}

/** The name of a set of failures: equal exactly where the sets are (VAL-74, VAL-75). */
export function setOf(failures: readonly Failure[]): string {
  return JSON.stringify([...new Set(failures.map(fingerprint))].toSorted(byText))
}

/** How many sets are looked back at. */
export const remembered = 4

/** Sets of the latest iterations, the newest last: the same thrice in a row, or two in turns over four (VAL-74, VAL-78). */
export function isDeadlock(sets: readonly string[]): boolean {
  const [last, second, third, fourth] = sets.toReversed()
  if (last === undefined || third === undefined) return false
  if (last === second && second === third) return true
  return last === third && second === fourth
}
