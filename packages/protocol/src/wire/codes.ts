import type { Role } from './roles.ts'
import { type Unknown, unknown } from './unknown.ts'

/** One status code, without its arrow (DPTR-27, SIG-53, SIG-54). */
export interface StatusCode {
  readonly kind: 'code'
  readonly code: string
  /** Roles that may send the code; empty: all, in every phase (DPTR-28). */
  readonly senders: readonly Role['symbol'][]
  readonly meaning: string
  /** The code's name in engine and runtime. */
  readonly name: string
  /**
   * What the sender says of its turn: it is done, it wants something of somebody else, or it went wrong. A word of
   * the agent's, so it opens nothing by itself (DPTR-30).
   */
  readonly says: 'done' | 'open' | 'error'
}

const rows: readonly (readonly [StatusCode['code'], StatusCode['senders'], string, string, StatusCode['says']])[] = [
  ['ACCEPT', ['Ω₁ᶜ'], 'design accepted', 'designAccepted', 'done'],
  ['REVISE', ['Ω₁ᶜ'], 'design must be changed', 'designRevise', 'open'],
  ['REJECT', ['Ω₁ᶜ'], 'design turned down', 'designRejected', 'open'],
  ['PC', ['Ω₂ˢ'], 'Plan Created', 'planDrafted', 'done'],
  ['PR', ['Ω₂ˢ'], 'Plan Revised', 'planRevised', 'done'],
  ['DG', ['Ω₂ˢ'], 'Disagree with Critique', 'planDisagreed', 'open'],
  ['NR', ['Ω₂ᶜ'], 'Needs Revision', 'needsRevision', 'open'],
  ['PA', ['Ω₂ᶜ'], 'Plan Accepted', 'planAccepted', 'done'],
  ['EN', ['Ω₂ᶜ'], 'Escalation Needed', 'escalationNeeded', 'open'],
  ['DA', ['Ω₂ᶜ'], 'Dialogue Active', 'dialogueActive', 'open'],
  ['RC', ['Ω₃ᵍ'], 'Red Complete', 'redComplete', 'done'],
  ['TA', ['Ω₃ᵍ'], 'Test Adjusted', 'testAdjusted', 'done'],
  ['RTC', ['Ω₃ᵍ'], 'Refactor Test Complete', 'refactorTestsComplete', 'done'],
  ['GC', ['Ω₃ᴱ'], 'Green Complete', 'greenComplete', 'done'],
  ['TI', ['Ω₃ᴱ'], 'Test Issue', 'testIssue', 'open'],
  ['RIC', ['Ω₃ᴱ'], 'Refactor Implementation Complete', 'refactorImplComplete', 'done'],
  ['P0C', ['Ω₃ᴱ'], 'Phase 0 Complete', 'phase0Complete', 'done'],
  ['APPROVED', ['Ω₃ᵍ', 'Ω₃ᴱ'], 'approved', 'reviewApproved', 'done'],
  ['NEEDS_CHANGE', ['Ω₃ᵍ', 'Ω₃ᴱ'], 'change wanted', 'reviewNeedsChange', 'open'],
  ['VC', ['Ω₄ᴿ'], 'Validation Complete', 'validationComplete', 'done'],
  ['DF', ['Ω₄ᴿ'], 'Deviations Found', 'deviationsFound', 'open'],
  ['QP', ['Ω₄ᴿ'], 'Quality Passed', 'qualityPassed', 'done'],
  ['QF', ['Ω₄ᴿ'], 'Quality Failed', 'qualityFailed', 'open'],
  ['ME', [], 'Memory Error', 'memoryError', 'error'],
  ['TO', [], 'Timeout', 'timeout', 'error'],
  ['EX', [], 'Exception', 'exception', 'error'],
  ['BL', [], 'Blocked', 'blocked', 'error'],
]

export const statusCodes: readonly StatusCode[] = rows.map(([code, senders, meaning, name, says]) => {
  return { kind: 'code', code, senders, meaning, name, says }
})

/** A code as the wire may have it, without its arrow. */
export const bareCode = (wire: string): string => (wire.startsWith('→') ? wire.slice(1) : wire)

/** The row of a wire code, with or without arrow. */
export function statusCode(wire: string): StatusCode | Unknown {
  const bare = bareCode(wire)
  const known = statusCodes.map((row) => row.code)
  return statusCodes.find((row) => row.code === bare) ?? unknown('code', wire, known)
}

/** The row of an engine name, e.g. `redComplete`. */
export function statusCodeNamed(name: string): StatusCode | Unknown {
  const known = statusCodes.map((row) => row.name)
  return statusCodes.find((row) => row.name === name) ?? unknown('name', name, known)
}
