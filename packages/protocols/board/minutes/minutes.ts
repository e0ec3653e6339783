/**
 * What people and agents read of a board: all that was said and done, by task, phase and agent. Made from the journal
 * alone by `folding.ts`. How a task or phase stands now is not kept twice: it is in `board`.
 */
import type { BlobRef, Kernel } from '@sigma/protocol'
import type { BoardInput } from '../machine/input.ts'
import type { CloseReason, OpenBoard } from '../machine/state.ts'
import type { Tally } from './usage.ts'

export interface Minutes {
  readonly run: string
  readonly input: BoardInput
  /** ISO 8601, UTC, as all times here. */
  readonly startedAt: string
  readonly lastAt: string
  /** Of the latest event. */
  readonly sequence: number
  /** The board as it stands; of one that is over as it stood last. */
  readonly board: OpenBoard
  /** Open effects, by id. */
  readonly open: Kernel<unknown>['open']
  /** What bounds turns, and what is left of it. */
  readonly budgets: Kernel<unknown>['budgets']
  /** By id, in the order in which they were created. */
  readonly tasks: ReadonlyMap<string, TaskMinutes>
  readonly phases: ReadonlyMap<string, PhaseMinutes>
  /** Phases that are not closed, by id. */
  readonly openPhases: ReadonlyMap<string, PhaseMinutes>
  /** All that there ever were, by name. */
  readonly agents: ReadonlyMap<string, AgentMinutes>
  /** Those that have not ended, by name. */
  readonly active: ReadonlyMap<string, AgentMinutes>
  /** Grows whenever what is told of active agents changes. */
  readonly roster: number
  readonly end: BoardEnd | null
}

export interface BoardEnd {
  readonly at: string
  readonly outcome: string
  readonly summary: string
  /** A person cleared the board: its files go (ROOM-41). */
  readonly isReset: boolean
}

/** Who did something: an agent in its role, a person, or Sigma. */
export interface Actor {
  readonly name: string
  /** Null: a person, or Sigma. */
  readonly role: string | null
  readonly isHuman: boolean
}

export interface TaskMinutes {
  readonly id: string
  readonly createdAt: string
  readonly createdBy: Actor
  /** Ids, in the order in which they were created. */
  readonly children: readonly string[]
  readonly phases: readonly PhaseMinutes[]
  /** One for each decision of the task, in the same order. */
  readonly decisions: readonly DecisionMinutes[]
  /** One for each objection of the task, in the same order. */
  readonly objections: readonly ObjectionMinutes[]
  readonly occurrences: readonly Occurrence[]
  readonly usage: Tally
}

export interface DecisionMinutes {
  readonly at: string
  readonly by: Actor
}

export interface ObjectionMinutes extends DecisionMinutes {
  readonly why: string
  /** Null: nobody answered it. */
  readonly answer: { readonly at: string; readonly by: Actor; readonly text: string } | null
}

export interface PhaseMinutes {
  readonly id: string
  readonly task: string
  /** Among the phases of its task, from 1. */
  readonly number: number
  readonly name: string
  readonly openedAt: string
  /** Null: it is open. */
  readonly closed: { readonly at: string; readonly reason: CloseReason | 'reset' } | null
  /** In the order of acceptance (ROOM-104). */
  readonly messages: readonly Message[]
  readonly occurrences: readonly Occurrence[]
  readonly usage: Tally
}

export interface Message {
  readonly id: string
  readonly phase: string
  /** Among the messages of its phase, from 1. */
  readonly number: number
  readonly author: Actor
  readonly content: string
  readonly at: string
  readonly sequence: number
  readonly seen: Seen
  /** The turn that its author wrote it in; null: a person wrote it. */
  readonly turn: Turn | null
  /** Its author was respawned so often before. */
  readonly respawns: number
}

/** How much of the phase an author knew when it posted, as a number of its messages; null: that was not recorded. */
export interface Seen {
  readonly upTo: number | null
  /** `reading`: they were given to it. `turn`: they were there when its turn began. */
  readonly by: 'reading' | 'turn'
}

/** A turn of an agent, as it was recorded to begin. */
export interface Turn {
  readonly attempt: string
  readonly beganAt: string
  readonly session: string | null
  /** Hash of what it was told. */
  readonly brief: BlobRef
  /** Null: it is not over, or kept no output. */
  readonly output: BlobRef | null
  /** A status code, or the cause of a failure; null: it is not over. */
  readonly ending: string | null
}

export interface AgentMinutes {
  readonly name: string
  readonly role: string
  readonly task: string
  /** Null: it owns its task. */
  readonly phase: string | null
  readonly since: string
  readonly ended: { readonly at: string; readonly why: AgentEnd } | null
  /** Null: no process works for it now. */
  readonly pid: number | null
  readonly turns: readonly Turn[]
  readonly respawns: number
  readonly usage: Tally
  /** Lines of its log: what it did and what became of it. */
  readonly log: readonly string[]
}

/** Why an agent is no more: its phase closed, it left by itself, it was lost for good, its task came to this. */
export type AgentEnd = 'closed' | 'left' | 'lost' | 'done' | 'killed' | 'replaced' | 'reset'

/** What happened beside messages. */
export type Occurrence = Happening & {
  readonly at: string
  readonly sequence: number
  /** Messages of the phase before it. */
  readonly after: number
}

export type Happening =
  | { readonly kind: 'opened'; readonly by: Actor; readonly limit: number }
  | { readonly kind: 'joined'; readonly agent: string; readonly role: string }
  | { readonly kind: 'respawned'; readonly agent: string; readonly role: string; readonly cause: string }
  /** It died too often: a person is asked about it. */
  | { readonly kind: 'lost'; readonly agent: string; readonly role: string }
  /** A usage window was reached, or Sigma itself ended: the agent goes on later, which is no respawn (ROOM-147). */
  | { readonly kind: 'interrupted'; readonly agent: string; readonly role: string; readonly cause: string }
  | { readonly kind: 'exited'; readonly agent: string; readonly role: string; readonly why: AgentEnd }
  | { readonly kind: 'limit'; readonly by: Actor; readonly from: number; readonly to: number }
  | { readonly kind: 'paused' | 'resumed'; readonly by: Actor }
  | { readonly kind: 'near-limit'; readonly left: number }
  /** `number`: of the decision, or of the objection, in its task. */
  | { readonly kind: 'decision'; readonly by: Actor; readonly number: number }
  | { readonly kind: 'objection'; readonly by: Actor; readonly number: number }
  | { readonly kind: 'objection-answered'; readonly by: Actor; readonly number: number; readonly text: string }
  | { readonly kind: 'escalated' | 'vetoed'; readonly by: Actor; readonly number: number; readonly text: string }
  | { readonly kind: 'voted'; readonly by: Actor; readonly approves: boolean; readonly text: string }
  | { readonly kind: 'held'; readonly by: Actor; readonly seconds: number; readonly text: string | null }
  | {
      readonly kind: 'closed'
      readonly by: Actor
      readonly reason: CloseReason | 'reset'
      readonly text: string | null
    }
  | { readonly kind: 'status'; readonly by: Actor; readonly from: string | null; readonly to: string }
  | { readonly kind: 'redirected' | 'waits' | 'event' | 'asked'; readonly by: Actor; readonly text: string }
  /** The task was taken up again by a fresh owner. */
  | { readonly kind: 'restarted'; readonly by: Actor; readonly owner: string }
  | { readonly kind: 'acknowledged'; readonly by: Actor }
  /** Sigma told the owner something, by the type of the message. */
  | { readonly kind: 'told'; readonly text: string }
  /** A person answered a question of Sigma's. */
  | { readonly kind: 'answered'; readonly by: Actor; readonly question: string; readonly option: string }
