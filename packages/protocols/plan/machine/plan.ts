/**
 * Ω₂: one plans, Sigma checks the plan, another criticizes it, until it is accepted (DPTR-57).
 *
 *     no plan: planning                a plan that lies there: checking
 *
 *     planning ──PC, PR──▶ checking ──pass──▶ criticizing ──PA──▶ over
 *        ▲  │                  │ fail              │ NR, DA
 *        │  └──────DG──────────┼──────────────────▶│
 *        └────rounds left──────┴───────────────────┘
 *     no rounds left, DG twice, EN, any failure ──▶ deciding ──accept, abort──▶ over
 *                                                   ├─revise, extend, resume──▶ as above
 *                                                   └─edit──▶ taking (a person's own text) ──pass──▶ over, fail──▶ deciding
 */
import type { Answered, Event, Failed, Finding, Judged, Protocol } from '@sigma/protocol'
import { failureCodes } from '@sigma/protocol'
import { asked, checked } from './asking.ts'
import { consult } from './consulting.ts'
import { decided } from './decisions.ts'
import { completed } from './ending.ts'
import { planFound } from './gate-parameters.ts'
import { type PlanInput, planInputSchema } from './input.ts'
import { invariants } from './invariants.ts'
import { asBefore, taken } from './own-text.ts'
import { isAbout } from './places.ts'
import type { Loop, PlanState, PlanStep } from './state.ts'

function start(input: PlanInput): PlanStep {
  const { base, limits, plan } = input
  const loop: Loop = {
    input,
    round: 0,
    left: limits.rounds,
    head: base,
    checked: null,
    points: [],
    objection: null,
  }
  // A plan that lies there is put to the critic as a revision (SIG-96).
  return plan.blob === null ? asked('planning', loop) : checked(loop)
}

function step(state: PlanState, event: Event): PlanStep {
  if (state.kind === 'over' || !isAbout(state.kind, event)) return { state, effects: [] }
  switch (event.kind) {
    case 'answered':
      return answered(state, event)
    case 'judged':
      return state.kind === 'taking' ? taken(state, event) : judged(state, event)
    case 'failed':
      return failed(state, event)
    case 'decided':
      return state.kind === 'deciding' ? decided(state, event) : { state, effects: [] }
    default:
      return { state, effects: [] }
  }
}

type Open = Exclude<PlanState, { readonly kind: 'over' }>

function answered(state: Open, event: Answered): PlanStep {
  const { code, message } = event
  if (failureCodes.includes(code)) return gaveUp(state, event)
  return state.kind === 'planning' ? planned(state, event) : criticized(state, code, message)
}

/** What was changed is checked, whatever the planner says of it. */
function planned(state: Loop, { code, commit, message }: Answered): PlanStep {
  const head = commit ?? state.head
  const isNew = head !== state.head || state.checked === null
  const now: Loop = { ...state, head, checked: isNew ? null : state.checked }
  if (code !== 'DG') return checked({ ...now, objection: null })
  const disagrees: Loop = { ...now, objection: message }
  // A second time in turn: rounds would not settle it (DPTR-61).
  if (state.objection !== null) return consult(disagrees, 'disagreement', bothPositions(state, message), 'planning')
  return isNew ? checked(disagrees) : asked('criticizing', disagrees)
}

function criticized(state: Loop, code: string, message: string): PlanStep {
  const point: Finding = { rule: 'critique', message, remedy: 'Change the plan, or say why it is right (DG).' }
  switch (code) {
    case 'PA':
      return completed(state, 'critic')
    case 'EN':
      return consult(
        state,
        'escalated',
        [{ ...point, rule: 'escalation', remedy: 'Decide how it goes on.' }],
        'criticizing',
      )
    case 'DA':
      return nextRound(state, [{ ...point, rule: 'dialogue' }])
    default:
      return nextRound(state, [point])
  }
}

function judged(state: Loop, { verdict, findings, evidence, data }: Judged): PlanStep {
  if (verdict === 'unknown') return consult(state, 'engine-failed', findings, 'checking')
  // The engine's own →NR (DPTR-67).
  if (verdict === 'fail') return nextRound({ ...state, objection: null }, findings)
  const hands = planFound.safeParse(data).data?.hands ?? {}
  const passed: Loop = { ...state, checked: { evidence, hands } }
  if (state.input.acceptance === 'recorded') return completed(passed, 'person')
  if (state.input.acceptance === 'person') return consult(passed, 'acceptance', [], 'planning')
  return asked('criticizing', passed)
}

function nextRound(state: Loop, points: readonly Finding[]): PlanStep {
  const next: Loop = { ...state, points }
  if (state.left <= 1) return consult(next, 'rounds-spent', points, 'planning')
  return asked('planning', { ...next, round: state.round + 1, left: state.left - 1 })
}

function failed(state: Open, { findings, cause }: Failed): PlanStep {
  if (state.kind === 'taking') return asBefore(state, findings)
  const back = state.kind === 'deciding' ? state.back : state.kind
  if (cause === 'budget') return consult(state, 'asks-spent', findings, back)
  if (cause === 'late') return consult(state, 'late', findings, back)
  return consult(state, state.kind === 'checking' ? 'engine-failed' : 'agent-failed', findings, back)
}

function gaveUp(state: Open, { code, message }: Answered): PlanStep {
  const back = state.kind === 'deciding' || state.kind === 'taking' ? state.back : state.kind
  const reason: Finding = {
    rule: 'gave-up',
    message: `→${code}: ${message}`,
    remedy: 'See what keeps the agent from it.',
  }
  return consult(state, code === 'BL' ? 'blocked' : 'agent-failed', [reason], back)
}

function bothPositions({ points, objection }: Loop, message: string): readonly Finding[] {
  const said = [...new Set([objection ?? '', message])].filter((text) => text !== '')
  return [
    ...points.map((point): Finding => ({ ...point, remedy: 'The critic’s position.' })),
    ...said.map((text): Finding => ({ rule: 'objection', message: text, remedy: 'The planner’s position.' })),
  ]
}

export const plan: Protocol<PlanInput, PlanState> = {
  name: 'plan',
  version: 1,
  input: planInputSchema,
  start,
  step,
  calls: () => [],
  abstract: (state) =>
    state.kind === 'over'
      ? [state.kind, state.outcome]
      : [
          state.kind,
          state.left,
          state.round === 0,
          state.checked !== null,
          state.objection !== null,
          state.points.length > 0,
          ...(state.kind === 'deciding' || state.kind === 'taking' ? [state.cause, state.back] : []),
        ],
  label: (state) => (state.kind === 'over' ? state.outcome : `${state.kind} (${state.left} left)`),
  invariants,
}
