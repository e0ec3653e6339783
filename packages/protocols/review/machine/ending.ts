import type { Decided, Finding } from '@sigma/protocol'
import type { Aspect } from './gate-parameters.ts'
import type { Judgement, Review, ReviewStep } from './state.ts'

/** What a reviewer said that was taken. */
export interface Said {
  readonly code: string
  readonly message: string
  /** What it names as wrong. */
  readonly points: readonly Finding[]
}

type Judged = Review & { readonly judged: Judgement }

/** Good by both: by what Sigma measured and by what the reviewer says. Everything else is refused (DPTR-107). */
export function reviewed({ input, judged }: Judged, { code: said, message, points }: Said): ReviewStep {
  const code = codeOf(judged, said)
  const outcome = isGood(code) ? 'completed' : 'refused'
  const overruled = code === said ? '' : ` The reviewer said →${said}; what Sigma measured stands.`
  const words = message.trim() === '' ? '' : ` ${message.trim()}`
  return {
    state: { kind: 'over', outcome },
    effects: [
      {
        kind: 'end',
        outcome,
        summary: `The review of ${input.module} ends with →${code}.${overruled}${words}`,
        reasons: isGood(code) ? [] : [...judged.findings, ...points],
        result: {
          code,
          review: {
            module: input.module,
            run: input.run,
            base: input.base,
            commit: input.commit,
            tree: judged.tree,
            code,
            said,
            verdicts: judged.verdicts.map((each) => ({ ...each })),
            evidence: judged.evidence,
          },
          hands: {},
        },
      },
    ],
  }
}

const isGood = (code: string): boolean => code === 'VC' || code === 'QP'

const ofDesign: ReadonlySet<Aspect> = new Set(['deviation', 'interface'])

/** Nobody's word makes a verdict good that failed. */
function codeOf({ verdict, verdicts }: Judgement, said: string): string {
  if (verdict === 'pass' || !isGood(said)) return said
  return verdicts.some(({ of, verdict: each }) => each !== 'pass' && ofDesign.has(of)) ? 'DF' : 'QF'
}

export function aborted({ by, id }: Decided): ReviewStep {
  const isNobody = by === 'expiry'
  const summary = isNobody ? `Nobody decided ${id} in time.` : `${by} ended the run at ${id}.`
  const reason = {
    rule: isNobody ? 'decision-expired' : 'aborted',
    message: summary,
    remedy: 'Remove what the question was about, then start a new run.',
  }
  return {
    state: { kind: 'over', outcome: 'aborted' },
    effects: [{ kind: 'end', outcome: 'aborted', summary, reasons: [reason], result: {} }],
  }
}
