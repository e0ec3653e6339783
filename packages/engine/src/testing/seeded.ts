import { sha256 } from '../identity/canonical.ts'
import { nonceOf } from '../identity/ids.ts'
import type { Ids } from '../ports/ports.ts'

/** A choice that depends on the seed and the question alone, not on when or how often it is asked. */
export function seededChoice(seed: number): (question: string) => number {
  return (question) => Number.parseInt(sha256(`${seed} ${question}`).slice(0, 12), 16) / 2 ** 48
}

export function seededIds(seed: number): Ids {
  let count = 0
  return {
    nonce: () => {
      count += 1
      return nonceOf(sha256(`${seed} nonce ${count}`).slice(0, 32))
    },
  }
}
