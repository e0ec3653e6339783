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

/** What is known of the event that changed it. */
export interface Cause {
  /** Words that came with a call. */
  readonly text: string | null
  /** An attempt failed for good. */
  readonly isFailure: boolean
}

export function noteTask(book: Book, before: Task | undefined, after: Task, moment: Moment, cause: Cause): void {
  if (before === after) return
  const task = taskOf(book, after, moment)
  noteStatus(task, before, after, moment)
  noteOwner(book, before, after, moment)
  // Phases are only added, and a closed one stays as it is: at most the last known one has changed.
  const known = before?.phases.length ?? 0
  const [was, is] = [before?.phases[known - 1], after.phases[known - 1]]
  if (was !== undefined && is !== undefined && was !== is) notePhase(book, was, is, moment, cause)
  for (const phase of after.phases.slice(known)) openPhase(book, task, phase, moment, cause)
  noteDecisions(book, task, before, after, moment)
  noteObjections(book, task, before, after, moment, cause)
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

function noteOwner(book: Book, before: Task | undefined, { id, owner, status }: Task, moment: Moment): void {
  const isOver = status === 'done' || status === 'killed'
  const former = before?.owner?.name
  if (former !== undefined && (isOver || former !== owner?.name)) {
    dismiss(book, former, status === 'done' || status === 'killed' ? status : 'replaced', moment)
  }
  if (owner !== null && !isOver) admit(book, { ...owner, task: id, phase: null }, moment)
}

function openPhase(book: Book, task: TaskBook, phase: Phase, moment: Moment, cause: Cause): void {
  const opened = newPhase(task, phase.id, phase.name, moment)
  task.phases.push(opened)
  book.phases.set(phase.id, opened)
  book.openPhases.set(phase.id, opened)
  happened(opened, moment, { kind: 'opened', by: moment.by, limit: phase.limit })
  for (const { name, role } of phase.seats) admit(book, { name, role, task: task.id, phase: phase.id }, moment)
  if (phase.closed !== null) close(book, opened, phase, moment, cause)
}

function notePhase(book: Book, was: Phase, is: Phase, moment: Moment, cause: Cause): void {
  const phase = book.phases.get(is.id)
  if (phase === undefined) return
  if (was.limit !== is.limit)
    happened(phase, moment, { kind: 'limit', by: moment.by, from: was.limit, to: is.limit })
  if (was.status !== 'paused' && is.status === 'paused') happened(phase, moment, { kind: 'paused', by: moment.by })
  if (was.status === 'paused' && is.status === 'active') happened(phase, moment, { kind: 'resumed', by: moment.by })
  const left = is.seats.filter((seat, at) => seat.status === 'left' && was.seats[at]?.status !== 'left')
  if (is.closed !== null && was.closed === null) close(book, phase, is, moment, cause)
  else for (const seat of left) exit(book, phase, seat, moment, cause)
}

/** Its own exit is told of a seat that left before; of the others that the phase closed. */
function close(book: Book, phase: PhaseBook, { closed: reason, seats }: Phase, moment: Moment, cause: Cause): void {
  if (reason === null) return
  phase.closed = { at: moment.at, reason }
  book.openPhases.delete(phase.id)
  const text = reason === 'ended' ? cause.text : null
  happened(phase, moment, { kind: 'closed', by: moment.by, reason, text })
  for (const { name, role } of seats) {
    if (dismiss(book, name, 'closed', moment)) happened(phase, moment, { kind: 'exited', agent: name, role, why: 'closed' })
  }
}

function exit(book: Book, phase: PhaseBook, { name, role }: Seat, moment: Moment, { isFailure }: Cause): void {
  const why = isFailure ? 'lost' : 'left'
  if (dismiss(book, name, why, moment)) happened(phase, moment, { kind: 'exited', agent: name, role, why })
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
  { text }: Cause,
): void {
  const { at, by } = moment
  for (const { decision } of after.objections.slice(before?.objections.length ?? 0)) {
    task.objections.push({ at, by, why: text ?? '', answer: null })
    const phase = after.decisions[decision - 1]?.phase ?? null
    place(book, task, phase, moment, { kind: 'objection', by, number: task.objections.length })
  }
}

/** In the phase, where there is one, and else in the task. */
export function place(
  book: Book,
  task: TaskBook,
  phase: string | null,
  moment: Moment,
  happening: Happening,
): void {
  const within = phase === null ? undefined : book.phases.get(phase)
  if (within === undefined) happenedIn(task, moment, happening)
  else happened(within, moment, happening)
}
