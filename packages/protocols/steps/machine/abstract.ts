/** What tells sessions apart for the explorer: where they stand and what is left, without texts and ids. */
import { dueIn, invocationsIn, type StepsState } from './state.ts'

export function abstractOf(state: StepsState): unknown {
  if (state.kind === 'over') return [state.kind, state.outcome]
  const { kind, at, path, started, left, turns, task, memories, before } = state
  const stands = [kind, at, path.at(-1) ?? 0, started, turns, left.reissues, left.verdicts, left.questions]
  return [...stands, task !== null, memories.length - before, invocationsIn(state).length, waitingFor(state)]
}

function waitingFor(state: Exclude<StepsState, { kind: 'over' }>): unknown {
  switch (state.kind) {
    case 'due':
      return null
    case 'reading':
      return 'skills'
    case 'invoking':
      return [state.working.part, state.working.call !== null]
    case 'asking':
      return [state.asking.about, 'working' in state.asking ? state.asking.working.part : null]
  }
}

export function labelOf(state: StepsState): string {
  if (state.kind === 'over') return state.outcome
  const due = dueIn(state)
  const at = due === null ? 'to be completed' : `${due.name}${state.started ? '' : ' due'}`
  if (state.kind === 'due') return at
  return state.kind === 'asking' ? `${at}, asking about ${state.asking.about}` : `${at}, ${state.kind}`
}
