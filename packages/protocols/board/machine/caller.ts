/** Who calls, and what of the board that concerns: told by the turn that calls, never by an argument (D13, ROOM-19, ROOM-49). */
import type { Verb } from './calls.ts'
import { type Draft, isInTurn, taskIn } from './draft.ts'
import { type Refusal, refused } from './outcome.ts'
import { callingTurn, readId } from './places.ts'
import type { Phase, Seat, Task } from './state.ts'

export type Caller =
  | { readonly kind: 'person'; readonly name: string }
  | { readonly kind: 'owner'; readonly name: string; readonly task: string }
  | {
      readonly kind: 'seat'
      readonly name: string
      readonly task: string
      readonly phase: string
      readonly role: string
    }

/** Refuses a turn that is none of the board's. */
export function callerOf(draft: Draft, caller: string): Caller | Refusal {
  const turn = callingTurn(caller)
  if (turn === null) return { kind: 'person', name: caller }
  const { kind, name } = readId(turn)
  for (const task of Object.values(draft.tasks)) {
    if (kind === 'own' && task.owner?.name === name && isInTurn(task)) return { kind: 'owner', name, task: task.id }
    if (kind !== 'sit') continue
    for (const { id, seats } of task.phases) {
      const seat = seats.find((each) => each.name === name)
      if (seat !== undefined) return { kind: 'seat', name, task: task.id, phase: id, role: seat.role }
    }
  }
  return refused('not-yours', 'Only an agent with an open turn on this board may call.', 'pm status')
}

/** What people see of whoever did something. */
export const roleOf = (caller: Caller): string | null =>
  caller.kind === 'person' ? null : caller.kind === 'owner' ? 'owner' : caller.role

/** The task whose owner, or a person in its place, calls. */
export function ownedTask(draft: Draft, caller: Caller, named: string | undefined, verb: string): Task | Refusal {
  if (caller.kind === 'seat')
    return refused(
      'not-yours',
      `Only the owner of ${caller.task} may ${verb}; you are its ${caller.role}.`,
      'pm say "…"',
    )
  const own = caller.kind === 'owner' ? caller.task : (named ?? null)
  if (caller.kind === 'owner' && named !== undefined && named !== own)
    return refused('not-yours', `You own ${own}, and not ${named}.`, `pm ${verb}`)
  if (own === null) return onlyTask(draft, verb)
  return taskIn(draft, own) ?? noTask(own)
}

export const noTask = (id: string): Refusal => refused('task-unknown', `There is no task ${id}.`, 'pm status')

function onlyTask({ tasks }: Draft, verb: string): Task | Refusal {
  const active = Object.values(tasks).filter(({ status }) => status === 'active')
  const [first, ...others] = active
  if (first === undefined) return refused('no-task', 'No task is active.', 'pm task "…"')
  if (others.length === 0) return first
  const ids = active.map(({ id }) => id).join(', ')
  return refused('several-tasks', `Several tasks are active: ${ids}.`, `pm ${verb} --task ${first.id}`)
}

/** Why the owner may not bring the task on now; null: it may. */
export function standing(task: Task, holds: boolean, verb: Verb): Refusal | null {
  const { id, status, doing, redirect, outside } = task
  if (status !== 'active') return refused('not-active', `${id} is ${status}.`, 'pm status')
  if (doing.kind === 'landing') return refused('landing', `${id} is landing: end your turn.`, 'pm status')
  if (holds) return refused('decision-waits', `${id} waits for the decision of a person.`, 'sigma inbox')
  if (outside !== null && verb !== 'done')
    return refused('waits-already', `${id} waits for something outside: end your turn.`, 'pm status')
  if (redirect !== null) return refused('redirect-open', `A person says: ${redirect}`, 'pm acknowledge')
  return null
}

export interface Room {
  readonly task: Task
  readonly phase: Phase
}

interface Named {
  readonly task?: string | undefined
  readonly phase?: string | undefined
}

/**
 * The phase that a call means: an agent's own, or a person's choice, which is the only open one where none is named. It may
 * be closed: whoever posts too late is told so.
 */
function roomOf(
  draft: Draft,
  caller: Caller,
  { task: namedTask, phase: namedPhase }: Named,
  verb: string,
): Room | Refusal {
  if (caller.kind !== 'person') {
    const task = taskIn(draft, caller.task)
    const phase = caller.kind === 'seat' ? caller.phase : (task?.phases.at(-1)?.id ?? null)
    const isOther = (namedTask ?? caller.task) !== caller.task || (namedPhase ?? phase) !== phase
    if (isOther) return refused('not-yours', `That is not your phase; yours is ${phase ?? 'none'}.`, `pm ${verb}`)
    const room = task?.phases.find(({ id }) => id === phase)
    if (task === null || room === undefined) return noPhase(verb)
    return { task, phase: room }
  }
  const rooms = Object.values(draft.tasks).flatMap((task) => task.phases.map((phase) => ({ task, phase })))
  if (namedPhase !== undefined) {
    const found = rooms.find(({ task, phase }) => phase.id === namedPhase && (namedTask ?? task.id) === task.id)
    return found ?? refused('phase-unknown', `There is no phase ${namedPhase}.`, 'pm status')
  }
  if (namedTask !== undefined && taskIn(draft, namedTask) === null) return noTask(namedTask)
  const own = rooms.filter(({ task }) => (namedTask ?? task.id) === task.id)
  const open = own.filter(({ phase }) => phase.status !== 'closed')
  const [first, ...others] = open
  if (others.length > 0) {
    const ids = open.map(({ phase }) => phase.id).join(', ')
    return refused('several-phases', `Several phases are open: ${ids}.`, `pm ${verb} --phase ${first?.phase.id}`)
  }
  return first ?? (namedTask === undefined ? latestRoom(draft, own) : own.at(-1)) ?? noPhase(verb)
}

/**
 * Whoever comes too late is told that the phase is closed, and not that it never was; where several tasks may be meant,
 * nobody is told of one of them. Null: so it is, or there was no phase.
 */
function latestRoom({ tasks }: Draft, rooms: readonly Room[]): Room | null {
  const active = Object.values(tasks).filter(({ status }) => status === 'active')
  const meant = new Set(active.length > 0 ? active.map(({ id }) => id) : rooms.map(({ task }) => task.id))
  return meant.size > 1 ? null : (rooms.findLast(({ task }) => meant.has(task.id)) ?? null)
}

const noPhase = (verb: string): Refusal =>
  refused('no-phase', `There is no phase to ${verb} in.`, 'pm phase "Name" --limit N --roles designer,developer')

/** Refuses a room that is closed. */
export function openRoom(draft: Draft, caller: Caller, named: Named, verb: string): Room | Refusal {
  const room = roomOf(draft, caller, named, verb)
  if ('rule' in room || room.phase.status !== 'closed') return room
  return roomClosed(room.phase)
}

export const roomClosed = ({ id, count, limit }: Phase): Refusal =>
  refused('room-closed', `The phase ${id} is closed, at ${count}/${limit} messages.`, `pm show ${id}`)

/** The room that its owner, or a person, decides about. */
export function governedRoom(draft: Draft, caller: Caller, named: Named, verb: string): Room | Refusal {
  if (caller.kind === 'seat')
    return refused(
      'not-yours',
      `Only the owner of ${caller.task} may ${verb}; you are its ${caller.role}.`,
      'pm say "…"',
    )
  return openRoom(draft, caller, named, verb)
}

/** The seat in an open phase of whoever calls. */
export function seatedIn(draft: Draft, caller: Caller, verb: string): (Room & { readonly seat: Seat }) | Refusal {
  if (caller.kind !== 'seat') return refused('not-yours', `Only a role agent in a phase may ${verb}.`, 'pm say "…"')
  const room = openRoom(draft, caller, {}, verb)
  if ('rule' in room) return room
  const seat = room.phase.seats.find(({ name }) => name === caller.name)
  return seat === undefined ? noPhase(verb) : { ...room, seat }
}
