/** What tells runs apart for the explorer: budgets as what remains, commits, trees and failures by whether they are the same. */
import type { Escalated, Specialist, ValidationState, Work } from './state.ts'

export function abstractOf(state: ValidationState): unknown {
  if (state.kind === 'over') return [state.kind, state.said]
  const { head, surveyed, specialists, input } = state
  const commits = [
    input.commit,
    head,
    surveyed?.commit,
    surveyed?.tree,
    ...specialists.flatMap(({ pass }) => [pass?.commit, pass?.tree]),
  ]
  return [state.kind, state.surveys, state.orchestrator, sameness(commits), specialists.map(shapeOf)]
}

/** Numbers the values in the order in which they first come. */
function sameness(values: readonly (string | null | undefined)[]): string {
  return values.map((value) => values.indexOf(value)).join(' ')
}

function shapeOf({ status, outcome, due, left, iteration, sets, failures, told, work, times }: Specialist): unknown {
  return [
    [status, outcome, due, left, Math.min(iteration, 2)],
    sameness(sets),
    failures.length > 0,
    Object.values(told),
    workShape(work),
    [times.operation?.name, times.operation?.reminded, times.iterationMs !== null, times.since !== null],
  ]
}

function workShape(work: Work): unknown {
  switch (work.kind) {
    case 'none':
      return 'none'
    case 'check':
    case 'report':
    case 'fix': {
      const { deliveries, reasks, errors, attempted, refused } = work.tries
      return [work.kind, work.open, deliveries, reasks, errors, attempted.length > 0, refused.length > 0]
    }
    case 'escalated':
      return escalatedShape(work)
    case 'laying':
    case 'by-hand':
      return [work.kind, escalatedShape(work.escalated)]
  }
}

const escalatedShape = ({ cause, back, running, late, isFinal }: Escalated): unknown => [
  'escalated',
  cause,
  back,
  running,
  late !== null,
  isFinal,
]

export function labelOf(state: ValidationState): string {
  if (state.kind === 'over') return state.said
  if (state.kind !== 'working') return state.kind
  return state.specialists.map(({ name, status }) => `${name} ${status}`).join(', ')
}
