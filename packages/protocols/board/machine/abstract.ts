/** What tells boards apart for the explorer: counts as what remains, texts, ids and names left out, tasks in no order. */
import type { BoardState, OpenBoard, Phase, Task } from './state.ts'

export function abstractOf(state: BoardState): unknown {
  if (state.kind === 'over') return 'over'
  return Object.values(state.tasks)
    .map((task) => JSON.stringify(taskShape(state, task)))
    .sort((one, other) => (one < other ? -1 : 1))
}

function taskShape({ tasks, input }: OpenBoard, task: Task): unknown {
  const { status, doing, phases, decisions, objections } = task
  const status_ = [status, task.depth, task.blockedBy.map((id) => tasks[id]?.status), task.implementation]
  return [
    ...status_,
    doing,
    task.owner !== null,
    task.head === task.base,
    task.joins.length,
    input.limits.phases - phases.length,
    phases.map((phase) => phaseShape(phase, status)),
    decisions.map(({ vetoed, check }) => [vetoed, check !== null]),
    objections.map(({ settled, blocking }) => [settled, blocking]),
    task.checks.length,
    task.nudges,
    task.tries,
    task.redirect !== null,
    [task.told.length > 0, task.heard > 0, task.due],
    task.outside?.for,
    task.questions.map(({ cause }) => cause).sort(),
    task.waits.length > 0,
    task.owner?.hinted,
    task.landed !== null,
  ]
}

function phaseShape({ type, limit, count, status, seats, warned }: Phase, task: Task['status']): unknown {
  const people = seats
    .map(
      ({ status: is, seen, approves, escalated, hinted }) => `${is} ${seen < count} ${approves} ${escalated} ${hinted}`,
    )
    .sort()
  if (status === 'closed' && task !== 'active') return ''
  if (status === 'closed') return [type, seats.some((seat) => seat.status === 'leaving')]
  return [type, limit - count, limit, status, warned, people]
}

export function labelOf(state: BoardState): string {
  if (state.kind === 'over') return 'over'
  const tasks = Object.values(state.tasks)
  return tasks.length === 0 ? 'empty' : tasks.map(({ status, doing }) => `${status} ${doing.kind}`).join(', ')
}
