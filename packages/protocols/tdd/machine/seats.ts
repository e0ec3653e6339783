/** Finding and replacing what an event is about. */
import type { Effect, Finding } from '@sigma/protocol'
import { openId } from './places.ts'
import { askOf, checkOf, restoreOf } from './requests.ts'
import type { CycleState, Seat, Stand, TaskName, TddStep, Turn, Working } from './state.ts'

/** The turn that has this id open, if there is one. */
export function seatOf(state: Working, id: string): Seat | null {
  for (const cycle of state.cycles) {
    for (const turn of cycle.turns) {
      const seat = { state, cycle, turn }
      if (openId(seat) === id) return seat
    }
  }
  return null
}

export function freshTurn(task: TaskName, tries: number, refused: readonly Finding[] = []): Turn {
  return { task, stand: { kind: 'asking' }, tries, memory: 1, refused, note: null, raisedBy: null }
}

/** The same seat with another turn in it. */
export function withTurn(seat: Seat, turn: Turn): Seat {
  const turns = seat.cycle.turns.map((each) => (each === seat.turn ? turn : each))
  return { ...withCycle(seat, { ...seat.cycle, turns }), turn }
}

export function withStand(seat: Seat, stand: Stand): Seat {
  return withTurn(seat, { ...seat.turn, stand })
}

/** The same seat with its cycle changed, the turns left as they are. */
export function withCycle(seat: Seat, cycle: CycleState): Seat {
  const cycles = seat.state.cycles.map((each) => (each.number === cycle.number ? cycle : each))
  return { state: { ...seat.state, cycles }, cycle, turn: seat.turn }
}

export function withHead(seat: Seat, head: string): Seat {
  return withCycle(seat, { ...seat.cycle, head })
}

/** Remembers that tests stand there which are not those of RED. */
export function rewritten(seat: Seat): Seat {
  return { ...seat, state: { ...seat.state, isRewritten: true } }
}

/** Remembers which paths a turn changed, whatever becomes of the change. */
export function withTouched(seat: Seat, changed: readonly string[]): Seat {
  if (changed.length === 0) return seat
  const touched = union(seat.cycle.touched, changed)
  return withCycle(seat, { ...seat.cycle, touched, recent: union(seat.cycle.recent, changed) })
}

function union(a: readonly string[], b: readonly string[]): readonly string[] {
  return [...new Set([...a, ...b])]
}

export function ask(seat: Seat): TddStep {
  const asking = withStand(seat, { kind: 'asking' })
  return stepTo(asking, askOf(asking))
}

export function check(seat: Seat, commit: string): TddStep {
  const checking = withStand(seat, { kind: 'checking', commit })
  return stepTo(checking, checkOf(checking, commit))
}

/** Back to the last state in which all tests passed (DPTR-115). */
export function restore(seat: Seat): TddStep {
  const restoring = withStand(withHead(seat, seat.cycle.green.commit), { kind: 'restoring' })
  return stepTo(restoring, restoreOf(restoring))
}

export function stepTo({ state }: Seat, ...effects: readonly Effect[]): TddStep {
  return { state, effects }
}
