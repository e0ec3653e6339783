/** The minutes while they are taken: the same as what is read, but lists and tables grow in place. */
import type { Recorded } from '@sigma/protocol'
import { boardInputSchema } from '../machine/input.ts'
import type {
  Actor,
  AgentEnd,
  AgentMinutes,
  DecisionMinutes,
  Happening,
  Message,
  Minutes,
  ObjectionMinutes,
  Occurrence,
  PhaseMinutes,
  TaskMinutes,
  Turn,
} from './minutes.ts'
import { emptyTally } from './usage.ts'

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] }

/** As `Value`, with these fields in place of its own. */
type With<Value, Fields> = Writable<Omit<Value, keyof Fields>> & Fields

export type TaskBook = With<
  TaskMinutes,
  {
    children: string[]
    phases: PhaseBook[]
    decisions: DecisionMinutes[]
    objections: ObjectionMinutes[]
    occurrences: Occurrence[]
  }
>

export type PhaseBook = With<PhaseMinutes, { messages: Message[]; occurrences: Occurrence[] }>

export type TurnBook = Writable<Turn>

export type AgentBook = With<
  AgentMinutes,
  {
    turns: TurnBook[]
    log: string[]
    /** Messages of its phase that its latest turn began with, or that it was given since. */
    seen: number | null
    /** It has begun at least once. */
    hasJoined: boolean
  }
>

export type Book = With<
  Minutes,
  {
    tasks: Map<string, TaskBook>
    phases: Map<string, PhaseBook>
    openPhases: Map<string, PhaseBook>
    agents: Map<string, AgentBook>
    active: Map<string, AgentBook>
    /** Turns that are not over, by attempt. */
    openTurns: Map<string, { readonly turn: TurnBook; readonly agent: AgentBook; readonly isPerson: boolean }>
  }
>

/** When something happened, and by whom. */
export interface Moment {
  readonly at: string
  readonly sequence: number
  readonly by: Actor
}

export const sigma: Actor = { name: 'sigma', role: null, isHuman: false }

export function newBook({ envelope, event }: Recorded): Book {
  const input = boardInputSchema.parse(event.kind === 'started' ? event.input : null)
  return {
    run: envelope.run,
    input,
    startedAt: envelope.at,
    lastAt: envelope.at,
    sequence: 0,
    board: { kind: 'open', input, tasks: {}, agents: 0 },
    open: {},
    budgets: [],
    tasks: new Map(),
    phases: new Map(),
    openPhases: new Map(),
    agents: new Map(),
    active: new Map(),
    openTurns: new Map(),
    roster: 0,
    end: null,
  }
}

export function newTask(id: string, { at, by }: Moment): TaskBook {
  const empty = { children: [], phases: [], decisions: [], objections: [], occurrences: [] }
  return { id, createdAt: at, createdBy: by, ...empty, usage: emptyTally() }
}

export function newPhase(task: TaskBook, id: string, name: string, { at }: Moment): PhaseBook {
  const place = { id, task: task.id, number: task.phases.length + 1, name }
  return { ...place, openedAt: at, closed: null, messages: [], occurrences: [], usage: emptyTally() }
}

type Place = Pick<AgentBook, 'name' | 'role' | 'task' | 'phase'>

/** An agent that was not there before; one of that name goes on as it is. */
export function admit(book: Book, place: Place, { at }: Moment): void {
  if (book.active.has(place.name)) return
  const fresh = { ended: null, pid: null, turns: [], respawns: 0, log: [], seen: null, hasJoined: false }
  const agent: AgentBook = { ...place, since: at, ...fresh, usage: emptyTally() }
  book.agents.set(place.name, agent)
  book.active.set(place.name, agent)
  book.roster += 1
  note(agent, at, `spawned as ${place.role} of ${place.phase ?? place.task}`)
}

/** The agent is no more; false: it was none before. */
export function dismiss(book: Book, name: string, why: AgentEnd, { at }: Moment): boolean {
  const agent = book.active.get(name)
  if (agent === undefined) return false
  agent.ended = { at, why }
  agent.pid = null
  book.active.delete(name)
  book.roster += 1
  note(agent, at, `ended: ${why}`)
  return true
}

/** Longest line of a log, in characters. */
const longestLine = 500

export function note(agent: AgentBook, at: string, text: string): void {
  const line = text.replace(/\s+/g, ' ').trim()
  const characters = [...line.slice(0, 2 * longestLine)]
  const short = characters.length <= longestLine ? line : `${characters.slice(0, longestLine - 1).join('')}…`
  agent.log.push(`${at} ${short}`)
}

/** Puts what happened in the phase's list. */
export function happened({ occurrences, messages }: PhaseBook, moment: Moment, happening: Happening): void {
  occurrences.push({ ...happening, at: moment.at, sequence: moment.sequence, after: messages.length })
}

/** The same for a task as a whole. */
export function happenedIn({ occurrences }: TaskBook, moment: Moment, happening: Happening): void {
  occurrences.push({ ...happening, at: moment.at, sequence: moment.sequence, after: 0 })
}

/** The phase of a task that is open. */
export function openPhaseOf(task: TaskBook): PhaseBook | null {
  const last = task.phases.at(-1)
  return last === undefined || last.closed !== null ? null : last
}
