/** Where the effects of a plan loop stand, and which event is about which. */
import type { At, Event } from '@sigma/protocol'
import type { Loop, PlanState, Work } from './state.ts'

/** What the work of a state is called; also the id of its effect, of which one is open at a time. */
const steps: Readonly<Record<Exclude<PlanState['kind'], 'over'>, string>> = {
  planning: 'plan',
  checking: 'plan.check',
  criticizing: 'critique',
  deciding: 'decision',
  taking: 'text.check',
}

export const idOf = (kind: keyof typeof steps): string => steps[kind]

export const isAbout = (kind: keyof typeof steps, event: Event): boolean => 'id' in event && event.id === idOf(kind)

export function atOf({ input, round }: Loop, kind: Work): At {
  const own = { unit: 'plan', called: 'the plan', session: input.session, round }
  if (kind === 'checking') return { ...own, step: 'draft', part: 'check', role: 'spec' }
  return { ...own, step: kind === 'planning' ? 'draft' : 'critique' }
}

/** A question to a person stands where the work does that it is about. */
export function atDecision(state: Loop, back: Work): At {
  const role = back === 'criticizing' ? 'critic' : 'spec'
  return {
    ...atOf(state, back),
    part: 'decision',
    role,
    phase: back === 'criticizing' ? 'CRITIQUE' : 'PLAN',
    workspace,
  }
}

/** One for both: the critic reads what the planner wrote. */
export const workspace = 'plan'
