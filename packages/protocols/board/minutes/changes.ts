/** What became of a task with one event, found by comparing it before and after; what did not change is the same object. */
import type { Phase, Seat, Task } from '../machine/state.ts'
import {
  admit,
  type Book,
  dismiss,
  happened,
  happenedIn,
  type Moment,
  newPhase,
  newTask,
  type PhaseBook,
  type TaskBook,
} from './book.ts'
import type { Happening } from './minutes.ts'

/** Words that came with the call that changed it; null: none. */
type Words = string | null

export function noteTask(book: Book, before: Task | undefined, after: Task, moment: Moment, words: Words): void {
  if (before === after) return
  const task = taskOf(book, after, moment)
  noteStatus(task, before, after, moment)
  noteOwner(book, task, before, after, moment)
  const known = before?.phases ?? []
  for (const [at, was] of known.entries()) {
    const is = after.phases[at]
    if (is !== undefined && is !== was) notePhase(book, was, is, moment, words)
  }
  for (const phase of after.phases.slice(known.length)) openPhase(book, task, phase, moment, words)
  noteDecisions(book, task, before, after, moment)
  noteObjections(book, task, before, after, moment, words)
}

function taskOf(book: Book, { id, parent }: Task, moment: Moment): TaskBook {
  const known = book.tasks.get(id)
  if (known !== undefined) return known
  const task = newTask(id, moment)
  book.tasks.set(id, task)
  if (parent !== null) book.tasks.get(parent)?.children.push(id)
  return task
}

function noteStatus(task: TaskBook, before: Task | undefined, after: Task, moment: Moment): void {
  const from = before?.status ?? null
  if (from !== after.status) happenedIn(task, moment, { kind: 'status', by: moment.by, from, to: after.status })
}

function noteOwner(
  book: Book,
  task: TaskBook,
  before: Task | undefined,
  { id, owner, status }: Task,
  moment: Moment,
): void {
  const isOver = status === 'done' || status === 'killed'
  const former = before?.owner?.name
  if (former !== undefined && (isOver || former !== owner?.name)) {
    dismiss(book, former, isOver ? status : 'replaced', moment)
  }
  if (former !== undefined && owner !== null && former !== owner.name) {
    happenedIn(task, moment, { kind: 'restarted', by: moment.by, owner: owner.name })
  }
  if (owner !== null && !isOver) admit(book, { name: owner.name, role: owner.role, task: id, phase: null }, moment)
}

function openPhase(book: Book, task: TaskBook, phase: Phase, moment: Moment, words: Words): void {
  const opened = newPhase(task, phase.id, phase.name, moment)
  task.phases.push(opened)
  book.phases.set(phase.id, opened)
  book.openPhases.set(phase.id, opened)
  happened(opened, moment, { kind: 'opened', by: moment.by, limit: phase.limit })
  for (const { name, role } of phase.seats) admit(book, { name, role, task: task.id, phase: phase.id }, moment)
  if (phase.closed !== null) close(book, opened, phase, moment, words)
}

function notePhase(book: Book, was: Phase, is: Phase, moment: Moment, words: Words): void {
  const phase = book.phases.get(is.id)
  if (phase === undefined) return
  if (was.limit !== is.limit) happened(phase, moment, { kind: 'limit', by: moment.by, from: was.limit, to: is.limit })
  if (was.status !== 'paused' && is.status === 'paused') happened(phase, moment, { kind: 'paused', by: moment.by })
  if (was.status === 'paused' && is.status === 'active') happened(phase, moment, { kind: 'resumed', by: moment.by })
  if (is.closed !== null && was.closed === null) close(book, phase, is, moment, words)
  for (const [at, seat] of is.seats.entries()) {
    const before = was.seats[at]
    if (before !== undefined && before.status !== seat.status) noteSeat(book, phase, before, seat, moment)
  }
}

function close(book: Book, phase: PhaseBook, { closed: reason }: Phase, moment: Moment, words: Words): void {
  if (reason === null) return
  phase.closed = { at: moment.at, reason }
  book.openPhases.delete(phase.id)
  happened(phase, moment, { kind: 'closed', by: moment.by, reason, text: reason === 'ended' ? words : null })
}

function noteSeat(book: Book, phase: PhaseBook, before: Seat, { name, role, status }: Seat, moment: Moment): void {
  const who = { agent: name, role }
  if (status === 'lost') happened(phase, moment, { kind: 'lost', ...who })
  if (before.status === 'lost' && status === 'turn') {
    happened(phase, moment, { kind: 'respawned', ...who, cause: 'a person decided so' })
  }
  if (status !== 'left') return
  // A builder whose phase closed stays until it has handed over.
  const why = before.status === 'lost' ? 'lost' : phase.closed === null ? 'left' : 'closed'
  if (dismiss(book, name, why, moment)) happened(phase, moment, { kind: 'exited', ...who, why })
}

function noteDecisions(book: Book, task: TaskBook, before: Task | undefined, after: Task, moment: Moment): void {
  const { at, by } = moment
  for (const { phase } of after.decisions.slice(before?.decisions.length ?? 0)) {
    task.decisions.push({ at, by })
    place(book, task, phase, moment, { kind: 'decision', by, number: task.decisions.length })
  }
}

function noteObjections(
  book: Book,
  task: TaskBook,
  before: Task | undefined,
  after: Task,
  moment: Moment,
  words: Words,
): void {
  const { at, by } = moment
  for (const { decision } of after.objections.slice(before?.objections.length ?? 0)) {
    task.objections.push({ at, by, why: words ?? '', answer: null })
    const phase = after.decisions[decision - 1]?.phase ?? null
    place(book, task, phase, moment, { kind: 'objection', by, number: task.objections.length })
  }
}

/** In the phase, where there is one, and else in the task. */
export function place(book: Book, task: TaskBook, phase: string | null, moment: Moment, happening: Happening): void {
  const within = phase === null ? undefined : book.phases.get(phase)
  if (within === undefined) happenedIn(task, moment, happening)
  else happened(within, moment, happening)
}
