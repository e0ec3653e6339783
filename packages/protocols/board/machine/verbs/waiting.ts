/** Waiting: for children, and for what happens outside (ROOM-58, ROOM-63 to ROOM-66, ROOM-157). */
import type { Consult } from '@sigma/protocol'
import { type Caller, ownedTask, standing } from '../caller.ts'
import type { ArgumentsOf } from '../calls.ts'
import { change, type Draft, tell } from '../draft.ts'
import { childrenReply, endOutside } from '../ending.ts'
import { fromOutside } from '../findings.ts'
import { isRefusal, later, type Outcome, refused, replied } from '../outcome.ts'
import { cameFromOutside } from '../outside.ts'
import { childrenOf, isOver } from '../owning.ts'
import { atPart, waitId } from '../places.ts'
import { holdsOwner } from '../questions.ts'
import type { Task } from '../state.ts'

/** Answered when all children are over, at once where they are, or where there are none. */
export function waitChildren(
  draft: Draft,
  caller: Caller,
  { task: named }: ArgumentsOf<'wait-children'>,
  call: string,
): Outcome {
  const task = ownedTask(draft, caller, named, 'wait-children')
  if (isRefusal(task)) return task
  const children = childrenOf(draft, task.id)
  if (children.every(isOver)) return replied(childrenReply(children))
  if (task.status !== 'active') return refused('not-active', `${task.id} is ${task.status}.`, 'pm status')
  change(draft, task.id, { waits: [...task.waits, { call, isOwners: caller.kind === 'owner' }] })
  return later
}

export function wait(draft: Draft, caller: Caller, given: ArgumentsOf<'wait'>): Outcome {
  const task = ownedTask(draft, caller, given.task, 'wait')
  if (isRefusal(task)) return task
  const refusal = standing(task, holdsOwner(task), 'wait')
  if (refusal !== null) return refusal
  const event = given.for === 'event' ? given.event : null
  change(draft, task.id, { outside: { for: given.for, event }, nudges: draft.input.limits.nudges })
  if (given.for === 'time')
    draft.effects.push({ kind: 'set-timer', id: waitId(task.id), at: atPart(task, 'wait'), durationMs: given.ms })
  if (given.for === 'answer') draft.effects.push(questionOf(task, given.question, draft.input.limits.decisionMs))
  tell(draft, 'waits', { task: task.id, for: given.for, event })
  return replied({ task: task.id, for: given.for, event })
}

function questionOf(task: Task, question: string, expiryMs: number): Consult {
  const input = {
    type: 'object',
    properties: { answer: { type: 'string' }, note: { type: 'string' } },
    examples: [{ answer: 'Yes.' }],
  }
  return {
    kind: 'consult',
    id: waitId(task.id),
    at: { ...atPart(task, 'wait'), phase: 'OWN', workspace: task.id },
    question: `The owner of ${task.id} asks: ${question}`,
    options: [
      { name: 'answer', consequence: 'The owner goes on with your answer: --note "…".', input },
      { name: 'go-on', consequence: 'The owner goes on without an answer.', input: null },
    ],
    fallback: 'go-on',
    expiryMs,
    status: 'waiting',
    reasons: [],
  }
}

/** Every task that waits for an event of that name goes on; there may be none. */
export function event(draft: Draft, caller: Caller, { event: name, data }: ArgumentsOf<'event'>): Outcome {
  if (caller.kind !== 'person')
    return refused('not-yours', 'Only a person or a program outside may say so.', 'pm say "…"')
  const waiting = Object.values(draft.tasks).filter(({ outside }) => outside?.for === 'event' && outside.event === name)
  for (const { id } of waiting) {
    endOutside(draft, id)
    const what = data === null ? '' : `: ${JSON.stringify(data).slice(0, 16_384)}`
    cameFromOutside(draft, id, fromOutside('event', `The event ${name} came${what}`))
  }
  return replied({ event: name, tasks: waiting.map(({ id }) => id) })
}
