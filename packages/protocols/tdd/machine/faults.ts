import type { BlobRef, Failed, Finding } from '@sigma/protocol'

/** Sigma could not do its own part: what was found, or else how it failed. `remedy` is the person's way out. */
export function faultsOf({ cause, evidence, findings }: Failed, remedy: string): readonly Finding[] {
  return findings.length > 0
    ? findings
    : [finding({ rule: cause, message: `It failed by ${cause}.`, remedy }, evidence)]
}

export function finding(said: Finding, evidence: BlobRef | null): Finding {
  return { ...said, ...(evidence !== null && { evidence }) }
}
