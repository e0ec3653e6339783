/** What a person is asked about a plan (D14, DPTR-60, DPTR-61). */
import { afreshOption, type Consult, extendOption, type Finding, type Option } from '@sigma/protocol'
import { atDecision, idOf } from './places.ts'
import type { Cause, Loop, PlanStep, Work } from './state.ts'

type OptionName = 'accept' | 'edit' | 'revise' | 'extend' | 'resume' | 'abort'

const rules: Readonly<
  Record<Cause, { readonly status: Consult['status']; readonly options: readonly OptionName[]; readonly why: string }>
> = {
  'rounds-spent': { status: 'escalated', options: ['accept', 'edit', 'revise', 'abort'], why: 'its rounds are spent' },
  disagreement: {
    status: 'escalated',
    options: ['accept', 'edit', 'revise', 'abort'],
    why: 'planner and critic disagree',
  },
  escalated: { status: 'waiting', options: ['accept', 'edit', 'revise', 'abort'], why: 'the critic leaves it to you' },
  acceptance: { status: 'waiting', options: ['accept', 'edit', 'revise', 'abort'], why: 'it is ready to be accepted' },
  blocked: { status: 'waiting', options: ['resume', 'abort'], why: 'an agent says that it is blocked' },
  'asks-spent': { status: 'escalated', options: ['extend', 'abort'], why: 'a budget is spent' },
  'agent-failed': { status: 'halted', options: ['resume', 'abort'], why: 'an agent failed' },
  late: { status: 'escalated', options: ['extend', 'resume', 'abort'], why: 'an agent takes too long, and was ended' },
  'engine-failed': { status: 'halted', options: ['resume', 'abort'], why: 'Sigma could not do its own part' },
}

const optionsByName: Readonly<Record<Exclude<OptionName, 'extend' | 'edit'>, Option>> = {
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
    options: optionsOf(state, cause).map((name) => optionOf(name, state, cause, reasons)),
    fallback: 'abort',
    expiryMs: status === 'halted' ? null : state.input.limits.decisionMs,
    status,
    reasons,
  }
  return { state: { ...state, kind: 'deciding', cause, back }, effects: [question] }
}

function optionOf(name: OptionName, { input }: Loop, cause: Cause, reasons: readonly Finding[]): Option {
  if (name === 'extend') return extendOption(reasons)
  if (name === 'resume' && cause === 'late') return afreshOption(name)
  return name === 'edit' ? editOption(input.plan.path) : optionsByName[name]
}

const editOption = (path: string): Option => ({
  name: 'edit',
  consequence:
    'A plan of your own takes the place of this one, once it passes Sigma’s look: in your editor, or --text-file <file>.',
  input: {
    type: 'object',
    properties: { path: { const: path }, content: { type: 'string', minLength: 1 } },
    required: ['path', 'content'],
    additionalProperties: false,
    examples: [{ path, content: '# plan' }],
  },
})

/** What passed no check is nothing to accept, whoever would, nor to edit; and what an earlier Sigma began is asked as it was. */
export function optionsOf({ checked: passed, input }: Loop, cause: Cause): readonly OptionName[] {
  const isOffered: Readonly<Partial<Record<OptionName, boolean>>> = {
    accept: passed !== null,
    edit: passed !== null && input.edits === true,
  }
  return rules[cause].options.filter((name) => isOffered[name] ?? true)
}
