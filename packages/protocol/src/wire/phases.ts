import type { Stage } from './roles.ts'
import { type Unknown, unknown } from './unknown.ts'

export type TddPhase = 'Phase0' | 'RED' | 'GREEN' | 'REFACTOR_TESTS' | 'REFACTOR_IMPL' | 'REVIEW_TESTS' | 'REVIEW_IMPL'

export type OtherPhase =
  | 'DESIGN'
  | 'AUDIT'
  | 'PLAN'
  | 'CRITIQUE'
  | 'REVIEW'
  | 'FIX'
  | 'VALIDATE'
  | 'OWN'
  | 'DISCUSS'
  | 'STEP'

export type Phase = CodedPhase | PlainPhase

/** A phase that has a code on the wire (DPTR-74); all of them belong to the TDD loop. */
export interface CodedPhase {
  readonly kind: 'phase'
  readonly word: TddPhase
  readonly wire: string
  readonly stage: 3
}

/** A phase that the wire names by its word only. Those outside the four stages have none. */
export interface PlainPhase {
  readonly kind: 'phase'
  readonly word: OtherPhase
  readonly wire: null
  readonly stage: Stage | null
}

export const codedPhases: readonly CodedPhase[] = [
  { kind: 'phase', word: 'Phase0', wire: 'Phase0', stage: 3 },
  { kind: 'phase', word: 'RED', wire: 'ℜ', stage: 3 },
  { kind: 'phase', word: 'GREEN', wire: 'ℜᴳ', stage: 3 },
  { kind: 'phase', word: 'REFACTOR_TESTS', wire: 'ℜᶠᵗ', stage: 3 },
  { kind: 'phase', word: 'REFACTOR_IMPL', wire: 'ℜᶠⁱ', stage: 3 },
  { kind: 'phase', word: 'REVIEW_TESTS', wire: 'review_tests', stage: 3 },
  { kind: 'phase', word: 'REVIEW_IMPL', wire: 'review_impl', stage: 3 },
]

export const phases: readonly Phase[] = [
  ...codedPhases,
  { kind: 'phase', word: 'DESIGN', wire: null, stage: 1 },
  { kind: 'phase', word: 'AUDIT', wire: null, stage: 1 },
  { kind: 'phase', word: 'PLAN', wire: null, stage: 2 },
  { kind: 'phase', word: 'CRITIQUE', wire: null, stage: 2 },
  { kind: 'phase', word: 'REVIEW', wire: null, stage: 4 },
  { kind: 'phase', word: 'FIX', wire: null, stage: null },
  { kind: 'phase', word: 'VALIDATE', wire: null, stage: null },
  { kind: 'phase', word: 'OWN', wire: null, stage: null },
  { kind: 'phase', word: 'DISCUSS', wire: null, stage: null },
  { kind: 'phase', word: 'STEP', wire: null, stage: null },
]

/** The phase behind a word, e.g. `GREEN`. */
export function phaseOfWord(word: string): Phase | Unknown {
  const known = phases.map((phase) => phase.word)
  return phases.find((phase) => phase.word === word) ?? unknown('phase', word, known)
}

/** The phase behind a wire code, e.g. `ℜᴳ`. */
export function phaseOfWire(wire: string): CodedPhase | Unknown {
  const known = codedPhases.map((phase) => phase.wire)
  return codedPhases.find((phase) => phase.wire === wire) ?? unknown('phase', wire, known)
}
