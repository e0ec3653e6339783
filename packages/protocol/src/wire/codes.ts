import type { Role } from './roles.ts'
import { type Unknown, unknown } from './unknown.ts'

/** One status code, without its arrow (DPTR-27, SIG-53, SIG-54). */
export interface StatusCode {
  readonly kind: 'code'
  readonly code: string
  /** Who may send it; empty: everybody, in every phase (DPTR-28). */
  readonly senders: readonly Role['symbol'][]
  readonly meaning: string
  /** What engine and runtime call it. */
  readonly name: string
  /**
   * What the sender says of its turn: it is done, it wants something of somebody else, or it went wrong. A word of
   * the agent's, so it opens nothing by itself (DPTR-30).
   */
  readonly says: 'done' | 'open' | 'error'
}

export const statusCodes: readonly StatusCode[] = [
  code('ACCEPT', ['Ω₁ᶜ'], 'design accepted', 'designAccepted', 'done'),
  code('REVISE', ['Ω₁ᶜ'], 'design must be changed', 'designRevise', 'open'),
  code('REJECT', ['Ω₁ᶜ'], 'design turned down', 'designRejected', 'open'),
  code('PC', ['Ω₂ˢ'], 'Plan Created', 'planDrafted', 'done'),
  code('PR', ['Ω₂ˢ'], 'Plan Revised', 'planRevised', 'done'),
  code('DG', ['Ω₂ˢ'], 'Disagree with Critique', 'planDisagreed', 'open'),
  code('NR', ['Ω₂ᶜ'], 'Needs Revision', 'needsRevision', 'open'),
  code('PA', ['Ω₂ᶜ'], 'Plan Accepted', 'planAccepted', 'done'),
  code('EN', ['Ω₂ᶜ'], 'Escalation Needed', 'escalationNeeded', 'open'),
  code('DA', ['Ω₂ᶜ'], 'Dialogue Active', 'dialogueActive', 'open'),
  code('RC', ['Ω₃ᵍ'], 'Red Complete', 'redComplete', 'done'),
  code('TA', ['Ω₃ᵍ'], 'Test Adjusted', 'testAdjusted', 'done'),
  code('RTC', ['Ω₃ᵍ'], 'Refactor Test Complete', 'refactorTestsComplete', 'done'),
  code('GC', ['Ω₃ᴱ'], 'Green Complete', 'greenComplete', 'done'),
  code('TI', ['Ω₃ᴱ'], 'Test Issue', 'testIssue', 'open'),
  code('RIC', ['Ω₃ᴱ'], 'Refactor Implementation Complete', 'refactorImplComplete', 'done'),
  code('P0C', ['Ω₃ᴱ'], 'Phase 0 Complete', 'phase0Complete', 'done'),
  code('APPROVED', ['Ω₃ᵍ', 'Ω₃ᴱ'], 'approved', 'reviewApproved', 'done'),
  code('NEEDS_CHANGE', ['Ω₃ᵍ', 'Ω₃ᴱ'], 'change wanted', 'reviewNeedsChange', 'open'),
  code('VC', ['Ω₄ᴿ'], 'Validation Complete', 'validationComplete', 'done'),
  code('DF', ['Ω₄ᴿ'], 'Deviations Found', 'deviationsFound', 'open'),
  code('QP', ['Ω₄ᴿ'], 'Quality Passed', 'qualityPassed', 'done'),
  code('QF', ['Ω₄ᴿ'], 'Quality Failed', 'qualityFailed', 'open'),
  code('ME', [], 'Memory Error', 'memoryError', 'error'),
  code('TO', [], 'Timeout', 'timeout', 'error'),
  code('EX', [], 'Exception', 'exception', 'error'),
  code('BL', [], 'Blocked', 'blocked', 'error'),
]

/** The row of a wire code, with or without arrow. */
export function statusCode(wire: string): StatusCode | Unknown {
  const bare = wire.startsWith('→') ? wire.slice(1) : wire
  const known = statusCodes.map((row) => row.code)
  return statusCodes.find((row) => row.code === bare) ?? unknown('code', wire, known)
}

/** The row of an engine name, e.g. `redComplete`. */
export function statusCodeNamed(name: string): StatusCode | Unknown {
  const known = statusCodes.map((row) => row.name)
  return statusCodes.find((row) => row.name === name) ?? unknown('name', name, known)
}

function code(
  wire: string,
  senders: StatusCode['senders'],
  meaning: string,
  name: string,
  says: StatusCode['says'],
): StatusCode {
  return { kind: 'code', code: wire, senders, meaning, name, says }
}
