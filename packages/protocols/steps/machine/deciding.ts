/** What follows from a person's answer. */
import type { Decided } from '@sigma/protocol'
import { z } from 'zod'
import { completeStep } from './completing.ts'
import { work } from './invoking.ts'
import { type Asking, type Session, type StepsStep, sessionOf } from './state.ts'
import { chosen } from './ways.ts'

const answerSchema = z.object({ note: z.string() })

export function decided(session: Session, asking: Asking, { option, input, by }: Decided): StepsStep {
  if (option === 'abort') return end(session, by)
  switch (asking.about) {
    case 'unfollowed':
      return due({ ...session, left: { ...session.left, reissues: session.input.limits.reissues } })
    case 'failure':
    case 'budget':
      return work(session, asking.working)
    case 'questions': {
      const answer = answerSchema.safeParse(input).data?.note ?? ''
      const answers = [...asking.working.answers, { question: asking.question, answer }]
      return work(session, { ...asking.working, answers })
    }
    case 'choice':
      return completeStep(session, null, { ...asking.output, [chosen]: option, decided_by: by })
    case 'loop':
      return due({ ...session, turns: { ...session.turns, [asking.way]: 1 } })
    case 'verdict':
      if (option === 'accept') return completeStep(session, null, { ...asking.output, accepted_by: by })
      return due({ ...session, left: { ...session.left, verdicts: session.input.limits.verdicts } })
  }
}

const due = (session: Session): StepsStep => ({ state: { ...sessionOf(session), kind: 'due' }, effects: [] })

function end(session: Session, by: string): StepsStep {
  return {
    state: { ...sessionOf(session), kind: 'over', outcome: 'aborted' },
    effects: [
      { kind: 'end', outcome: 'aborted', summary: `The session was aborted by ${by}.`, reasons: [], result: {} },
    ],
  }
}
