/** The records of a board as they are written to files and printed for programs (ROOM-01, ROOM-09, ROOM-18, ROOM-22). */
import type { JsonObject } from '@sigma/protocol'
import type { Phase } from '../machine/state.ts'
import type { Actor, AgentMinutes, Message, Minutes, PhaseMinutes, TaskMinutes } from './minutes.ts'

/** How the phase stands on the board. */
export function phaseOf({ board }: Minutes, { task, number }: PhaseMinutes): Phase | undefined {
  return board.tasks[task]?.phases[number - 1]
}

/** Optional fields are left out where there is nothing to say. */
export function taskDocument({ board }: Minutes, { id, createdAt, decisions, objections }: TaskMinutes): JsonObject {
  const task = board.tasks[id]
  if (task === undefined) return { id }
  return {
    id,
    description: task.description,
    owner: task.owner?.name ?? null,
    ...(task.parent !== null && { parent_id: task.parent }),
    ...(task.blockedBy.length > 0 && { blocked_by: task.blockedBy }),
    status: task.status,
    created_at: createdAt,
    ...(task.landed !== null && { commit: task.landed }),
    ...(decisions.length > 0 && {
      decisions: task.decisions.map(({ text, phase, vetoed, check }, at) => ({
        number: at + 1,
        text,
        phase_id: phase,
        vetoed,
        check: check === null ? null : { ...check },
        by: decisions[at]?.by.name ?? null,
        at: decisions[at]?.at ?? null,
      })),
    }),
    ...(objections.length > 0 && {
      objections: task.objections.map(({ decision, by, role, blocking, settled }, at) => ({
        number: at + 1,
        decision,
        by,
        role,
        why: objections[at]?.why ?? null,
        blocking,
        settled,
        answer: objections[at]?.answer?.text ?? null,
      })),
    }),
  }
}

/** Without the number of messages, which is that of the lines of `messages.jsonl` (ROOM-16). */
export function phaseDocument(minutes: Minutes, phase: PhaseMinutes): JsonObject {
  const stands = phaseOf(minutes, phase)
  const { id, task, name, openedAt, closed } = phase
  return {
    id,
    task_id: task,
    name,
    message_limit: stands?.limit ?? 0,
    roles: stands?.seats.map(({ role }) => role) ?? [],
    ...(stands !== undefined && stands.rules !== null && { rules: stands.rules }),
    status: closed === null ? 'active' : 'closed',
    ...(stands?.status === 'paused' && { paused: true }),
    created_at: openedAt,
    type: stands?.type ?? 'discussion',
    ...(closed !== null && { closed_at: closed.at, close_reason: closed.reason }),
  }
}

export function messageDocument({ id, phase, author, content, at }: Message): JsonObject {
  return { id, phase_id: phase, ...authorDocument(author), content, timestamp: at }
}

function authorDocument({ name, role, isHuman }: Actor): JsonObject {
  return { author: name, ...(role !== null && { role }), ...(isHuman && { human: true }) }
}

export function agentDocument({ name, role, task, phase, pid, since }: AgentMinutes): JsonObject {
  return { name, role, task_id: task, ...(phase !== null && { phase_id: phase }), pid, since }
}
