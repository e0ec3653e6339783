import type { JsonObject } from '../json.ts'
import { escapeText } from './escape.ts'
import { codedPhases, type TddPhase } from './phases.ts'

/** What an agent is started with, as one line: `[S:…,R:…,C:…,P:…,M:…,CTX:…]` (DPTR-19). */
export interface Directive {
  /** `S`: id of the dialogue's session. */
  readonly session?: string
  /** `R`: from 0. */
  readonly round?: number
  /** `C`: from 1; 0 is Phase 0. */
  readonly cycle?: number
  /** `P`: as a word here, as a code on the wire (DPTR-74). */
  readonly phase?: TddPhase
  /** `M`: path of the module. */
  readonly module?: string
  /** `CTX`: text, or an object that is written as JSON. */
  readonly context?: string | JsonObject
}

export type DirectiveKey = 'S' | 'R' | 'C' | 'P' | 'M' | 'CTX'

/** The keys in the order in which they are written (DPTR-20). */
export const directiveKeys: readonly DirectiveKey[] = ['S', 'R', 'C', 'P', 'M', 'CTX']

/** The field of a directive that each key gives. */
export const directiveFields: Readonly<Record<DirectiveKey, keyof Directive>> = {
  S: 'session',
  R: 'round',
  C: 'cycle',
  P: 'phase',
  M: 'module',
  CTX: 'context',
}

/** Writes the colon form, with the parameters that are there and no others (DPTR-21). */
export function printDirective(directive: Directive): string {
  const parameters = directiveKeys.flatMap((key) => {
    const value = printValue(directive, key)
    return value === null ? [] : [`${key}:${value}`]
  })
  return `[${parameters.join(',')}]`
}

/** The value of one key as the wire has it; null when the directive does not give it. */
function printValue(directive: Directive, key: DirectiveKey): string | null {
  switch (key) {
    case 'S':
      return printText(directive.session)
    case 'R':
      return directive.round?.toString() ?? null
    case 'C':
      return directive.cycle?.toString() ?? null
    case 'P':
      return codedPhases.find((phase) => phase.word === directive.phase)?.wire ?? null
    case 'M':
      return printText(directive.module)
    case 'CTX':
      return typeof directive.context === 'object' ? JSON.stringify(directive.context) : printText(directive.context)
  }
}

/** A brace at the start would read as JSON, so it is escaped like the separators. */
function printText(text: string | undefined): string | null {
  if (text === undefined) return null
  return text.startsWith('{') ? `\\{${escapeText(text.slice(1), ',[]')}` : escapeText(text, ',[]')
}
