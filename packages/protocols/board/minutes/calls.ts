/** What a call that was accepted leaves in the minutes, beside what it changed of tasks and phases. */
import type { Called, Json } from '@sigma/protocol'
import { z } from 'zod'
import { type ArgumentsOf, callSchemas } from '../machine/calls.ts'
import {
  type AgentBook,
  type Book,
  happenedIn,
  type Moment,
  note,
  openPhaseOf,
  type PhaseBook,
  type TaskBook,
} from './book.ts'
import { place } from './changes.ts'
import type { Actor, Happening, Seen } from './minutes.ts'

export interface Accepted {
  readonly call: Called
  /** Null: it is answered later. */
  readonly reply: Json
  readonly moment: Moment
  /** Null: a person called. */
  readonly agent: AgentBook | null
}

const saidReply = z.object({ message: z.string(), phase: z.string() })
const withWhy = z.object({ why: z.string() })
const withReason = z.object({ reason: z.string() })
const withTask = z.object({ task: z.string() })

/** A message stands in the minutes before the end of the phase that it reached the limit of. */
export function noteMessage(book: Book, { call, reply, moment, agent }: Accepted): void {
  const said = call.verb === 'say' ? saidReply.safeParse(reply).data : undefined
  const phase = said === undefined ? undefined : book.phases.get(said.phase)
  const spoken = callSchemas.say.safeParse(call.arguments).data
  if (said === undefined || phase === undefined || spoken === undefined) return
  const number = phase.messages.length + 1
  phase.messages.push({
    id: said.message,
    phase: phase.id,
    number,
    author: moment.by,
    content: spoken.content,
    at: moment.at,
    sequence: moment.sequence,
    seen: seenBy(agent, phase, spoken.seen),
    turn: agent?.turns.at(-1) ?? null,
    respawns: agent?.respawns ?? 0,
  })
}

function seenBy(agent: AgentBook | null, { messages }: PhaseBook, given: number | null): Seen {
  if (given !== null) return { upTo: Math.min(given, messages.length), by: 'reading' }
  return { upTo: agent === null ? null : (agent.seen ?? 0), by: 'turn' }
}

/** The words that a call brings, for what it changes. */
export function wordsOf({ verb, arguments: given }: Called): string | null {
  switch (verb) {
    case 'object':
    case 'veto':
    case 'escalate':
    case 'vote':
      return withWhy.safeParse(given).data?.why ?? null
    case 'end-phase':
      return withReason.safeParse(given).data?.reason ?? null
    default:
      return null
  }
}

/** Calls that change nothing that is compared. */
export function noteCall(book: Book, accepted: Accepted, touched: readonly string[]): void {
  const { call, moment, agent } = accepted
  if (agent !== null) note(agent, moment.at, `${call.verb}: ${outcomeOf(accepted)}`)
  const named = withTask.safeParse(call.arguments).data?.task
  const task = book.tasks.get(agent?.task ?? named ?? touched[0] ?? '')
  if (task === undefined) return
  const happening = happeningOf(call, moment)
  if (happening === null) return
  const phase = agent?.phase ?? openPhaseOf(task)?.id ?? null
  if (happening.kind === 'objection-answered') answer(book, task, happening, moment)
  else if (happening.kind === 'escalated' || happening.kind === 'vetoed') {
    const decided = book.board.tasks[task.id]?.decisions[happening.number - 1]?.phase ?? null
    place(book, task, happening.kind === 'escalated' ? phase : decided, moment, happening)
  } else if (ofTasks.has(happening.kind)) happenedIn(task, moment, happening)
  else place(book, task, phase, moment, happening)
}

const ofTasks: ReadonlySet<Happening['kind']> = new Set(['redirected', 'acknowledged', 'waits', 'event'])

const outcomeOf = ({ call, reply }: Accepted): string => {
  const said = saidReply.safeParse(reply).data
  if (said !== undefined && call.verb === 'say') return said.message
  return reply === null ? 'is answered later' : JSON.stringify(reply)
}

type Noting = (given: Json, by: Actor) => Happening | null

function noting<Schema extends z.ZodType>(
  schema: Schema,
  happening: (given: z.output<Schema>, by: Actor) => Happening,
): Noting {
  return (given, by) => {
    const { data, success } = schema.safeParse(given)
    return success ? happening(data, by) : null
  }
}

const notings: Readonly<Record<string, Noting>> = {
  'answer-objection': noting(callSchemas['answer-objection'], ({ objection: number, answer: text }, by) => ({
    kind: 'objection-answered',
    by,
    number,
    text,
  })),
  escalate: noting(callSchemas.escalate, ({ decision: number, why: text }, by) => ({
    kind: 'escalated',
    by,
    number,
    text,
  })),
  veto: noting(callSchemas.veto, ({ decision: number, why: text }, by) => ({ kind: 'vetoed', by, number, text })),
  vote: noting(callSchemas.vote, ({ approves, why: text }, by) => ({ kind: 'voted', by, approves, text })),
  hold: noting(callSchemas.hold, ({ seconds, why: text }, by) => ({ kind: 'held', by, seconds, text })),
  redirect: noting(callSchemas.redirect, ({ note: text }, by) => ({ kind: 'redirected', by, text })),
  acknowledge: noting(callSchemas.acknowledge, (_, by) => ({ kind: 'acknowledged', by })),
  wait: noting(callSchemas.wait, (given, by) => ({ kind: 'waits', by, text: waitText(given) })),
  event: noting(callSchemas.event, ({ event: text }, by) => ({ kind: 'event', by, text })),
}

const happeningOf = ({ verb, arguments: given }: Called, { by }: Moment): Happening | null =>
  (Object.hasOwn(notings, verb) ? notings[verb]?.(given, by) : null) ?? null

function waitText(wait: ArgumentsOf<'wait'>): string {
  switch (wait.for) {
    case 'answer':
      return `for an answer: ${wait.question}`
    case 'time':
      return `for ${wait.ms} ms`
    case 'event':
      return `for the event ${wait.event}`
  }
}

function answer(
  book: Book,
  task: TaskBook,
  happening: Extract<Happening, { kind: 'objection-answered' }>,
  moment: Moment,
): void {
  const objection = task.objections[happening.number - 1]
  if (objection === undefined) return
  const { at, by } = moment
  task.objections[happening.number - 1] = { ...objection, answer: { at, by, text: happening.text } }
  const stands = book.board.tasks[task.id]
  const decision = stands?.objections[happening.number - 1]?.decision ?? 0
  place(book, task, stands?.decisions[decision - 1]?.phase ?? null, moment, happening)
}
