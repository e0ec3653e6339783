/** Decides whether `sigma strength` ends with 0: the tests are as strong as was asked for. */
import type { Strength } from '@sigma/measuring'

/** `least`: percentage; 0: none is wanted, and only that nothing is known is too little. What is not known counts as not noticed. */
export function isStrong({ noticed, unnoticed, untried, unsure, share, silent }: Strength, least: number): boolean {
  const all = noticed + unnoticed + untried + unsure
  // Nothing can be changed there, or it cannot be read.
  if (all === 0) return silent.length === 0
  return share !== null && (100 * noticed) / all >= least
}
