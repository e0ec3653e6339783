/** The check and the turn of a review, each a function of its state. */
import type { Ask, Check, Finding, Retry } from '@sigma/protocol'
import type { ReviewParameters } from './gate-parameters.ts'
import { qualityItems } from './naming.ts'
import { atOf, idOf, workspace } from './places.ts'
import type { Judgement, Review, ReviewStep } from './state.ts'

/** Sigma's own look at what is reviewed, before the reviewer is asked (SIG-47). */
export function checked(review: Review): ReviewStep {
  const { project, base, commit, design, cycles } = review.input
  const parameters: ReviewParameters = { project, base, design, cycles: [...cycles] }
  const check: Check = {
    kind: 'check',
    id: idOf('checking'),
    at: atOf(review, 'checking'),
    gate: 'review',
    commit,
    parameters,
  }
  return { state: { ...review, judged: null, kind: 'checking' }, effects: [check] }
}

/** The reviewer sees the commit, the design, the plan, and what Sigma found; it may write nothing (DPTR-106). */
export function asked(review: Review & { readonly judged: Judgement }): ReviewStep {
  const { input, judged, untaken } = review
  const { module, session, design, plan, commit, limits } = input
  const ask: Ask = {
    kind: 'ask',
    id: idOf('reviewing'),
    at: atOf(review, 'reviewing'),
    role: 'reviewer',
    phase: 'REVIEW',
    brief: {
      type: 'review',
      purpose: `Review the module ${module} as it was built: against its design, and for its quality.`,
      from: 'engine',
      subject: module,
      context: {
        module,
        designPath: design.path,
        planPath: plan.path,
        session: { sid: session, phase: 'REVIEW', round: 0 },
      },
      documents: [design, plan],
      refused: untaken,
      parameters: {
        base: input.base,
        verdicts: judged.verdicts.map(({ of, verdict, said }) => `${of}: ${verdict}. ${said}`),
        findings: judged.findings.map(({ rule, message }) => `${rule}: ${message}`),
        told: [...judged.told],
        sections: [...judged.sections],
        items: [...qualityItems],
      },
    },
    codes: ['VC', 'DF', 'QP', 'QF'],
    writes: [],
    workspace,
    base: commit,
    limitMs: limits.turnMs,
    retry: retriesOf(review),
  }
  return { state: { ...review, kind: 'reviewing' }, effects: [ask] }
}

/** A reviewer that writes is simply asked again, once. */
function retriesOf({ input: { limits } }: Review): readonly Retry[] {
  const { reasks, crashes } = limits
  return [
    { causes: ['invalid'], times: reasks },
    ...(crashes > 0 ? [{ causes: ['crash', 'timeout'], times: crashes } as const] : []),
    { causes: ['trespass'], times: 1 },
  ]
}

const mostFindings = 40

/** As many as an agent is told of. */
export const shortened = (findings: readonly Finding[]): readonly Finding[] =>
  findings.slice(0, mostFindings).map((finding) => ({ ...finding, message: finding.message.slice(0, 800) }))
