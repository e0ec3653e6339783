/** What a person is asked about a plan, and what follows (D14, DPTR-60, DPTR-61). */
import { type Consult, type Decided, extendOption, type Finding, type Option } from '@sigma/protocol'
import { z } from 'zod'
import { asked, checked } from './asking.ts'
import { aborted, completed } from './ending.ts'
import { atDecision, idOf } from './places.ts'
import type { Cause, Loop, PlanState, PlanStep, Work } from './state.ts'

type OptionName = 'accept' | 'revise' | 'extend' | 'resume' | 'abort'

const rules: Readonly<
  Record<Cause, { readonly status: Consult['status']; readonly options: readonly OptionName[]; readonly why: string }>
> = {
  'rounds-spent': { status: 'escalated', options: ['accept', 'revise', 'abort'], why: 'its rounds are spent' },
  disagreement: {
    status: 'escalated',
    options: ['accept', 'revise', 'abort'],
    why: 'planner and critic disagree',
  },
  escalated: { status: 'waiting', options: ['accept', 'revise', 'abort'], why: 'the critic leaves it to you' },
  acceptance: { status: 'waiting', options: ['accept', 'revise', 'abort'], why: 'it is ready to be accepted' },
  blocked: { status: 'waiting', options: ['resume', 'abort'], why: 'an agent says that it is blocked' },
  'asks-spent': { status: 'escalated', options: ['extend', 'abort'], why: 'a budget is spent' },
  'agent-failed': { status: 'halted', options: ['resume', 'abort'], why: 'an agent failed' },
  'engine-failed': { status: 'halted', options: ['resume', 'abort'], why: 'Sigma could not do its own part' },
}

const noteInput = z.object({ note: z.string().min(1) })

const optionsByName: Readonly<Record<Exclude<OptionName, 'extend'>, Option>> = {
  accept: { name: 'accept', consequence: 'The plan is accepted as it stands, by your word.', input: null },
  revise: {
    name: 'revise',
    consequence: 'The planner changes it, with as many rounds as at the start; a note is told it.',
    input: {
      type: 'object',
      properties: { note: { type: 'string' } },
      examples: [{ note: 'Split the second cycle.' }],
    },
  },
  resume: { name: 'resume', consequence: 'The same work is tried again.', input: null },
  abort: { name: 'abort', consequence: 'The run ends, and no plan is accepted.', input: null },
}

export function consult(state: Loop, cause: Cause, reasons: readonly Finding[], back: Work): PlanStep {
  const { status, why } = rules[cause]
  const question: Consult = {
    kind: 'consult',
    id: idOf('deciding'),
    at: atDecision(state, back),
    question: `The plan of ${state.input.module}: ${why}. How should it go on?`,
    options: optionsOf(state, cause).map((name) => (name === 'extend' ? extendOption(reasons) : optionsByName[name])),
    fallback: 'abort',
    expiryMs: status === 'halted' ? null : state.input.limits.decisionMs,
    status,
    reasons,
  }
  return { state: { ...state, kind: 'deciding', cause, back }, effects: [question] }
}

/** What passed no check is nothing to accept, whoever would. */
const optionsOf = ({ checked: passed }: Loop, cause: Cause): readonly OptionName[] =>
  rules[cause].options.filter((name) => name !== 'accept' || passed !== null)

export function decided(state: Extract<PlanState, { kind: 'deciding' }>, event: Decided): PlanStep {
  const option = optionsOf(state, state.cause).find((name) => name === event.option)
  switch (option) {
    case 'accept':
      return completed(state, event.by)
    case 'revise':
      return revise(state, event)
    case 'extend':
    case 'resume':
      return takeUp(state)
    case 'abort':
      return aborted(event)
    case undefined:
      return { state, effects: [] }
  }
}

/** A round like any other follows, with what the person says before all else. */
function revise(state: Loop, { input, by }: Decided): PlanStep {
  const { note } = noteInput.safeParse(input).data ?? {}
  const said: readonly Finding[] =
    note === undefined ? [] : [{ rule: 'person', message: note, remedy: `${by} wants it so.` }]
  const { rounds } = state.input.limits
  return asked('planning', {
    ...state,
    round: state.round + 1,
    left: rounds,
    points: [...said, ...state.points],
    objection: null,
  })
}

function takeUp(state: Extract<PlanState, { kind: 'deciding' }>): PlanStep {
  const { kind: _, cause: __, back, ...loop } = state
  return back === 'checking' ? checked(loop) : asked(back, loop)
}
