import type { Finding, Step } from '@sigma/protocol'
import type { DecisionCheck, PhaseType } from './calls.ts'
import type { BoardInput } from './input.ts'

/** One a project. The texts of its messages stay in the journal (`called`, verb `say`); here they are only counted. */
export type BoardState =
  | {
      readonly kind: 'open'
      readonly input: BoardInput
      /** By id, in the order in which they were created. */
      readonly tasks: Readonly<Record<string, Task>>
      /** How many agents there were, and messages: what names and ids are made of beside the nonce. */
      readonly agents: number
    }
  | { readonly kind: 'over' }

export type BoardStep = Step<BoardState>

/** `active`, `blocked`, `done`, `killed` are the seed's (ROOM-03); a task that lands, waits or is paused is `active` to the outside. */
export type TaskStatus = 'active' | 'blocked' | 'done' | 'killed'

export interface Task {
  readonly id: string
  readonly description: string
  readonly status: TaskStatus
  /** Null: it is a root task. */
  readonly parent: string | null
  /** From 0. */
  readonly depth: number
  /** Of those that are not done yet. */
  readonly blockedBy: readonly string[]
  readonly implementation: boolean
  /** Absent while nobody owns it yet, for it is blocked or waits for a place (ROOM-67, ROOM-143). */
  readonly owner: Agent | null
  /** The commit that its next turn begins on. */
  readonly head: string
  /** The commit that it began on. */
  readonly base: string
  /** What its owner is doing. */
  readonly doing: Doing
  /** In the order in which they were opened; at most the last is open (ROOM-11). */
  readonly phases: readonly Phase[]
  /** Numbered from 1 by their place. */
  readonly decisions: readonly Decision[]
  /** Numbered from 1 by their place. */
  readonly objections: readonly Objection[]
  /** What binds it from the decisions of its parents: gates of its landing. */
  readonly checks: readonly DecisionCheck[]
  /** Told to its owner: a context that was given or drafted, see ROOM-112 to ROOM-116. */
  readonly context: { readonly text: string; readonly drafted: boolean } | null
  /** Times that its owner may still be nudged. */
  readonly nudges: number
  /** A person's note that its owner has not acknowledged; null: there is none. */
  readonly redirect: string | null
  /** What its owner's next turn is told beside all else, oldest first. */
  readonly told: readonly Finding[]
  /** The commit that it was landed as, once it is done; null: nothing changed. */
  readonly landed: string | null
}

export type Doing =
  /** Its turn is open. */
  | { readonly kind: 'turn' }
  /** Nobody is asked: blocked, no place is free, done, killed. */
  | { readonly kind: 'nothing' }
  /** Its turn is over, and the next begins when its phase closes or its children are over. */
  | { readonly kind: 'phase' | 'children' }
  /** `pm done` was accepted: it lands when the turn ends. */
  | { readonly kind: 'landing'; readonly merge: boolean; readonly stage: 'turn' | 'checks' | 'commit' }
  /** Something outside is waited for (ROOM-157). */
  | { readonly kind: 'outside'; readonly for: 'answer' | 'time' | 'event'; readonly event: string | null }
  /** A person is asked what to do. */
  | { readonly kind: 'deciding'; readonly cause: Cause }

export type Cause =
  | 'owner-lost'
  | 'role-lost'
  | 'owner-idle'
  | 'child-killed'
  | 'blocker-killed'
  | 'objection'
  | 'escalated'
  | 'conflict'
  | 'checks-refused'
  | 'not-committed'
  | 'budget'

export interface Agent {
  /** E.g. `cedar_a1b2`. It keeps it when it is respawned (ROOM-139). */
  readonly name: string
  /** `owner`, or the role in a phase. */
  readonly role: string
}

export type CloseReason = 'limit' | 'ended' | 'killed' | 'reset' | 'owner-lost' | 'role-lost'

export interface Phase {
  readonly id: string
  readonly name: string
  readonly type: PhaseType
  readonly limit: number
  readonly rules: string | null
  /** Accepted messages: never more than `limit`. */
  readonly count: number
  readonly status: 'active' | 'paused' | 'closed'
  /** Null while it is open. */
  readonly closed: CloseReason | null
  readonly seats: readonly Seat[]
  /** The owner was told that the end is near (ROOM-152). */
  readonly warned: boolean
}

export interface Seat extends Agent {
  /** `turn`: its ask is open; `waits`: it is asked again at the next message; `left`: it left by itself, or was lost. */
  readonly status: 'turn' | 'waits' | 'left'
  /** Messages of the phase when its latest turn began; it is asked again only where there are more. */
  readonly seen: number
  readonly cares: readonly string[]
  readonly pushes: readonly string[]
  /** Of a review: what it voted; null: it has not. */
  readonly approves: boolean | null
  /** It has taken a decision to a person. */
  readonly escalated: boolean
}

export interface Decision {
  readonly text: string
  /** Phase that it was taken in or after. */
  readonly phase: string | null
  readonly check: DecisionCheck | null
  /** A person took it back. */
  readonly vetoed: boolean
}

export interface Objection {
  /** Number of the decision. */
  readonly decision: number
  readonly by: string
  readonly role: string
  readonly blocking: boolean
  /** An owner answered it, or a person decided. */
  readonly settled: boolean
}
