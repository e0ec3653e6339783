/** What `pm chat` and `pm history` print: messages in the order of acceptance, each with its author and role. */
import type { JsonObject } from '@sigma/protocol'
import { textBlock } from '../../writing/blocks.ts'
import { agentReading } from './callers.ts'
import { messageDocument, phaseDocument, phaseOf } from './documents.ts'
import type { Actor, Message, Minutes, PhaseMinutes } from './minutes.ts'
import { currentPhase, currentTask, openPhaseIn, type Reading } from './room.ts'

export interface Chat {
  readonly phase: PhaseMinutes
  readonly limit: number
  readonly status: 'active' | 'paused' | 'closed'
  readonly rules: string | null
  readonly messages: readonly Message[]
}

/** `since`: number of the last message that is known already (ROOM-45). */
export function chatOf(minutes: Minutes, reading: Reading, since = 0): Chat {
  const phase = currentPhase(minutes, reading)
  const stands = phaseOf(minutes, phase)
  return {
    phase,
    limit: stands?.limit ?? 0,
    status: phase.closed === null ? (stands?.status ?? 'active') : 'closed',
    rules: stands?.rules ?? null,
    messages: phase.messages.slice(since),
  }
}

export function chatDocument(minutes: Minutes, { phase, messages, status }: Chat): JsonObject {
  return {
    phase: { ...phaseDocument(minutes, phase), status },
    count: phase.messages.length,
    messages: messages.map((message) => ({ number: message.number, ...messageDocument(message) })),
  }
}

export function chatText({ phase, limit, status, rules, messages }: Chat): string {
  const { name, id, closed } = phase
  const standing = closed === null ? status : `closed: ${closed.reason}`
  return [
    ...textBlock(`${id}, ${phase.messages.length}/${limit}, ${standing}`, name),
    ...(rules === null ? [] : textBlock('rules', rules)),
    ...messages.flatMap(messageLines),
  ].join('\n')
}

/** A name that others gave stands behind what tells who speaks, never before it. */
export const messageLines = (message: Message): readonly string[] =>
  textBlock(`#${message.number} ${authorText(message.author)} ${clock(message.at)}`, message.content)

export const authorText = ({ name, role, isHuman }: Actor): string =>
  isHuman ? `${shownName(name)} (person)` : role === null ? name : `@${name} (${shownName(role)})`

/** A name that somebody chose, so that it cannot be taken for what stands beside it. */
export const shownName = (name: string): string =>
  /^[\p{L}\p{N}_.-]+(?: [\p{L}\p{N}_.-]+)*$/u.test(name) && name.length <= 60 ? name : JSON.stringify(name)

/** `12:03:04` of a time in ISO 8601. */
export const clock = (at: string): string => at.slice(11, 19)

export interface History {
  readonly task: string
  /** Oldest first, each with the phase that it belongs to. */
  readonly messages: readonly { readonly message: Message; readonly phase: PhaseMinutes }[]
  /** Messages of earlier phases that are not among them. */
  readonly left: number
}

/** The last messages of the phases of a task before the current one (ROOM-48). */
export function historyOf(minutes: Minutes, reading: Reading, tail: number): History {
  const task = currentTask(minutes, reading)
  const own = reading.phase ?? agentReading(minutes, reading.caller)?.phase
  const current = (own === undefined || own === null ? openPhaseIn(task) : minutes.phases.get(own)) ?? null
  const earlier = task.phases.slice(0, current === null ? task.phases.length : current.number - 1)
  const messages: History['messages'][number][] = []
  let left = 0
  for (const phase of earlier.toReversed()) {
    const wanted = Math.min(tail - messages.length, phase.messages.length)
    left += phase.messages.length - wanted
    if (wanted > 0)
      messages.push(
        ...phase.messages
          .slice(-wanted)
          .toReversed()
          .map((message) => ({ message, phase })),
      )
  }
  return { task: task.id, messages: messages.toReversed(), left }
}

export function historyDocument({ task, messages, left }: History): JsonObject {
  const entries = messages.map(({ message, phase }) => ({ phase_name: phase.name, ...messageDocument(message) }))
  return { task, messages: entries, left_out: left }
}

export function historyText({ task, messages, left }: History): string {
  if (messages.length === 0) return `No message in an earlier phase of ${task}.`
  const lines: string[] = left === 0 ? [] : [`${left} earlier ${left === 1 ? 'message is' : 'messages are'} left out.`]
  let before: PhaseMinutes | null = null
  for (const { message, phase } of messages) {
    if (phase !== before) lines.push(...textBlock(phase.id, phase.name))
    before = phase
    lines.push(...messageLines(message))
  }
  return lines.join('\n')
}
