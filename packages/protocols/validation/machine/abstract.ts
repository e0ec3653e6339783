/**
 * What tells runs apart for the explorer: budgets as what remains, commits, trees and failures by whether they are the same. Left
 * out is what only changes what somebody is told, and no transition.
 */
import { waitsForPerson } from './escalating.ts'
import type { Escalated, Specialist, ValidationState, Work } from './state.ts'

export function abstractOf(state: ValidationState): unknown {
  if (state.kind === 'over') return [state.kind, state.said]
  const { head, surveyed, specialists, input } = state
  const stands = [head, surveyed?.commit, surveyed?.tree]
  const paused = specialists.some(waitsForPerson)
  const shapes = specialists.map((one) => JSON.stringify([shapeOf(one, paused), passShape(one, stands)]))
  return [state.kind, state.surveys, sameness(stands), input.order === 'sequence' ? shapes : shapes.toSorted()]
}

/** Numbers the values by where each first stands. */
function sameness(values: readonly (string | null | undefined)[]): string {
  return values.map((value) => values.indexOf(value)).join(' ')
}

function shapeOf(one: Specialist, paused: boolean): unknown {
  const { status, outcome, due, left, iteration, failures, work, times } = one
  return [
    [status, outcome, due, left, Math.min(iteration, 2)],
    setsShape(one),
    failures.length > 0,
    workShape(work),
    [times.operation?.reminded, times.iterationMs !== null, paused || times.since !== null],
  ]
}

/** Which of these it passed on. */
const passShape = ({ pass }: Specialist, stands: readonly (string | undefined)[]): unknown =>
  pass === null ? null : [stands.indexOf(pass.commit), pass.tree === null ? null : stands.indexOf(pass.tree)]

/** Sets are looked at again only where another iteration can follow. */
const setsShape = ({ left, sets }: Specialist): string => (left === 0 ? '' : sameness(sets))

function workShape(work: Work): unknown {
  switch (work.kind) {
    case 'none':
      return 'none'
    case 'check':
    case 'report':
    case 'fix': {
      const { deliveries, reasks, errors } = work.tries
      return [work.kind, work.open, deliveries, reasks, errors]
    }
    case 'escalated':
      return escalatedShape(work)
    case 'laying':
      return [work.kind, work.open, escalatedShape(work.escalated)]
    case 'by-hand':
      return [work.kind, escalatedShape(work.escalated)]
  }
}

const escalatedShape = ({ cause, back, running, late, isFinal }: Escalated): unknown => [
  cause === 'max-iterations' || cause === 'deadlock',
  cause === 'budget-spent',
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
