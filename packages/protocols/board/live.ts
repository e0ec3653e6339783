/** What may be read of a board while it goes on, from its minutes. */
import { type LiveCalled, type LiveReading, type LiveView, minutesOf, type OpenMinutes } from '@sigma/engine'
import { type Json, type JsonObject, jsonOf } from '@sigma/protocol'
import { z } from 'zod'
import type { Book } from './minutes/book.ts'
import { agentCalling } from './minutes/callers.ts'
import { phaseOf } from './minutes/documents.ts'
import * as minutes from './minutes/index.ts'

const room = { task: z.string().optional(), phase: z.string().optional() }
const readingSchema = z.object(room)
const historySchema = z.object({ tail: z.int().min(1), ...room })

function roomOf({ caller, arguments: given }: LiveReading): minutes.Reading {
  return { caller, ...readingSchema.parse(given) }
}

type PhaseRead = ReturnType<typeof minutes.currentPhase>

/** Whoever knew a phase as open hears of its close first, also where the close ended what it was there for. */
function phaseIn(book: Book, reading: LiveReading): PhaseRead {
  const room = roomOf(reading)
  const known = readMark(reading.since)
  const before = book.phases.get(room.phase ?? known.phase)
  const isNews = before !== undefined && before.closed !== null && known.status !== 'closed'
  return isNews && before.id === known.phase ? before : minutes.currentPhase(book, room)
}

/** What a view of a phase was marked with. */
function readMark(mark: string | null): { readonly phase: string; readonly count: number; readonly status: string } {
  const [phase = '', count = '', status = ''] = (mark ?? '').split(' ')
  return { phase, count: Number(count), status }
}

/** What the caller was shown of the very phase that it reads now; a mark of another says nothing. */
function knownOf({ since }: LiveReading, id: string): number {
  const { phase, count } = readMark(since)
  return phase === id ? count : 0
}

const chat: LiveView<Book> = {
  mark: (book, reading) => {
    const phase = phaseIn(book, reading)
    return `${phase.id} ${phase.messages.length} ${phase.closed === null ? (phaseOf(book, phase)?.status ?? 'active') : 'closed'}`
  },
  show: (book, reading) => {
    const { id } = phaseIn(book, reading)
    const shown = minutes.chatOf(book, { ...roomOf(reading), phase: id }, knownOf(reading, id))
    return { text: minutes.chatText(shown), data: minutes.chatDocument(book, shown) }
  },
  isOver: (book, reading) => phaseIn(book, reading).closed !== null,
}

const status: LiveView<Book> = {
  mark: ({ sequence }) => String(sequence),
  show: (book) => ({ text: minutes.statusText(book), data: minutes.statusDocument(book) }),
  isOver: ({ end }) => end !== null,
}

const history: LiveView<Book> = {
  mark: ({ sequence }) => String(sequence),
  show: (book, reading) => {
    const { tail } = historySchema.parse(reading.arguments)
    const shown = minutes.historyOf(book, roomOf(reading), tail)
    return { text: minutes.historyText(shown), data: minutes.historyDocument(shown) }
  },
}

const show: LiveView<Book> = {
  mark: ({ sequence }) => String(sequence),
  show: (book, reading) => {
    const phase = minutes.phaseToShow(book, roomOf(reading))
    return { text: minutes.transcriptMarkdown(book, phase), data: minutes.transcriptDocument(book, phase) }
  },
}

const why: LiveView<Book> = {
  mark: ({ sequence }) => String(sequence),
  show: (book, reading) => {
    const phase = minutes.phaseToShow(book, roomOf(reading))
    return {
      text: minutes.whyText(book, phase, () => null),
      data: jsonOf(minutes.whyDocument(book, phase, () => null)),
    }
  },
}

/** A role begins with what was said in its phase so far (ROOM-153), an owner with what came since it was asked (ROOM-136). */
function contextOf(book: Book, attempt: string): JsonObject {
  const phase = book.phases.get(agentCalling(book.open, attempt)?.phase ?? '')
  if (phase !== undefined) return { chat: minutes.startMessages(phase).text }
  const since = minutes.sinceAsked(book, attempt)
  return since.length === 0 ? {} : { since: [...since] }
}

/** How much of the phase was shown to whoever posts; an author's own word on that does not count (ROOM-154). */
function argumentsOf(book: Book, { caller, verb, arguments: given, shown }: LiveCalled): Json {
  if (verb !== 'say' || typeof given !== 'object' || given === null || Array.isArray(given)) return given
  return { ...given, seen: seenBy(book, caller, shown('chat')) }
}

/** Null: it was shown nothing of the phase but what stood in it when its turn began. */
function seenBy(book: Book, caller: string, mark: string | null): number | null {
  const agent = agentCalling(book.open, caller)
  const task = book.tasks.get(agent?.task ?? '')
  const phase = agent?.phase ?? (task === undefined ? null : (minutes.openPhaseIn(task)?.id ?? null))
  const known = readMark(mark)
  return phase !== null && known.phase === phase ? known.count : null
}

export const openMinutes: OpenMinutes = minutesOf<Book>({
  beginning: minutes.beginning,
  after: minutes.after,
  views: { chat, status, history, show, why },
  contextOf,
  argumentsOf,
})
