import type { BlobRef, Finding, Verdict } from '@sigma/protocol'
import { bounded } from '../text.ts'

/** Findings of a gate: reasons to refuse, and reasons why it could not judge (SIG-49). */
export interface Reasons {
  readonly refused: readonly Finding[]
  readonly unjudged: readonly Finding[]
}

export const noReasons: Reasons = { refused: [], unjudged: [] }

export const refuse = (...refused: readonly Finding[]): Reasons => ({ refused, unjudged: [] })

export const cannotJudge = (...unjudged: readonly Finding[]): Reasons => ({ refused: [], unjudged })

export const all = (...reasons: readonly Reasons[]): Reasons => ({
  refused: reasons.flatMap((each) => each.refused),
  unjudged: reasons.flatMap((each) => each.unjudged),
})

/** Nothing stands against a pass so far. */
export const isClean = ({ refused, unjudged }: Reasons): boolean => refused.length === 0 && unjudged.length === 0

/** A reason that could not be judged blocks before anything else counts. */
export function verdictOf({ refused, unjudged }: Reasons): Verdict {
  if (unjudged.length > 0) return 'unknown'
  return refused.length > 0 ? 'fail' : 'pass'
}

const perRule = 50

/** All findings with their proof, at most fifty a rule and a count of the rest. */
export function findingsOf({ refused, unjudged }: Reasons, evidence: BlobRef): readonly Finding[] {
  const byRule = Map.groupBy([...unjudged, ...refused], (finding) => finding.rule)
  return [...byRule.values()].flatMap((findings) => {
    const shown = findings
      .slice(0, perRule)
      .map((each) => ({ ...each, message: bounded(each.message, 1500), evidence }))
    const [first] = findings
    if (first === undefined || findings.length <= perRule) return shown
    return [...shown, { ...first, message: `… and ${findings.length - perRule} more of ${first.rule}.`, evidence }]
  })
}
