import type { Decided } from '@sigma/protocol'
import type { Loop, PlanStep } from './state.ts'

/** `by`: the critic, or the person who decided. The plan itself is in the evidence of its gate, and goes to the memory bank. */
export function completed({ input, round, checked }: Loop, by: string): PlanStep {
  const rounds = round === 0 ? '1 round' : `${round + 1} rounds`
  return {
    state: { kind: 'over', outcome: 'completed' },
    effects: [
      {
        kind: 'end',
        outcome: 'completed',
        summary: `The plan of ${input.module} is accepted by ${whoIs(by)}, after ${rounds}.`,
        reasons: [],
        result: {
          plan: input.plan.path,
          design: input.design.blob,
          acceptedBy: by,
          evidence: checked?.evidence ?? null,
          hands: checked?.hands ?? {},
        },
      },
    ],
  }
}

/** `person`: who began the run, and said so beforehand. */
const whoIs = (by: string): string =>
  by === 'critic' ? 'the critic' : by === 'person' ? 'whoever began the run, beforehand' : by

export function aborted({ by, id }: Decided): PlanStep {
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
