import { type Directive, type DirectiveKey, directiveFields, directiveKeys } from './directive.ts'
import type { Role } from './roles.ts'

/** What each role is started with: these parameters and no others (DPTR-23). */
export const requiredParameters: Readonly<Record<Role['symbol'], readonly DirectiveKey[]>> = {
  'Ω₁ᶜ': ['CTX'],
  'Ω₂ˢ': ['S', 'R', 'M', 'CTX'],
  'Ω₂ᶜ': ['S', 'R', 'M', 'CTX'],
  'Ω₃ᵍ': ['S', 'R', 'C', 'P', 'CTX'],
  'Ω₃ᴱ': ['S', 'R', 'C', 'P', 'CTX'],
  'Ω₄ᴿ': [],
}

/** What the role needs and the directive lacks; a dispatch that lacks anything starts no agent. */
export function missingParameters(role: Role, directive: Directive): readonly DirectiveKey[] {
  const given = givenParameters(directive)
  return requiredParameters[role.symbol].filter((key) => !given.includes(key))
}

/** What the directive holds and the role does not get. */
export function surplusParameters(role: Role, directive: Directive): readonly DirectiveKey[] {
  return givenParameters(directive).filter((key) => !requiredParameters[role.symbol].includes(key))
}

/** Empty text counts as not given. */
function givenParameters(directive: Directive): readonly DirectiveKey[] {
  return directiveKeys.filter((key) => (directive[directiveFields[key]] ?? '') !== '')
}
