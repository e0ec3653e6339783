import { type Unknown, unknown } from './unknown.ts'

export type Stage = 1 | 2 | 3 | 4

/** One of the six agent roles. A code name may serve two stages (`critic`), a symbol serves one (DPTR-04, DPTR-06). */
export interface Role {
  readonly kind: 'role'
  readonly name: 'critic' | 'spec' | 'qa' | 'dev' | 'reviewer'
  readonly symbol: 'Ω₁ᶜ' | 'Ω₂ˢ' | 'Ω₂ᶜ' | 'Ω₃ᵍ' | 'Ω₃ᴱ' | 'Ω₄ᴿ'
  readonly stage: Stage
  readonly job: string
  readonly scheduledBy: 'person' | 'engine'
}

/** All agent roles. Ω₁ᴰ, design mode, is a person's work with the main thread and no agent (DPTR-04). */
export const roles: readonly Role[] = [
  { kind: 'role', name: 'critic', symbol: 'Ω₁ᶜ', stage: 1, job: 'audit of the design', scheduledBy: 'person' },
  { kind: 'role', name: 'spec', symbol: 'Ω₂ˢ', stage: 2, job: 'planning', scheduledBy: 'engine' },
  { kind: 'role', name: 'critic', symbol: 'Ω₂ᶜ', stage: 2, job: 'validation of the plan', scheduledBy: 'engine' },
  { kind: 'role', name: 'qa', symbol: 'Ω₃ᵍ', stage: 3, job: 'tests', scheduledBy: 'engine' },
  { kind: 'role', name: 'dev', symbol: 'Ω₃ᴱ', stage: 3, job: 'implementation', scheduledBy: 'engine' },
  { kind: 'role', name: 'reviewer', symbol: 'Ω₄ᴿ', stage: 4, job: 'final validation', scheduledBy: 'person' },
]

/** The role that plays under a code name in a stage. */
export function roleNamed(name: string, stage: Stage): Role | Unknown {
  const found = roles.find((role) => role.name === name && role.stage === stage)
  return found ?? unknown('role', `${name} in stage ${stage}`, namesOf(stage))
}

/** The role behind a symbol, e.g. `Ω₂ˢ`. */
export function roleOfSymbol(symbol: string): Role | Unknown {
  const known = roles.map((role) => role.symbol)
  return roles.find((role) => role.symbol === symbol) ?? unknown('role', symbol, known)
}

function namesOf(stage: Stage): readonly string[] {
  return roles.filter((role) => role.stage === stage).map((role) => role.name)
}
