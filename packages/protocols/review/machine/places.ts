/** Where the effects of a review stand, and which event is about which. */
import type { At, Event } from '@sigma/protocol'
import type { Review, ReviewState, Work } from './state.ts'

/** What the work of a state is called; also the id of its effect, of which one is open at a time. */
const steps: Readonly<Record<Exclude<ReviewState['kind'], 'over'>, string>> = {
  checking: 'review.check',
  reviewing: 'review',
  deciding: 'decision',
}

export const idOf = (kind: keyof typeof steps): string => steps[kind]

export const isAbout = (kind: keyof typeof steps, event: Event): boolean => 'id' in event && event.id === idOf(kind)

export function atOf({ input }: Review, kind: Work): At {
  const own = { unit: 'review', called: 'the review', step: 'judge', session: input.session, round: 0 }
  return kind === 'checking' ? { ...own, part: 'check', role: 'reviewer' } : own
}

/** A question to a person stands where the work does that it is about. */
export const atDecision = (review: Review, back: Work): At => ({
  ...atOf(review, back),
  part: 'decision',
  role: 'reviewer',
  phase: 'REVIEW',
  workspace,
})

export const workspace = 'review'
