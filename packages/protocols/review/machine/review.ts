/**
 * Ω₄: Sigma looks at what was built, then a reviewer does, who changes nothing (DPTR-104).
 *
 *     checking ──pass, fail──▶ reviewing ──VC, QP──▶ over: completed; refused where the check failed
 *        │ unknown                │  ▲ │ ──DF, QF──▶ over: refused
 *        │                        │  └─┘ DF without a section, QF without an item, while asks are left
 *        └────any failure─────────┴──▶ deciding ──abort──▶ over: aborted
 *                                         └──resume, extend──▶ the same again
 */
import type { Answered, Event, Failed, Finding, Judged, Protocol } from '@sigma/protocol'
import { failureCodes } from '@sigma/protocol'
import { asked, checked, shortened } from './asking.ts'
import { consult, decided } from './decisions.ts'
import { reviewed } from './ending.ts'
import { reviewFound } from './gate-parameters.ts'
import { type ReviewInput, reviewInputSchema } from './input.ts'
import { invariants } from './invariants.ts'
import { asDeviation, asQuality, namedIn, qualityItems, unnamed } from './naming.ts'
import { isAbout } from './places.ts'
import type { Cause, Judgement, Review, ReviewState, ReviewStep, Work } from './state.ts'

const start = (input: ReviewInput): ReviewStep =>
  checked({ input, judged: null, left: input.limits.reasks, untaken: [] })

function step(state: ReviewState, event: Event): ReviewStep {
  if (state.kind === 'over' || !isAbout(state.kind, event)) return { state, effects: [] }
  switch (event.kind) {
    case 'judged':
      return judged(state, event)
    case 'answered':
      return state.kind === 'reviewing' ? answered(state, event) : { state, effects: [] }
    case 'failed':
      return failed(state, event)
    case 'decided':
      return state.kind === 'deciding' ? decided(state, event) : { state, effects: [] }
    default:
      return { state, effects: [] }
  }
}

type Open = Exclude<ReviewState, { readonly kind: 'over' }>
type Reviewing = Extract<ReviewState, { readonly kind: 'reviewing' }>

/** What Sigma could not judge blocks (SIG-49); where it refuses, the reviewer is heard all the same. */
function judged(state: Review, { verdict, findings, data, evidence }: Judged): ReviewStep {
  if (verdict === 'unknown') return consult(state, 'engine-failed', findings, 'checking')
  const { tree = '', verdicts = [], sections = [], told = [] } = reviewFound.safeParse(data).data ?? {}
  const known: Judgement = { verdict, verdicts, tree, sections, told, findings: shortened(findings), evidence }
  return asked({ ...state, judged: known })
}

function answered(state: Reviewing, event: Answered): ReviewStep {
  const { code, message } = event
  if (failureCodes.includes(code)) return gaveUp(state, event)
  const { sections } = state.judged
  switch (code) {
    case 'DF':
      return departed(state, code, message, namedIn(message, sections).map(asDeviation))
    case 'QF':
      return departed(state, code, message, namedIn(message, qualityItems).map(asQuality))
    default:
      return reviewed(state, { code, message, points: [] })
  }
}

/** What names nothing is not taken (DPTR-105). */
function departed(state: Reviewing, code: 'DF' | 'QF', message: string, points: readonly Finding[]): ReviewStep {
  if (points.length > 0) return reviewed(state, { code, message, points })
  const untaken = unnamed(code, state.judged.sections)
  if (state.left <= 0) return consult(state, 'agent-failed', [untaken], 'reviewing')
  return asked({ ...state, left: state.left - 1, untaken: [...state.untaken, untaken] })
}

function failed(state: Open, { findings, cause }: Failed): ReviewStep {
  const back = state.kind === 'deciding' ? state.back : state.kind
  return consult(state, causeOf(cause, back), findings, back)
}

function causeOf(cause: Failed['cause'], back: Work): Cause {
  if (cause === 'budget') return 'asks-spent'
  if (cause === 'late') return 'late'
  return back === 'checking' ? 'engine-failed' : 'agent-failed'
}

function gaveUp(state: Reviewing, { code, message }: Answered): ReviewStep {
  const reason: Finding = {
    rule: 'gave-up',
    message: `→${code}: ${message}`,
    remedy: 'See what keeps the reviewer from it.',
  }
  return consult(state, code === 'BL' ? 'blocked' : 'agent-failed', [reason], 'reviewing')
}

export const review: Protocol<ReviewInput, ReviewState> = {
  name: 'review',
  version: 1,
  input: reviewInputSchema,
  start,
  step,
  calls: () => [],
  abstract: (state) =>
    state.kind === 'over'
      ? [state.kind, state.outcome]
      : [
          state.kind,
          state.left,
          state.judged?.verdict ?? null,
          ...(state.kind === 'deciding' ? [state.cause, state.back] : []),
        ],
  label: (state) => (state.kind === 'over' ? state.outcome : state.kind),
  invariants,
}
