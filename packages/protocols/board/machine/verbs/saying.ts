/** Posting to a phase (ROOM-13 to ROOM-21, ROOM-46, ROOM-94, ROOM-104 to ROOM-109, ROOM-132, ROOM-152). */

import { bytesOf } from '../bytes.ts'
import { type Caller, openRoom, roleOf, roomClosed, seatedIn } from '../caller.ts'
import type { ArgumentsOf } from '../calls.ts'
import { change, changePhase, changeSeat, type Draft, taskIn, tell, tellOwner } from '../draft.ts'
import { endIsNear } from '../findings.ts'
import { messageId } from '../ids.ts'
import { isRefusal, type Outcome, type Refusal, refused, replied } from '../outcome.ts'
import { isHalted } from '../questions.ts'
import { closePhase, phaseIn, spread } from '../rooms.ts'
import { commandIn } from '../spoken-command.ts'
import type { Phase, Task } from '../state.ts'

/** The message that reaches the limit closes the phase in the same step: no order of calls gives one more (D5). */
export function say(draft: Draft, caller: Caller, { content, ...named }: ArgumentsOf<'say'>): Outcome {
  const unfit = unfitText(draft, content)
  if (unfit !== null) return unfit
  const room = openRoom(draft, caller, named, 'say')
  if (isRefusal(room)) return room
  const { task, phase } = room
  if (phase.count >= phase.limit) return roomClosed(phase)
  const stopped = stoppedBy(task, phase)
  if (stopped !== null) return stopped
  const count = phase.count + 1
  changePhase(draft, task.id, phase.id, { count })
  if (caller.kind === 'seat') heardOwn(draft, task.id, phase, caller.name)
  const hint = hinted(draft, caller, task, phase, content)
  const now = phaseIn(taskIn(draft, task.id), phase.id) ?? phase
  const message = messageId(phase.id, count)
  tell(draft, 'message', {
    task: task.id,
    phase: phase.id,
    message,
    by: caller.name,
    role: roleOf(caller),
    number: count,
  })
  const isLast = count >= phase.limit
  if (isLast) closePhase(draft, task.id, now, 'limit')
  else {
    warn(draft, task.id, now)
    spread(draft, task.id, now, caller.name)
  }
  const reply = { message, phase: phase.id, count, limit: phase.limit, closed: isLast }
  return replied(hint === null ? reply : { ...reply, hint })
}

function unfitText({ input: { limits } }: Draft, content: string): Refusal | null {
  if (content.trim() === '') return refused('message-empty', 'The message is empty.', 'pm say "…"')
  const bytes = bytesOf(content)
  if (bytes <= limits.messageBytes) return null
  const reason = `The message has ${bytes} bytes, and ${limits.messageBytes} is the most.`
  return refused('message-too-long', reason, 'Say it shorter, or in several messages.')
}

function stoppedBy(task: Task, { id, status }: Phase): Refusal | null {
  if (status === 'paused')
    return refused('paused', `The phase ${id} is paused by a person.`, `pm resume-phase --phase ${id}`)
  if (!isHalted(task)) return null
  return refused('paused', `The phase ${id} is paused until a person has decided about an agent.`, 'sigma inbox')
}

/** Who heard all before hears its own message too, and is not asked again for it. */
function heardOwn(draft: Draft, id: string, { id: phase, seats, count }: Phase, name: string): void {
  const seat = seats.find((each) => each.name === name)
  if (seat !== undefined && seat.seen >= count) changeSeat(draft, id, phase, name, { seen: count + 1 })
}

/** Talking of a command is not running it; each agent is told that once (ROOM-94). */
function hinted(draft: Draft, caller: Caller, { id, owner }: Task, phase: Phase, content: string): string | null {
  if (caller.kind === 'person') return null
  const meant = commandIn(content, caller.kind)
  if (meant === null) return null
  const agent = caller.kind === 'owner' ? owner : phase.seats.find(({ name }) => name === caller.name)
  if (agent === null || agent === undefined || agent.hinted) return null
  if (caller.kind === 'owner') change(draft, id, { owner: { ...agent, hinted: true } })
  else changeSeat(draft, id, phase.id, caller.name, { hinted: true })
  return `This is a message, and does nothing by itself. To do it, run: ${meant}`
}

/** Three messages left, or a fifth of them (ROOM-152). */
function warn(draft: Draft, id: string, phase: Phase): void {
  const left = phase.limit - phase.count
  if (phase.warned || left > Math.max(3, Math.floor(phase.limit / 5))) return
  changePhase(draft, id, phase.id, { warned: true })
  tellOwner(draft, id, endIsNear(phase), false)
  tell(draft, 'near-limit', { task: id, phase: phase.id, left }, taskIn(draft, id))
}

/** An announcement: others may go on posting, and it ends with its time or its phase (ROOM-100). */
export function hold(draft: Draft, caller: Caller, { seconds, why }: ArgumentsOf<'hold'>): Outcome {
  const room = openRoom(draft, caller, {}, 'hold')
  if (isRefusal(room)) return room
  const { task, phase } = room
  tell(draft, 'hold', { task: task.id, phase: phase.id, by: caller.name, role: roleOf(caller), seconds, why })
  return replied({ phase: phase.id, seconds })
}

/** Of a review: it ends when each role has said whether it approves (ROOM-156). */
export function vote(draft: Draft, caller: Caller, { approves, why }: ArgumentsOf<'vote'>): Outcome {
  const seated = seatedIn(draft, caller, 'vote')
  if (isRefusal(seated)) return seated
  const { task, phase, seat } = seated
  if (phase.type !== 'review')
    return refused('no-review', `The phase ${phase.id} is a ${phase.type}; only a review ends by votes.`, 'pm say "…"')
  if (seat.approves !== null) return refused('voted', `You have voted in ${phase.id}.`, 'pm say "…"')
  changeSeat(draft, task.id, phase.id, seat.name, { approves })
  tell(draft, 'voted', { task: task.id, phase: phase.id, by: seat.name, role: seat.role, approves, why })
  const now = phaseIn(taskIn(draft, task.id), phase.id) ?? phase
  const isLast = now.seats.every((each) => each.approves !== null)
  if (isLast) closePhase(draft, task.id, now, 'voted')
  return replied({ phase: phase.id, approves, closed: isLast })
}
