/** What follows when a person decided about a task (D11, D14). */
import type { Decided, Finding } from '@sigma/protocol'
import { z } from 'zod'
import { change, changeSeat, type Draft, taskIn, tell, tellOwner } from './draft.ts'
import { promote } from './ending.ts'
import { fromOutside, fromPerson } from './findings.ts'
import { kill } from './killing.ts'
import { backToOwner, commit, landingOf } from './landing.ts'
import { cameFromOutside } from './outside.ts'
import { wake } from './owning.ts'
import { questionId, readId } from './places.ts'
import { type OptionName, optionsOf } from './questions.ts'
import { askSeat, settleSeat } from './rooms.ts'
import { settleObjections, takeBack } from './settling.ts'
import type { Question, Task } from './state.ts'

export function decided(draft: Draft, event: Decided): void {
  const { kind, name } = readId(event.id)
  if (kind === 'wait') {
    answeredOutside(draft, name, event)
    return
  }
  for (const task of Object.values(draft.tasks)) {
    const question = task.questions.find((each) => questionId(task.id, each) === event.id)
    if (question !== undefined) {
      settle(draft, task, question, event)
      return
    }
  }
}

/** `note`: as every decision of a person may have one. */
const answerSchema = z.union([
  z.object({ answer: z.string().min(1) }).transform(({ answer }) => answer),
  z.object({ note: z.string().min(1) }).transform(({ note }) => note),
])

function answeredOutside(draft: Draft, id: string, { input, by, option }: Decided): void {
  const answer = option === 'answer' ? answerSchema.safeParse(input).data : undefined
  const said =
    answer === undefined ? 'Nobody answered your question; go on as you see fit.' : `${by} answers: ${answer}`
  cameFromOutside(draft, id, fromOutside('answer', said))
}

/** The question is closed already. */
function settle(draft: Draft, task: Task, question: Question, event: Decided): void {
  const option = optionsOf(task, question).find((name) => name === event.option)
  if (option === undefined) return
  const { id } = task
  change(draft, id, { questions: task.questions.filter((each) => each !== question) })
  tell(draft, 'settled', { task: id, cause: question.cause, about: question.about, option, by: event.by })
  if (option === 'kill') kill(draft, id, { restart: false, tree: false })
  else act(draft, id, question, option, event)
}

function act(draft: Draft, id: string, question: Question, option: Exclude<OptionName, 'kill'>, { by }: Decided): void {
  const { cause, about } = question
  switch (option) {
    case 'respawn':
    case 'extend':
      if (about === '') again(draft, id)
      else seatAgain(draft, id, about)
      return
    case 'go-on':
      goesOn(draft, id, question, by)
      return
    case 'without':
      if (about === '') withoutOthers(draft, id)
      else withoutSeat(draft, id, about)
      return
    case 'unmerged': {
      const landing = landingOf(taskIn(draft, id) ?? { doing: { kind: 'nothing' } })
      if (landing !== null) change(draft, id, { doing: { ...landing, merge: false } })
      commit(draft, id)
      return
    }
    case 'accept':
    case 'again':
      change(draft, id, { tries: 2 })
      commit(draft, id)
      return
    case 'unblock': {
      const blockedBy = taskIn(draft, id)?.blockedBy.filter((each) => each !== about) ?? []
      change(draft, id, { blockedBy })
      promote(draft)
      return
    }
    case 'overrule':
      settleObjections(draft, id, (number) => `${number}` === about)
      tellOwner(draft, id, fromPerson(`${by} overrules objection ${about}: the decision stands.`), false)
      return
    case 'keep':
      tellOwner(draft, id, fromPerson(`${by} lets decision ${about} stand.`), false)
      return
    case 'veto':
      vetoes(draft, id, question, by)
      return
    case 'wait':
      // It stays as it is: whoever comes next finds it so.
      tell(draft, 'left-waiting', { task: id, cause, about })
  }
}

/** The owner's turn that could not be played is begun again; nothing of what it is told is lost. */
function again(draft: Draft, id: string): void {
  change(draft, id, { due: true })
  wake(draft, id)
}

function seatAgain(draft: Draft, id: string, name: string): void {
  const phase = phaseOfSeat(draft, id, name)
  if (phase === null) return
  askSeat(draft, id, phase, name)
  if (taskIn(draft, id)?.doing.kind === 'phase') wake(draft, id)
}

function withoutSeat(draft: Draft, id: string, name: string): void {
  const phase = phaseOfSeat(draft, id, name)
  if (phase === null) return
  changeSeat(draft, id, phase, name, { status: 'left' })
  settleSeat(draft, id, phase, name, {})
}

const phaseOfSeat = (draft: Draft, id: string, name: string): string | null =>
  taskIn(draft, id)?.phases.find(({ status, seats }) => status !== 'closed' && seats.some((each) => each.name === name))
    ?.id ?? null

function goesOn(draft: Draft, id: string, { cause, about }: Question, by: string): void {
  const task = taskIn(draft, id)
  if (task === null) return
  const { nudges } = draft.input.limits
  const finding: Finding = fromPerson(`${by} lets you go on (${cause}${about === '' ? '' : ` ${about}`}).`)
  if (landingOf(task)?.stage === 'decision' && ofLanding.has(cause)) {
    change(draft, id, { tries: 2 })
    backToOwner(draft, id, [finding])
    return
  }
  change(draft, id, { nudges })
  tellOwner(draft, id, finding, true)
  wake(draft, id)
}

/** Questions that a landing came to. */
const ofLanding: ReadonlySet<Question['cause']> = new Set(['conflict', 'checks-refused', 'not-committed'])

/** The work of others stays on its own branches; this task's own lands. */
function withoutOthers(draft: Draft, id: string): void {
  const left = taskIn(draft, id)?.joins.map(({ name }) => name) ?? []
  change(draft, id, { joins: [] })
  tell(draft, 'landed-without', { task: id, left })
  commit(draft, id)
}

function vetoes(draft: Draft, id: string, { cause, about }: Question, by: string): void {
  const number = Number(about)
  const decision = cause === 'objection' ? (taskIn(draft, id)?.objections[number - 1]?.decision ?? 0) : number
  takeBack(draft, id, decision, fromPerson(`${by} takes decision ${decision} back.`))
}
