/** Names that a run gives: sessions, workspaces, the ids of its effects, and where each of them stands. */
import type { At, Event } from '@sigma/protocol'
import type { Run, Seat, Slice, Turn } from './state.ts'
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
  return cycle.number === 0 ? 'phase0' : `C${cycle.number}.${labelOf(turn)}`
}

/** An adjustment belongs to the work in which the issue was raised. */
function labelOf({ task, raisedBy }: Turn): string {
  return tasks[raisedBy?.task ?? task].label
}

type OfSlice =
  | 'trial.integrate'
  | 'trial.check'
  | 'integrate'
  | 'check'
  | 'lay'
  | 'decision'
  | 'demands.check'
  | 'demands.decision'

/** `slice1.integrate`, `slice1.check`, `slice1.lay`, `slice1.decision`, `slice1.demands.check`, `slice1.demands.decision`. */
export function sliceId({ run }: Slice, what: OfSlice): string {
  return `slice${run.slice + 1}.${what}`
}

/** An event that closes what is open under this id. */
export function isAbout(event: Event, id: string): boolean {
  return 'id' in event && event.id === id
}

/** `C1`; Phase 0 belongs to no cycle. */
export function unitOf(cycle: number): string | undefined {
  return cycle === 0 ? undefined : `C${cycle}`
}

/** The number of the cycle in `C1`; null: no cycle is called so. */
export function cycleOf(unit: string): number | null {
  const number = /^C([1-9]\d*)$/.exec(unit)?.[1]
  return number === undefined ? null : Number(number)
}

/** The work of a turn; `part` is what of it is meant, if it is not the work itself. */
export function atOf({ state, cycle, turn }: Seat, part?: string): At {
  const unit = unitOf(cycle.number)
  return {
    ...(unit !== undefined && { unit, called: `cycle ${cycle.number}` }),
    step: labelOf(turn),
    ...(part !== undefined && { part }),
    role: tasks[turn.task].role,
    round: state.round,
  }
}

export function atAsk(seat: Seat): At {
  return { ...atOf(seat), session: sessionOf(seat.state.run.input.session, seat.cycle.number) }
}

/** What a halted or escalated turn shows (DPTR-110). */
export function atDecision(seat: Seat): At {
  const { state, cycle, turn } = seat
  return {
    ...atAsk(seat),
    ...(cycle.number !== 0 && { part: tasks[turn.task].role }),
    phase: phaseOf(state.kind, turn.task),
    workspace: workspaceOf(seat),
  }
}

/** Of the slice as a whole: its combination, or what it is demanded to pass. */
export function atSlice({ run, round }: Slice, part: 'integrate' | 'check' | 'lay'): At {
  return { step: `slice${run.slice + 1}`, part, round }
}

/** Of its trial, before the reviews. */
export function atTrial({ run, round }: Slice, part: 'integrate' | 'check'): At {
  return { step: `slice${run.slice + 1} trial`, part, round }
}

export function atDemands({ run, round }: Slice): At {
  return { step: `slice${run.slice + 1} demands`, part: 'check', round }
}

export function atSliceDecision({ run, round }: Slice, of: 'slice' | 'demands'): At {
  const step = `slice${run.slice + 1}${of === 'demands' ? ' demands' : ''}`
  return { step, round, session: run.input.session, phase: 'REFACTOR' }
}

/** Where a person finishes a combination of the slice by hand. */
export function mergeWorkspaceOf({ slice }: Pick<Run, 'slice'>): string {
  return `slice${slice + 1}-merge`
}
