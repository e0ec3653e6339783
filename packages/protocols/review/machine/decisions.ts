/** What a person is asked about a review, and what follows (D14). Nobody is asked to say that it is good. */
import { afreshOption, type Consult, type Decided, extendOption, type Finding, type Option } from '@sigma/protocol'
import { asked, checked } from './asking.ts'
import { aborted } from './ending.ts'
import { atDecision, idOf } from './places.ts'
import type { Cause, Review, ReviewState, ReviewStep, Work } from './state.ts'

const rules: Readonly<
  Record<
    Cause,
    { readonly status: Consult['status']; readonly goesOn: readonly ('resume' | 'extend')[]; readonly why: string }
  >
> = {
  blocked: { status: 'waiting', goesOn: ['resume'], why: 'the reviewer says that it is blocked' },
  'asks-spent': { status: 'escalated', goesOn: ['extend'], why: 'a budget is spent' },
  'agent-failed': { status: 'halted', goesOn: ['resume'], why: 'the reviewer failed' },
  late: { status: 'escalated', goesOn: ['extend', 'resume'], why: 'the reviewer takes too long, and was ended' },
  'engine-failed': { status: 'halted', goesOn: ['resume'], why: 'Sigma could not judge it' },
}

const optionsByName: Readonly<Record<'resume' | 'abort', Option>> = {
  resume: { name: 'resume', consequence: 'The same work is tried again.', input: null },
  abort: { name: 'abort', consequence: 'The run ends, and nothing is reviewed.', input: null },
}

export function consult(review: Review, cause: Cause, reasons: readonly Finding[], back: Work): ReviewStep {
  const { status, goesOn, why } = rules[cause]
  const { module, limits } = review.input
  const question: Consult = {
    kind: 'consult',
    id: idOf('deciding'),
    at: atDecision(review, back),
    question: `The review of ${module}: ${why}. How should it go on?`,
    options: [...goesOn.map((name) => optionOf(name, cause, reasons)), optionsByName.abort],
    fallback: 'abort',
    expiryMs: status === 'halted' ? null : limits.decisionMs,
    status,
    reasons,
  }
  return { state: { ...review, kind: 'deciding', cause, back }, effects: [question] }
}

function optionOf(name: 'resume' | 'extend', cause: Cause, reasons: readonly Finding[]): Option {
  if (name === 'extend') return extendOption(reasons)
  return cause === 'late' ? afreshOption(name) : optionsByName[name]
}

export function decided(state: Extract<ReviewState, { kind: 'deciding' }>, event: Decided): ReviewStep {
  if (event.option === 'abort') return aborted(event)
  if (rules[state.cause].goesOn.every((name) => name !== event.option)) return { state, effects: [] }
  const { kind: _, cause: __, back, ...review } = state
  const { judged, input } = review
  const fresh: Review = { ...review, left: input.limits.reasks, untaken: [] }
  return back === 'checking' || judged === null ? checked(fresh) : asked({ ...fresh, judged })
}
