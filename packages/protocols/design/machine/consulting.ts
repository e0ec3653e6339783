/** What a person is asked about a design (DPTR-52, A7). */
import { afreshOption, type Consult, extendOption, type Finding, type Option } from '@sigma/protocol'
import { editableIn, editOption } from './editable.ts'
import { atDecision, calledOf, idOf } from './places.ts'
import type { Cause, DesignStep, Loop, Work } from './state.ts'

export type OptionName = 'accept' | 'edit' | 'revise' | 'extend' | 'resume' | 'abort'

interface Rule {
  readonly status: Consult['status']
  readonly options: readonly OptionName[]
  readonly why: string
}

const rules: Readonly<Record<Cause, Rule>> = {
  'rounds-spent': { status: 'escalated', options: ['accept', 'edit', 'revise', 'abort'], why: 'the rounds are spent' },
  revise: { status: 'waiting', options: ['accept', 'edit', 'revise', 'abort'], why: 'the critic wants it changed' },
  rejected: { status: 'escalated', options: ['accept', 'edit', 'revise', 'abort'], why: 'the critic turned it down' },
  acceptance: { status: 'waiting', options: ['accept', 'edit', 'revise', 'abort'], why: 'it is ready to be accepted' },
  blocked: { status: 'waiting', options: ['resume', 'abort'], why: 'an agent says that it is blocked' },
  'asks-spent': { status: 'escalated', options: ['extend', 'abort'], why: 'a budget is spent' },
  'agent-failed': { status: 'halted', options: ['resume', 'abort'], why: 'an agent failed' },
  late: { status: 'escalated', options: ['extend', 'resume', 'abort'], why: 'an agent takes too long, and was ended' },
  'engine-failed': { status: 'halted', options: ['resume', 'abort'], why: 'Sigma could not do its own part' },
}

const optionsByName: Readonly<Record<Exclude<OptionName, 'extend' | 'edit'>, Option>> = {
  accept: { name: 'accept', consequence: 'It is accepted as it stands, by your word.', input: null },
  revise: {
    name: 'revise',
    consequence: 'The designer changes it, with as many rounds as at the start; a note is told it.',
    input: {
      type: 'object',
      properties: { note: { type: 'string' } },
      examples: [{ note: 'Keep the names that callers use.' }],
    },
  },
  resume: { name: 'resume', consequence: 'The same work is tried again.', input: null },
  abort: {
    name: 'abort',
    consequence:
      'The run ends. What was accepted keeps that for as long as it stays as it is; change the rest, and run again.',
    input: null,
  },
}

export function consult(state: Loop, cause: Cause, reasons: readonly Finding[], back: Work): DesignStep {
  const { status, why } = rules[cause]
  const isWhole = cause === 'acceptance'
  const question: Consult = {
    kind: 'consult',
    id: idOf('deciding'),
    at: atDecision(state, back),
    question: `The design${isWhole ? '' : ` of ${calledOf(state.item)}`}: ${why}. How should it go on?`,
    options: optionsOf(state, cause).map((name) => optionOf(name, state, cause, reasons)),
    fallback: 'abort',
    expiryMs: status === 'halted' ? null : state.input.limits.decisionMs,
    status,
    reasons: isWhole ? [...reasons, ...designed(state)] : reasons,
  }
  return { state: { ...state, kind: 'deciding', cause, back }, effects: [question] }
}

function optionOf(name: OptionName, state: Loop, cause: Cause, reasons: readonly Finding[]): Option {
  if (name === 'extend') return extendOption(reasons)
  if (name === 'resume' && cause === 'late') return afreshOption(name)
  if (name === 'edit') return editOption(editableIn(state, cause).map(({ path }) => path))
  return optionsByName[name]
}

/** What there is to accept, part by part. */
const designed = ({ accepted: parts, written, texts }: Loop): readonly Finding[] =>
  parts.map(({ module, path, blob, by }) => ({
    rule: 'designed',
    message: `${module === null ? 'The architecture' : `The module ${module}`}: ${path}${[...written, ...texts.map((text) => text.path)].includes(path) ? '' : ', as it was'}${by === 'unaudited' ? '' : `, accepted by ${by}`}.`,
    remedy: `sigma why ${blob.replace(/^sha256:/, '').slice(0, 12)}`,
    evidence: blob,
  }))

/** What passed no check is nothing to accept or to edit, whoever would; and what a person designs, no agent changes. */
export function optionsOf(state: Loop, cause: Cause): readonly OptionName[] {
  const changes = cause === 'acceptance' ? state.input.wish !== null : state.input.designer
  const isOffered: Readonly<Partial<Record<OptionName, boolean>>> = {
    accept: state.checked !== null,
    edit: changes && editableIn(state, cause).length > 0,
    revise: changes,
  }
  return rules[cause].options.filter((name) => isOffered[name] ?? true)
}
