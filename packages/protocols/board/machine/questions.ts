/** What people are asked about a task, one question for each cause and what it is about (D11, ROOM-66, ROOM-70, ROOM-138). */
import { afreshOption, type Consult, extendOption, type Finding, type Option } from '@sigma/protocol'
import { change, type Draft, taskIn } from './draft.ts'
import { atPart, atSeat, questionId } from './places.ts'
import type { Cause, Question, Task } from './state.ts'

export type OptionName =
  | 'accept'
  | 'again'
  | 'extend'
  | 'go-on'
  | 'keep'
  | 'kill'
  | 'overrule'
  | 'respawn'
  | 'unblock'
  | 'unmerged'
  | 'veto'
  | 'wait'
  | 'without'

interface Rule {
  readonly status: Consult['status']
  readonly why: string
  /** The first is what is taken when nobody decides in time: it loses nothing. */
  readonly options: readonly OptionName[]
  /** The owner is not asked, and does not go on, while it is open. */
  readonly holds: boolean
  /** The open phase takes no messages meanwhile. */
  readonly halts: boolean
}

const rules: Readonly<Record<Cause, Rule>> = {
  'owner-lost': halted('its owner died too often', ['respawn', 'kill'], { halts: true }),
  'owner-gave-up': halted('its owner gave up', ['go-on', 'kill'], {}),
  'owner-idle': halted('its owner ends its turns without bringing it on', ['go-on', 'kill'], {}),
  'role-lost': halted('a role agent died too often', ['respawn', 'without', 'kill'], { holds: false, halts: true }),
  'owner-late': late('its owner takes too long, and its turn was ended', ['extend', 'respawn', 'kill'], {
    holds: true,
  }),
  'role-late': late(
    'a role agent takes too long, and its turn was ended',
    ['extend', 'respawn', 'without', 'kill'],
    {},
  ),
  'child-killed': halted('a subtask of it was killed', ['go-on', 'kill'], {}),
  'blocker-killed': asked('a task that it waits for was killed', ['wait', 'unblock', 'kill'], { holds: true }),
  objection: asked('a role objects to a decision, and blocks it', ['wait', 'overrule', 'veto'], {}),
  escalated: asked('a role takes a decision to you', ['keep', 'veto'], {}),
  conflict: halted('what it landed conflicts', ['go-on', 'without', 'unmerged', 'kill'], {}),
  'checks-refused': halted('its decisions are not kept', ['go-on', 'accept', 'kill'], {}),
  'not-committed': halted('it could not be committed', ['again', 'go-on', 'kill'], {}),
  budget: halted('what its turns may use is spent', ['extend', 'kill'], {}),
}

function halted(why: string, options: readonly OptionName[], { holds = true, halts = false }): Rule {
  return { status: 'halted', why, options, holds, halts }
}

function asked(why: string, options: readonly OptionName[], { holds = false }): Rule {
  return { status: 'waiting', why, options, holds, halts: false }
}

function late(why: string, options: readonly OptionName[], { holds = false }): Rule {
  return { status: 'escalated', why, options, holds, halts: false }
}

const consequences: Readonly<Record<Exclude<OptionName, 'extend'>, string>> = {
  accept: 'It lands as it stands, by your word.',
  again: 'The same commit is tried again.',
  'go-on': 'The owner is asked again, and told of this.',
  keep: 'The decision stands.',
  kill: 'The task is killed with its agents; its subtasks go on.',
  overrule: 'The decision stands, and the objection is answered by your word.',
  respawn: 'The agent is begun again, with the same name.',
  unblock: 'The task goes on without the one that was killed.',
  unmerged: 'It lands on its own branch, and is not merged.',
  veto: 'The decision is taken back, and the owner is told.',
  wait: 'It stays as it is, until somebody acts.',
  without: 'It goes on without what this is about; nothing of that is thrown away.',
}

function optionOf(name: OptionName, cause: Cause, reasons: readonly Finding[]): Option {
  if (name === 'extend') return extendOption(reasons)
  const isLate = cause === 'owner-late' || cause === 'role-late'
  return name === 'respawn' && isLate ? afreshOption(name) : { name, consequence: consequences[name], input: null }
}

export const holdsOwner = ({ questions }: Task): boolean =>
  questions.some(({ cause, about }) => rules[cause].holds && !(cause === 'budget' && about !== ''))

/** The phase takes no messages until a person has decided (D9). */
export const isHalted = ({ questions }: Task): boolean => questions.some(({ cause }) => rules[cause].halts)

/** The options of an open question; those that nothing would follow from are left out. */
export function optionsOf({ joins, doing }: Task, { cause, about }: Question): readonly OptionName[] {
  return rules[cause].options.flatMap((name): readonly OptionName[] => {
    if (cause === 'budget' && name === 'kill' && about !== '') return ['without', 'kill']
    if (cause === 'conflict' && name === 'without' && joins.length === 0) return []
    if (name === 'unmerged' && !(doing.kind === 'landing' && doing.merge)) return []
    return [name]
  })
}

/** Asks, where the same is not asked already. */
export function ask(draft: Draft, id: string, question: Question, reasons: readonly Finding[]): void {
  const task = taskIn(draft, id)
  if (task === null || isOpen(task, question)) return
  change(draft, id, { questions: [...task.questions, question] })
  const { status, why } = rules[question.cause]
  const names = optionsOf(task, question)
  const consult: Consult = {
    kind: 'consult',
    id: questionId(id, question),
    at: atQuestion(task, question),
    question: `${task.id}, ${why}. How should it go on?`,
    options: names.map((name) => optionOf(name, question.cause, reasons)),
    fallback: names[0] ?? 'kill',
    expiryMs: status === 'halted' ? null : draft.input.limits.decisionMs,
    status,
    reasons,
  }
  draft.effects.push(consult)
}

/** Budgets compare role and phase: a question about one stands where its turn does. */
function atQuestion(task: Task, { about, cause }: Question): Consult['at'] {
  const part = cause
  for (const phase of task.phases) {
    const seat = phase.seats.find(({ name }) => name === about)
    if (seat !== undefined) return { ...atSeat(task, phase, seat.role), part, phase: 'DISCUSS' }
  }
  return { ...atPart(task, part), phase: 'OWN', workspace: task.id }
}

const isOpen = ({ questions }: Task, { cause, about }: Question): boolean =>
  questions.some((each) => each.cause === cause && each.about === about)

/** Takes questions back that nobody need answer any more. */
export function withdraw(draft: Draft, id: string, isMeant: (question: Question) => boolean): void {
  const task = taskIn(draft, id)
  if (task === null) return
  for (const question of task.questions.filter(isMeant))
    draft.effects.push({ kind: 'stop', id: questionId(id, question), graceMs: 0 })
  change(draft, id, { questions: task.questions.filter((each) => !isMeant(each)) })
}
