/** Opening, extending, closing and pausing phases (ROOM-09 to ROOM-17, ROOM-52 to ROOM-56, ROOM-135, ROOM-141 to ROOM-145). */

import { type Caller, governedRoom, ownedTask, standing } from '../caller.ts'
import type { ArgumentsOf } from '../calls.ts'
import { change, changePhase, type Draft, newAgent, taskIn, tell } from '../draft.ts'
import { freeId } from '../ids.ts'
import { isRefusal, type Outcome, refused, replied } from '../outcome.ts'
import { openPhaseOf, wake } from '../owning.ts'
import { holdsOwner } from '../questions.ts'
import { rolesNamed } from '../role-names.ts'
import { askSeat, closePhase } from '../rooms.ts'
import type { Phase, Seat, Task } from '../state.ts'
import { undecided } from '../undecided.ts'

export function phase(draft: Draft, caller: Caller, given: ArgumentsOf<'phase'>): Outcome {
  const task = ownedTask(draft, caller, given.task, 'phase')
  if (isRefusal(task)) return task
  const refusal = standing(task, holdsOwner(task), 'phase') ?? refusalOf(draft, task, given)
  if (refusal !== null) return refusal
  const roles = rolesNamed(given.roles, draft.input)
  if (isRefusal(roles)) return roles
  const { name, limit, rules, type } = given
  const id = freeId(draft.nonce, 'ph', (wanted) =>
    Object.values(draft.tasks).some((each) => each.phases.some((one) => one.id === wanted)),
  )
  const seats = roles.map(({ role, cares, pushes }): Seat => {
    const agent = newAgent(draft, role)
    return { ...agent, status: 'waits', seen: 0, head: task.head, cares, pushes, approves: null, escalated: false }
  })
  const opened: Phase = { id, name, type, limit, rules, count: 0, status: 'active', closed: null, seats, warned: false }
  change(draft, task.id, { phases: [...task.phases, opened], nudges: draft.input.limits.nudges })
  const seated = seats.map(({ role, name: agent }) => ({ role, agent }))
  tell(draft, 'phase-opened', { task: task.id, phase: id, name, type, limit, roles: seated })
  for (const { name: agent } of seats) askSeat(draft, task.id, id, agent)
  return replied({ phase: id, name, limit, roles: seated })
}

function refusalOf({ input: { limits } }: Draft, task: Task, { limit, roles }: ArgumentsOf<'phase'>) {
  const open = openPhaseOf(task)
  if (open !== null)
    return refused('phase-open', `The phase ${open.id} (${open.name}) of ${task.id} is open.`, 'pm end-phase')
  if (task.phases.length >= limits.phases)
    return refused(
      'limit-phases',
      `${task.id} had ${task.phases.length} of ${limits.phases} phases.`,
      'Decide with what was said: pm decide "…"',
    )
  if (limit > limits.messages)
    return refused(
      'limit-messages',
      `A phase takes ${limits.messages} messages at most, and not ${limit}.`,
      `pm phase "…" --limit ${limits.messages}`,
    )
  if (roles.length + 1 > limits.agentsPerPhase) {
    const reason = `A phase takes ${limits.agentsPerPhase} agents at most, its owner included, and not ${roles.length + 1}.`
    return refused('limit-agents', reason, `Name ${limits.agentsPerPhase - 1} roles or fewer.`)
  }
  return null
}

/** Before the close or not at all: a closed phase has no other limit than it had (ROOM-109). */
export function extendPhase(draft: Draft, caller: Caller, { by, phase: named }: ArgumentsOf<'extend-phase'>): Outcome {
  const room = governedRoom(draft, caller, { phase: named }, 'extend-phase')
  if (isRefusal(room)) return room
  const { task, phase } = room
  const most = draft.input.limits.messages
  const limit = phase.limit + by
  if (limit > most) {
    const reason = `The phase ${phase.id} has a limit of ${phase.limit}; ${by} more would pass the most, ${most}.`
    return refused(
      'limit-messages',
      reason,
      most > phase.limit ? `pm extend-phase ${most - phase.limit}` : 'pm end-phase',
    )
  }
  changePhase(draft, task.id, phase.id, { limit })
  tell(draft, 'limit', { task: task.id, phase: phase.id, limit, before: phase.limit })
  return replied({ phase: phase.id, count: phase.count, limit })
}

export function endPhase(draft: Draft, caller: Caller, { phase: named, reason }: ArgumentsOf<'end-phase'>): Outcome {
  const room = governedRoom(draft, caller, { phase: named }, 'end-phase')
  if (isRefusal(room)) return room
  const { task, phase } = room
  if (caller.kind === 'owner' && undecided(task, phase))
    return refused('no-decision', `The phase ${phase.id} is there to decide, and nothing is decided.`, 'pm decide "…"')
  closePhase(draft, task.id, phase, 'ended')
  return replied({ phase: phase.id, count: phase.count, limit: phase.limit, reason })
}

export function pausePhase(draft: Draft, caller: Caller, { phase: named }: ArgumentsOf<'pause-phase'>): Outcome {
  return turned(draft, caller, named, 'pause-phase')
}

export function resumePhase(draft: Draft, caller: Caller, { phase: named }: ArgumentsOf<'resume-phase'>): Outcome {
  return turned(draft, caller, named, 'resume-phase')
}

/** What is so already stays so, and is no fault. */
function turned(
  draft: Draft,
  caller: Caller,
  named: string | undefined,
  verb: 'pause-phase' | 'resume-phase',
): Outcome {
  if (caller.kind !== 'person') return refused('not-yours', `Only a person may ${verb}.`, 'pm say "…"')
  const room = governedRoom(draft, caller, { phase: named }, verb)
  if (isRefusal(room)) return room
  const { task, phase } = room
  const status = verb === 'pause-phase' ? 'paused' : 'active'
  if (phase.status !== status) {
    changePhase(draft, task.id, phase.id, { status })
    tell(draft, 'phase', { task: task.id, phase: phase.id, status }, task)
    if (taskIn(draft, task.id)?.doing.kind === 'phase') wake(draft, task.id)
  }
  return replied({ phase: phase.id, status })
}
