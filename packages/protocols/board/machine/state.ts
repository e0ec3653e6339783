import type { Branch, Budget, Finding, Step } from '@sigma/protocol'
import type { DecisionCheck, PhaseType } from './calls.ts'
import type { BoardInput } from './input.ts'

/** One a project. The texts of its messages stay in the journal (`called`, verb `say`); here they are only counted. */
export type BoardState = OpenBoard | { readonly kind: 'over' }

export interface OpenBoard {
  readonly kind: 'open'
  readonly input: BoardInput
  /** By id, in the order in which they were created. */
  readonly tasks: Tasks
  /** How many agents there were. */
  readonly agents: number
}

export type Tasks = Readonly<Record<string, Task>>

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
  /** Null while nobody owns it yet, for it is blocked or waits for a place (ROOM-67, ROOM-143). */
  readonly owner: Agent | null
  /** Names of those who owned it before a restart, so that no other agent gets them. */
  readonly former: readonly string[]
  /** The commit that its next turn begins on. */
  readonly head: string
  /** The commit that it began on. */
  readonly base: string
  /** Work of others that is joined to `head` before its next turn begins, or when it lands: of tasks, and of builders by name. */
  readonly joins: readonly Branch[]
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
  /** What bounds its turns beside the run's budgets: its own, and those of the tasks that it is below (ROOM-148). */
  readonly budgets: readonly Budget[]
  /** Times that its owner may still be nudged. */
  readonly nudges: number
  /** A person's note that its owner has not acknowledged; null: there is none. */
  readonly redirect: string | null
  /** What its owner's next turn is told beside all else, oldest first. */
  readonly told: readonly Finding[]
  /** How many of these its open turn was told: they go when it is over. */
  readonly heard: number
  /** What its owner waited for has come: its next turn is no nudge. */
  readonly due: boolean
  /** Set by `pm wait`; null: nothing outside is waited for. */
  readonly outside: Outside | null
  /** Those that are open; at most one of a cause and what it is about. */
  readonly questions: readonly Question[]
  /** Calls of `wait-children` that are answered when its children are over. */
  readonly waits: readonly Wait[]
  /** Landings that may still fail before a person is asked. */
  readonly tries: number
  /** The commit that it was landed as, once it is done; null: nothing changed. */
  readonly landed: string | null
}

export type Doing =
  /** Its turn is open. */
  | { readonly kind: 'turn' }
  /** Nobody is asked: blocked, no place is free, done, killed. */
  | { readonly kind: 'nothing' }
  /** Its turn is over, and the next begins when its phase closes, or when its children are over. */
  | { readonly kind: 'phase' | 'children' }
  /** Its next turn begins when the work of others is joined to its own. */
  | { readonly kind: 'joining' }
  /**
   * `pm done` was accepted. It lands when the turn is over and its builders have handed over, once the checks pass;
   * `merge`: the result is merged into the branch that the board was begun on.
   */
  | {
      readonly kind: 'landing'
      readonly merge: boolean
      /** `decision`: a person is asked how it goes on. */
      readonly stage: 'turn' | 'builders' | 'checks' | 'commit' | 'decision'
    }
  /** Something outside is waited for (ROOM-157). */
  | { readonly kind: 'outside' }
  /** A person is asked what to do. */
  | { readonly kind: 'deciding' }

export interface Outside {
  readonly for: 'answer' | 'time' | 'event'
  /** Name of the event. */
  readonly event: string | null
}

export interface Wait {
  readonly call: string
  /** The owner's own; else a person's. */
  readonly isOwners: boolean
}

export interface Question {
  readonly cause: Cause
  /** What it is about, as the cause has it: name of an agent, id of a task, number of an objection; empty: the task. */
  readonly about: string
}

export type Cause =
  /** The owner's process died too often. */
  | 'owner-lost'
  /** The owner ended its turn with a failure code. */
  | 'owner-gave-up'
  | 'owner-idle'
  | 'role-lost'
  /** A turn of the owner took too long, and was ended. */
  | 'owner-late'
  | 'role-late'
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
  /** It was told that talking of a command is not running it (ROOM-94). */
  readonly hinted: boolean
}

/** `voted`: each role of a review approved or rejected. A board that is reset closes nothing one by one: it is over. */
export type CloseReason = 'limit' | 'ended' | 'voted' | 'killed'

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
  /**
   * `turn`: its ask is open; `waits`: it is asked again at the next message; `lost`: a person is asked about it;
   * `leaving`: a builder whose phase closed, and who may still hand over; `left`: it left by itself, or was let go.
   */
  readonly status: 'turn' | 'waits' | 'lost' | 'leaving' | 'left'
  /** Messages of the phase when its latest turn began, its own that followed included; it is asked again only where there are more. */
  readonly seen: number
  /** The commit that its next turn begins on. */
  readonly head: string
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
  /** The first thousand characters; all of it stands in the journal. */
  readonly why: string
  readonly by: string
  readonly role: string
  readonly blocking: boolean
  /** The owner answered it, a person decided, or the decision was taken back. */
  readonly settled: boolean
}
