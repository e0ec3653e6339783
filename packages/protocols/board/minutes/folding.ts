/**
 * Takes the minutes of a board, event by event, from its journal and what kernel and protocol make of it. Each event
 * costs the same, however much was said before: only the tasks that it touches are looked at. The minutes grow in place,
 * so that what was folded before is the same minutes.
 */
import type { AnyState, Fold, Registered } from '@sigma/engine'
import type { Advance, Effect, Json, Kernel, Recorded } from '@sigma/protocol'
import { z } from 'zod'
import type { OpenBoard } from '../machine/state.ts'
import { type Book, dismiss, happened, happenedIn, type Moment, newBook, note, openPhaseOf, sigma } from './book.ts'
import { actorOf, agentCalling } from './callers.ts'
import { type Accepted, noteCall, noteMessage, wordsOf } from './calls.ts'
import { noteTask, place } from './changes.ts'
import { noteRetry, noteTurn } from './turns.ts'

/** A board that is being folded; `course` is null before its first event, and its minutes afterwards. */
export interface Folding {
  readonly course: Book | null
  readonly fold: Fold
}

export const beginning = (protocol: Registered): Folding => ({ course: null, fold: protocol.fresh })

export function after({ course, fold: before }: Folding, recorded: Recorded): Folding {
  const { advance, fold } = before.next(recorded)
  const book = course ?? newBook(recorded)
  take(book, recorded, advance)
  return { course: book, fold }
}

function take(book: Book, recorded: Recorded, advance: Advance<AnyState>): void {
  const { envelope, event } = recorded
  const moment: Moment = { at: envelope.at, sequence: envelope.sequence, by: authorOf(book, recorded) }
  book.lastAt = envelope.at
  book.sequence = envelope.sequence
  noteTurn(book, recorded, moment)
  if (advance.disposition === 'retried') noteRetry(book, book.open, recorded, moment)
  const accepted = event.kind === 'called' ? acceptedIn(book, event, advance, moment) : null
  if (event.kind === 'called' && accepted === null) noteRefusal(book, recorded, advance, moment)
  if (accepted !== null) noteMessage(book, accepted)
  const [was, before] = [book.board, book.open]
  const is = boardIn(advance.kernel.state)
  book.board = is ?? was
  book.open = advance.kernel.open
  book.budgets = advance.kernel.budgets
  if (advance.disposition === 'applied') {
    const words = event.kind === 'called' ? wordsOf(event) : null
    const touched = touchedBy({ recorded, advance, before, reply: accepted?.reply ?? null }, book)
    // An event that names no task, such as a person's call about the only open phase, may have changed any.
    const ids = touched.length > 0 || is === null || is.tasks === was.tasks ? touched : Object.keys(is.tasks)
    for (const id of ids) {
      const [one, other] = [taskIn(was, id), taskIn(book.board, id)]
      if (other !== undefined) noteTask(book, one, other, moment, words)
    }
    if (accepted !== null) noteCall(book, accepted, ids)
    noteAnswer(book, before, recorded, moment)
    noteTold(book, advance.effects, moment)
  }
  noteEnd(book, recorded, advance, moment)
}

/** Who is behind an event: whoever called or decided, else Sigma. */
function authorOf(book: Book, { event }: Recorded): Moment['by'] {
  if (event.kind === 'called') return actorOf(book.open, event.caller)
  return event.kind === 'decided' && event.by !== 'expiry' ? { name: event.by, role: null, isHuman: true } : sigma
}

function boardIn(state: AnyState): OpenBoard | null {
  return isOpen(state) ? state : null
}

/** A run pins its protocol and version, so a state of the kind is of the shape. */
const isOpen = (state: AnyState): state is OpenBoard => state.kind === 'open' && 'tasks' in state

const taskIn = ({ tasks }: OpenBoard, id: string) => (Object.hasOwn(tasks, id) ? tasks[id] : undefined)

type Call = Extract<Recorded['event'], { readonly kind: 'called' }>

/** Null: the call was refused, or is a repetition. */
function acceptedIn(book: Book, call: Call, { disposition, effects, refusal }: Advance<AnyState>, moment: Moment) {
  if (disposition !== 'applied' || refusal !== null) return null
  const answer = effects.find((effect) => effect.kind === 'reply' && effect.call === call.call)
  const agent = book.active.get(agentCalling(book.open, call.caller)?.name ?? '') ?? null
  const accepted: Accepted = { call, reply: answer?.kind === 'reply' ? answer.data : null, moment, agent }
  return accepted
}

function noteRefusal(book: Book, { event }: Recorded, { refusal }: Advance<AnyState>, { at }: Moment): void {
  if (event.kind !== 'called' || refusal === null) return
  const agent = book.active.get(agentCalling(book.open, event.caller)?.name ?? '')
  if (agent !== undefined) note(agent, at, `${event.verb}: refused, ${refusal.rule}: ${refusal.message}`)
}

interface Touching {
  readonly recorded: Recorded
  readonly advance: Advance<AnyState>
  /** What was open before. */
  readonly before: Kernel<unknown>['open']
  readonly reply: Json
}

/** A word that a value has under a name; undefined: it has none. */
function wordIn(value: unknown, name: 'task' | 'phase'): string | undefined {
  const word: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return typeof word === 'string' ? word : undefined
}

/** The tasks that an event, or what followed from it, is about. */
function touchedBy({ recorded: { event }, advance, before, reply }: Touching, book: Book): readonly string[] {
  const touched = new Set<string>()
  const add = (id: string | undefined): void => {
    if (id !== undefined) touched.add(id)
  }
  const named = (value: unknown): void => {
    add(wordIn(value, 'task'))
    add(book.phases.get(wordIn(value, 'phase') ?? '')?.task)
  }
  const standing = (id: string): void => add(Object.hasOwn(before, id) ? before[id]?.effect.at.unit : undefined)
  if (event.kind === 'called') {
    add(agentCalling(before, event.caller)?.task)
    named(event.arguments)
    named(reply)
  }
  if ('id' in event) standing(event.id)
  for (const effect of advance.effects) {
    if ('at' in effect) add(effect.at.unit)
    else if ('id' in effect) standing(effect.id)
    else if (effect.kind === 'tell') named(effect.message.data)
  }
  return [...touched]
}

/** A person answered a question of Sigma's. */
function noteAnswer(book: Book, before: Kernel<unknown>['open'], { event }: Recorded, moment: Moment): void {
  if (event.kind !== 'decided') return
  const effect = before[event.id]?.effect
  const task = book.tasks.get(effect?.at.unit ?? '')
  if (effect?.kind !== 'consult' || task === undefined) return
  const { question, at } = effect
  const phase = book.phases.has(at.step) ? at.step : (openPhaseOf(task)?.id ?? null)
  place(book, task, phase, moment, { kind: 'answered', by: moment.by, question, option: event.option })
}

const nearLimit = z.object({ phase: z.string(), left: z.number() })

/** What the board told people and owners, where nothing else in the minutes says it. */
function noteTold(book: Book, effects: readonly Effect[], moment: Moment): void {
  for (const effect of effects) {
    if (effect.kind === 'consult') noteQuestion(book, effect, moment)
    if (effect.kind !== 'tell') continue
    const { type, data } = effect.message
    const near = type === 'near-limit' ? nearLimit.safeParse(data).data : undefined
    const phase = book.phases.get(near?.phase ?? '')
    if (near !== undefined && phase !== undefined) happened(phase, moment, { kind: 'near-limit', left: near.left })
    const task = type === 'nudged' ? book.tasks.get(wordIn(data, 'task') ?? '') : undefined
    if (task !== undefined) happenedIn(task, moment, { kind: 'told', text: type })
  }
}

function noteQuestion(book: Book, { at, question }: Extract<Effect, { kind: 'consult' }>, moment: Moment): void {
  const task = book.tasks.get(at.unit ?? '')
  if (task === undefined) return
  const phase = book.phases.has(at.step) ? at.step : null
  place(book, task, phase, moment, { kind: 'asked', by: sigma, text: question })
}

function noteEnd(book: Book, { event }: Recorded, { effects }: Advance<AnyState>, moment: Moment): void {
  const end = effects.find((effect) => effect.kind === 'end')
  if (end === undefined || book.end !== null) return
  const isReset = event.kind === 'called' && event.verb === 'reset'
  book.end = { at: moment.at, outcome: end.outcome, summary: end.summary, isReset }
  for (const phase of book.openPhases.values()) {
    phase.closed = { at: moment.at, reason: 'reset' }
    happened(phase, moment, { kind: 'closed', by: moment.by, reason: 'reset', text: null })
  }
  book.openPhases.clear()
  for (const name of [...book.active.keys()]) dismiss(book, name, 'reset', moment)
}
