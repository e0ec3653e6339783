/** What a person is asked when a stage did not end as it should, and what follows (D14). */
import type { Consult, Decided, Finding, Option } from '@sigma/protocol'
import { aborted, over } from './ending.ts'
import type { Stage } from './input.ts'
import { atOf, idOf } from './places.ts'
import { begun } from './stages.ts'
import type { Cause, Going, ProjectState, ProjectStep } from './state.ts'

type OptionName = 'accept' | 'again' | 'leave' | 'resume' | 'abort'

const done: Readonly<Record<Stage, string>> = {
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
  leave: { name: 'leave', consequence: 'The run ends refused; what was built is handed over.', input: null },
  resume: { name: 'resume', consequence: 'The stage is tried again.', input: null },
  abort: { name: 'abort', consequence: 'The run ends, and nothing is handed over.', input: null },
}

export function consult(going: Going, cause: Cause, back: Stage, reasons: readonly Finding[]): ProjectStep {
  const module = back === 'design' ? '' : ` of ${going.modules[going.at]?.module ?? 'the module'}`
  const question: Consult = {
    kind: 'consult',
    id: idOf('deciding'),
    at: { ...atOf(going, back), part: 'decision' },
    question: `${done[back]}${module} ${whys[cause]}. How should it go on?`,
    options: namesOf(cause, back).map((name) => optionsByName[name]),
    fallback: cause === 'refused' ? 'leave' : 'abort',
    expiryMs: cause === 'failed' ? null : going.input.decisionMs,
    status: cause === 'failed' ? 'halted' : cause === 'refused' ? 'waiting' : 'escalated',
    reasons,
  }
  return { state: { ...going, kind: 'deciding', cause, back }, effects: [question] }
}

/** Only what there is something of can be accepted: work that was built, or a review of it. */
function namesOf(cause: Cause, back: Stage): readonly OptionName[] {
  if (cause === 'failed') return ['resume', 'abort']
  const accepts = cause === 'refused' && (back === 'tdd' || back === 'review')
  return [
    ...(accepts ? (['accept'] as const) : []),
    'again',
    ...(cause === 'refused' ? (['leave'] as const) : []),
    'abort',
  ]
}

export function decided(
  state: Extract<ProjectState, { kind: 'deciding' }>,
  event: Decided & { readonly nonce: string },
  goOn: (stage: Stage, going: Going, nonce: string) => ProjectStep,
): ProjectStep {
  const { kind: _, cause, back, ...going } = state
  const option = namesOf(cause, back).find((name) => name === event.option)
  switch (option) {
    case 'accept':
      return goOn(back, { ...going, left: [...going.left, acceptedText(going, back, event.by)] }, event.nonce)
    case 'again':
    case 'resume':
      // From where the stage began: what was built in vain is not built upon.
      return begun(back, back === 'tdd' ? { ...going, commit: going.built?.base ?? going.commit } : going, event.nonce)
    case 'leave':
      return over('refused', going, `${done[back]} ended refused, and ${event.by} left it so.`, [
        {
          rule: 'stage-refused',
          message: `${done[back]} of ${going.modules[going.at]?.module ?? 'the wish'} ended refused.`,
          remedy: 'Look at what was found, and begin a run that mends it.',
        },
      ])
    case 'abort':
      return aborted(going, event)
    case undefined:
      return { state, effects: [] }
  }
}

const acceptedText = ({ modules, at }: Going, stage: Stage, by: string): string =>
  `${by} accepted ${stage === 'tdd' ? 'what was built' : 'the review'} of ${modules[at]?.module ?? 'the module'} as it stands.`
