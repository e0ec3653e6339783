/** The report of `sigma gates --base`: the document that `--json` prints, and that text and annotations are made from. */
import type { BranchFinding, Judgement } from '@sigma/measuring'
import { verdictOn } from '@sigma/measuring'

export interface BranchReport extends Omit<Judgement, 'findings'> {
  /** Where the branch began, and the name that was given for it. */
  readonly base: { readonly ref: string; readonly commit: string }
  readonly head: { readonly commit: string; readonly branch: string | null }
  /** True: base and HEAD hold the same, so nothing was run. */
  readonly isNothing: boolean
  /** False: there is no sigma.config.json, and it was found out as `sigma init` does. */
  readonly isConfigured: boolean
  /** Name and version of the sandbox that the tests ran in; null: they ran in none. */
  readonly confinedBy: string | null
  readonly durationMs: number
  readonly findings: readonly ReportedFinding[]
}

/** A finding with its place; `line` and `endLine` count from 1. */
export interface ReportedFinding extends Omit<BranchFinding, 'place'> {
  readonly file: string | null
  readonly line: number | null
  readonly endLine: number | null
}

/** `shown`: takes secrets out of a text. */
export function reported(finding: BranchFinding, shown: (text: string) => string): ReportedFinding {
  const { weight, rule, message, remedy, place } = finding
  const { file = null, line = null } = place ?? {}
  return { weight, rule, message: shown(message), remedy, file, line, endLine: place?.endLine ?? line }
}

/** The judgement of whoever accepts these rules for this branch: what they refuse is told. */
export function accepting(judgement: Judgement, rules: readonly string[]): Judgement {
  const findings = judgement.findings.map((finding): BranchFinding => {
    const isAccepted = finding.weight === 'refused' && rules.includes(finding.rule)
    return isAccepted ? { ...finding, weight: 'warning', message: `Accepted: ${finding.message}` } : finding
  })
  return { ...judgement, findings, verdict: verdictOn(findings) }
}

/** Base and HEAD hold the same. */
export const nothingJudged: Judgement = {
  verdict: 'pass',
  findings: [],
  runner: '',
  tests: { total: 0, passed: 0, failed: 0, skipped: 0, failedBefore: 0, fresh: 0, failingWithout: null },
  coverage: null,
  measures: null,
  files: { source: 0, tests: 0, others: 0 },
}
