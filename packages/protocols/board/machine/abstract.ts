/**
 * What tells boards apart for the explorer: counts as what remains, tasks in no order. Left out are texts, ids and names, and
 * what only changes what somebody is told, and no transition.
 */
import { openPhaseOf } from './owning.ts'
import type { BoardState, OpenBoard, Phase, Task } from './state.ts'
import { undecided } from './undecided.ts'

export function abstractOf(state: BoardState): unknown {
  if (state.kind === 'over') return 'over'
  return Object.values(state.tasks)
    .map((task) => JSON.stringify(taskShape(state, task)))
    .sort((one, other) => (one < other ? -1 : 1))
}

function taskShape({ tasks, input }: OpenBoard, task: Task): unknown {
  const { status, doing, phases, decisions, objections } = task
  const life = [status, task.depth, task.blockedBy.map((id) => tasks[id]?.status), task.implementation]
  if (status === 'done') return life
  return [
    ...life,
    doing,
    task.owner !== null,
    task.head === task.base,
    task.joins.length,
    input.limits.phases - phases.length,
    phaseShape(openPhaseOf(task)),
    phases.some((phase) => phase.status === 'closed' && undecided(task, phase)),
    phases.flatMap(({ seats }) => seats.filter((seat) => seat.status === 'leaving')).length,
    decisions.map(({ vetoed, check }) => [vetoed, check !== null]),
    objections.map(({ settled, blocking }) => [settled, blocking]),
    task.checks.length,
    [task.nudges, task.tries, task.due],
    task.redirect !== null,
    task.outside?.for,
    task.questions.map(({ cause }) => cause).sort(),
    task.waits.length > 0,
  ]
}

function phaseShape(phase: Phase | null): unknown {
  if (phase === null) return null
  const { type, limit, count, status, seats } = phase
  const sitting = seats.map((seat) => `${seat.status} ${seat.seen < count} ${seat.approves} ${seat.escalated}`)
  return [type, limit - count, limit, status, sitting.sort()]
}

export function labelOf(state: BoardState): string {
  if (state.kind === 'over') return 'over'
  const tasks = Object.values(state.tasks)
  return tasks.length === 0 ? 'empty' : tasks.map(({ status, doing }) => `${status} ${doing.kind}`).join(', ')
}
