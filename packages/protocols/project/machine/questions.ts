/** What a person is asked when a stage did not end as it should (D14). */
import type { Consult, Finding, Option } from '@sigma/protocol'
import type { ModuleStage, Stage } from './input.ts'
import { nameOf, withLane } from './lanes.ts'
import { atDesign, atOf, idOf, wholeDecision } from './places.ts'
import type { Cause, Going, ProjectStep } from './state.ts'

type OptionName = 'accept' | 'again' | 'leave' | 'resume' | 'abort'

export const done: Readonly<Record<Stage, string>> = {
  design: 'The design',
  plan: 'The planning',
  tdd: 'The test-first work',
  review: 'The review',
}

const whys: Readonly<Record<Cause, string>> = {
  refused: 'ended refused',
  escalated: 'was handed to a person, and ended so',
  failed: 'could not be done',
}

const optionsByName: Readonly<Record<OptionName, Option>> = {
  accept: {
    name: 'accept',
    consequence: 'It is accepted as it stands, by your word, and the run goes on.',
    input: null,
  },
  again: { name: 'again', consequence: 'The stage is done again, from where it began.', input: null },
  leave: {
    name: 'leave',
    consequence: 'What does not need it goes on; then the run ends refused, and what was built is handed over.',
    input: null,
  },
  resume: { name: 'resume', consequence: 'The stage is tried again.', input: null },
  abort: { name: 'abort', consequence: 'The run ends, and nothing is handed over.', input: null },
}

function question(
  going: Going,
  about: Pick<Consult, 'id' | 'at'> & { readonly what: string },
  cause: Cause,
  back: Stage,
  reasons: readonly Finding[],
): Consult {
  const { id, at, what } = about
  return {
    kind: 'consult',
    id,
    at: { ...at, part: 'decision' },
    question: `${done[back]}${what} ${whys[cause]}. How should it go on?`,
    options: optionsOf(cause, back).map((name) => optionsByName[name]),
    fallback: cause === 'refused' ? 'leave' : 'abort',
    expiryMs: cause === 'failed' ? null : going.input.decisionMs,
    status: cause === 'failed' ? 'halted' : cause === 'refused' ? 'waiting' : 'escalated',
    reasons,
  }
}

/** About the design, before there are modules. */
export function consultAboutDesign(going: Going, cause: Cause, reasons: readonly Finding[]): ProjectStep {
  const consult = question(going, { id: wholeDecision, at: atDesign, what: '' }, cause, 'design', reasons)
  return { state: { ...going, kind: 'deciding', cause }, effects: [consult] }
}

/** About a stage of a module; the other modules go on. */
export function consult(
  going: Going,
  at: number,
  cause: Cause,
  back: ModuleStage,
  reasons: readonly Finding[],
): ProjectStep {
  const now = withLane(going, at, { stand: { kind: 'deciding', cause, back } })
  const lane = now.lanes[at]
  if (lane === undefined) return { state: { ...now, kind: 'building' }, effects: [] }
  const about = { id: idOf(lane, 'decision'), at: atOf(lane, back), what: ` of ${nameOf(lane)}` }
  return { state: { ...now, kind: 'building' }, effects: [question(going, about, cause, back, reasons)] }
}

/** Only what there is something of can be accepted: work that was built, or a review of it. */
export function optionsOf(cause: Cause, back: Stage): readonly OptionName[] {
  if (cause === 'failed') return ['resume', 'abort']
  const accepts = cause === 'refused' && (back === 'tdd' || back === 'review')
  return [
    ...(accepts ? (['accept'] as const) : []),
    'again',
    ...(cause === 'refused' ? (['leave'] as const) : []),
    'abort',
  ]
}
