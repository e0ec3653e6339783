/** Phases: who sits in them, who is asked again, and how they close (ROOM-13, ROOM-17, ROOM-26, ROOM-107). */
import { change, changePhase, changeSeat, type Draft, taskIn, tell, tellOwner } from './draft.ts'
import { phaseIsClosed } from './findings.ts'
import { isQuiet, wake } from './owning.ts'
import { leaveId, sitId } from './places.ts'
import { withdraw } from './questions.ts'
import type { CloseReason, Phase, Seat, Task } from './state.ts'
import { seatAsk } from './turns.ts'

/** Begins a turn of the seat, which sees all that was said so far. */
export function askSeat(draft: Draft, id: string, phase: string, name: string): void {
  const count = phaseIn(taskIn(draft, id), phase)?.count ?? 0
  changeSeat(draft, id, phase, name, { status: 'turn', seen: count })
  const task = taskIn(draft, id)
  const room = phaseIn(task, phase)
  const seat = room?.seats.find((each) => each.name === name)
  if (task === null || room === null || seat === undefined) return
  draft.effects.push(seatAsk(task, room, seat, draft.tasks, draft.input))
}

export const phaseIn = (task: Task | null, phase: string): Phase | null =>
  task?.phases.find(({ id }) => id === phase) ?? null

/** Asks those again who wait; where no agent is left to hear it, the owner, if it waits for its phase. */
export function spread(draft: Draft, id: string, phase: Phase, author: string): void {
  for (const { name, status } of phase.seats)
    if (status === 'waits' && name !== author) askSeat(draft, id, phase.id, name)
  const task = taskIn(draft, id)
  if (task?.doing.kind !== 'phase' || task.owner?.name === author) return
  const room = phaseIn(task, phase.id)
  if (room === null || !isQuiet(room)) return
  change(draft, id, { due: true })
  wake(draft, id)
}

/** A seat's turn is over and it will not be asked before somebody speaks, if ever: the owner may have to act. */
export function settleSeat(draft: Draft, id: string, phase: string, name: string, changed: Partial<Seat>): void {
  changeSeat(draft, id, phase, name, changed)
  if (taskIn(draft, id)?.doing.kind === 'phase') wake(draft, id)
}

/**
 * Closes the phase in this very step: it is told once, its agents are ended, and its owner goes on. Builders may still
 * hand over what they made.
 */
export function closePhase(draft: Draft, id: string, phase: Phase, reason: CloseReason): void {
  const graceMs = reason === 'killed' ? killGraceMs : draft.input.limits.leaveMs
  const hands = phase.type === 'build' && reason !== 'killed'
  const seats = phase.seats.map((seat): Seat => {
    if (seat.status !== 'turn') return { ...seat, status: 'left' }
    return { ...seat, status: hands ? 'leaving' : 'left' }
  })
  changePhase(draft, id, phase.id, { status: 'closed', closed: reason, seats })
  withdraw(draft, id, ({ about }) => phase.seats.some(({ name }) => name === about))
  const task = taskIn(draft, id)
  tell(draft, 'phase-closed', { task: id, phase: phase.id, reason, messages: phase.count }, task)
  for (const { name, role, status } of phase.seats) {
    if (status !== 'turn') continue
    if (!hands) draft.effects.push({ kind: 'stop', id: sitId(name), graceMs })
    else if (task !== null) {
      const at = { unit: id, step: phase.id, role, part: 'leave' }
      draft.effects.push({ kind: 'set-timer', id: leaveId(name), at, durationMs: graceMs })
    }
  }
  if (reason === 'killed') return
  tellOwner(draft, id, phaseIsClosed(phase, reason), true)
  wake(draft, id)
}

/**
 * How long agents of a killed task may go on before they are told to end. A command that ignores that has 5 s more, and
 * both together leave room within the 10 s of ROOM-130.
 */
export const killGraceMs = 2_000
