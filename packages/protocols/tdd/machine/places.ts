/** Names that a run gives: sessions, workspaces and the ids of its effects. */
import type { Place } from '@sigma/protocol'
import type { Seat, Slice } from './state.ts'
import { phaseOf, tasks } from './tasks.ts'

/** `TDD_<timestamp>_<random>` becomes `TDD_<timestamp>_C<n>_<random>` (DPTR-75); Phase 0 has the run's own. */
export function sessionOf(session: string, cycle: number): string {
  if (cycle === 0) return session
  const cut = session.lastIndexOf('_')
  return cut <= session.indexOf('_')
    ? `${session}_C${cycle}`
    : `${session.slice(0, cut)}_C${cycle}${session.slice(cut)}`
}

/** QA reads the implementation beside the developer, who reads the tests: two turns, two workspaces. */
export function workspaceOf({ cycle, turn }: Seat): string {
  if (cycle.number === 0) return 'phase0'
  return turn.task === 'review-implementation' ? `C${cycle.number}-review` : `C${cycle.number}`
}

/** `phase0`, `C1.red.qa`, `C2.review.dev`; an adjustment is `C1.green.qa`, after the phase it was raised in. */
export function askId(seat: Seat): string {
  if (seat.cycle.number === 0) return 'phase0'
  return `${stem(seat)}.${tasks[seat.turn.task].role}`
}

export function checkId(seat: Seat): string {
  return `${stem(seat)}.check`
}

export function restoreId(seat: Seat): string {
  return `${stem(seat)}.restore`
}

export function decisionId(seat: Seat): string {
  return `${askId(seat)}.decision`
}

/** The id of what a turn has open; null when it is finished. */
export function openId(seat: Seat): string | null {
  switch (seat.turn.stand.kind) {
    case 'asking':
      return askId(seat)
    case 'checking':
      return checkId(seat)
    case 'restoring':
      return restoreId(seat)
    case 'deciding':
      return decisionId(seat)
    case 'finished':
      return null
  }
}

function stem({ cycle, turn }: Seat): string {
  if (cycle.number === 0) return 'phase0'
  const task = turn.raisedBy?.task ?? turn.task
  return `C${cycle.number}.${tasks[task].label}`
}

type OfSlice = 'integrate' | 'check' | 'decision' | 'demands.check' | 'demands.decision'

/** `slice1.integrate`, `slice1.check`, `slice1.decision`, `slice1.demands.check`, `slice1.demands.decision`. */
export function sliceId({ run }: Slice, what: OfSlice): string {
  return `slice${run.slice + 1}.${what}`
}

/** What a halted or escalated turn shows (DPTR-110). */
export function placeOf(seat: Seat): Place {
  const { state, cycle, turn } = seat
  return {
    role: tasks[turn.task].role,
    session: sessionOf(state.run.input.session, cycle.number),
    round: state.round,
    cycle: cycle.number,
    phase: phaseOf(state.kind, turn.task),
    workspace: workspaceOf(seat),
  }
}
