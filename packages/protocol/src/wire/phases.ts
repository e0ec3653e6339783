import type { Stage } from './roles.ts'
import { type Unknown, unknown } from './unknown.ts'

export type TddPhase = 'Phase0' | 'RED' | 'GREEN' | 'REFACTOR_TESTS' | 'REFACTOR_IMPL' | 'REVIEW_TESTS' | 'REVIEW_IMPL'

const plainPhases = [
  { word: 'DESIGN', stage: 1 },
  { word: 'AUDIT', stage: 1 },
  { word: 'PLAN', stage: 2 },
  { word: 'CRITIQUE', stage: 2 },
  { word: 'REVIEW', stage: 4 },
  { word: 'FIX', stage: null },
  { word: 'VALIDATE', stage: null },
  { word: 'OWN', stage: null },
  { word: 'DISCUSS', stage: null },
  { word: 'STEP', stage: null },
] as const

export type OtherPhase = (typeof plainPhases)[number]['word']

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
  ...plainPhases.map(({ word, stage }) => ({ kind: 'phase', word, wire: null, stage }) as const),
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
