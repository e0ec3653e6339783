/** What one part of a review comes to. */
import type { GateWorld } from '@sigma/engine'
import { findingsOf, type Reasons, verdictOf } from '@sigma/measuring'
import type { Finding, Json, Verdict } from '@sigma/protocol'
import type { Aspect, AspectVerdict } from '../machine/gate-parameters.ts'

export interface Seen {
  readonly of: Aspect
  readonly reasons: Reasons
  /** How it stands where nothing is wrong, in a sentence. */
  readonly passes: string
  /** What it was judged by, for the evidence. */
  readonly by: Json
  /** What is no fault, and is to be known. */
  readonly told: readonly string[]
}

export interface JudgedAspect {
  readonly verdict: AspectVerdict
  readonly findings: readonly Finding[]
}

/** Each verdict has evidence of its own (SIG-48). */
export function judgedAspect(
  blobs: GateWorld['blobs'],
  commit: string,
  { of, reasons, passes, by, told }: Seen,
): JudgedAspect {
  const verdict = verdictOf(reasons)
  const bare = findingsOf(reasons, '').map(({ evidence: _, ...finding }) => finding)
  const evidence = blobs.put(JSON.stringify({ gate: 'review', of, commit, verdict, findings: bare, told, by }))
  return {
    verdict: { of, verdict, evidence, said: verdict === 'pass' ? passes : saidOf(verdict, bare) },
    findings: findingsOf(reasons, evidence),
  }
}

function saidOf(verdict: Verdict, findings: readonly Finding[]): string {
  const count = findings.length === 1 ? '1 finding' : `${findings.length} findings`
  const rules = [...new Set(findings.map(({ rule }) => rule))].join(', ')
  return verdict === 'unknown' ? `Sigma could not judge it: ${rules}.` : `${count}: ${rules}.`
}
