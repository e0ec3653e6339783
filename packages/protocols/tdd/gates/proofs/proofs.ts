import { baselineProofs } from './baseline.ts'
import { demandsProofs } from './demands.ts'
import { greenProofs } from './green.ts'
import { combinedProofs, refactorProofs } from './later.ts'
import { mutantsProofs } from './mutants.ts'
import { phase0Proofs } from './phase0.ts'
import type { Proof } from './proof.ts'
import { redProofs } from './red.ts'

/** That every gate can refuse, and passes honest work. */
export const proofs: readonly Proof[] = [
  ...baselineProofs,
  ...phase0Proofs,
  ...redProofs,
  ...greenProofs,
  ...refactorProofs,
  ...combinedProofs,
  ...mutantsProofs,
  ...demandsProofs,
]
