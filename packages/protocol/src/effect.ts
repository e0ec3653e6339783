/**
 * What a protocol may wish for. An effect with an `id` stays open until an event closes it; the event kinds that
 * may do so are listed in `closers.ts`. Commits are full git hashes; durations are milliseconds.
 */
import type { Finding } from './finding.ts'
import type { Json, JsonObject } from './json.ts'
import type { Budget } from './kernel/allowance.ts'

export type Effect =
  | Ask
  | Check
  | Consult
  | SetTimer
  | ClearTimer
  | Integrate
  | Restore
  | Spawn
  | Stop
  | Tell
  | Reply
  | Refuse
  | End

/**
 * Where in its protocol an effect stands, in the protocol's own words: what people are shown of it, and name it by. An
 * `id` only tells effects apart, and nobody reads anything from one. Kernel, explorer and host pass all of this on as
 * it is; budgets compare `phase`, `role` and `within`.
 */
export interface At {
  /** Short name of what is worked on, e.g. `C1`; absent: the run as a whole. */
  readonly unit?: string | undefined
  /** The piece of work, e.g. `red`; unit and step are the name that people type: `C1.red`. */
  readonly step: string
  /** The part of this work that the effect is, e.g. `check`; absent: the work itself. */
  readonly part?: string | undefined
  /** The role whose work it is; an ask lacks it where that is the asked role. */
  readonly role?: string | undefined
  readonly round?: number | undefined
  /** The unit in a sentence, e.g. `cycle 1`; absent: its name. */
  readonly called?: string | undefined
  readonly session?: string | undefined
  /** Phase and workspace of the work: of an ask absent where they are its own. */
  readonly phase?: string | undefined
  readonly workspace?: string | undefined
  /** Names of the parts of the run that the work belongs to and that have budgets of their own; absent: none. */
  readonly within?: readonly string[] | undefined
}

/** An effect that stays open until it is closed. */
interface Wish<Kind extends string> {
  readonly kind: Kind
  readonly id: string
  /** The place of the effect in its protocol; of a question to a person what the question is about (DPTR-110). */
  readonly at: At
}

/** Puts a question to an agent, in a workspace that stands at `base`. Closed by `answered` or `failed`. */
export interface Ask extends Wish<'ask'> {
  /** Code name of the role, e.g. `qa` (D6). */
  readonly role: string
  /** The phase as a word, e.g. `GREEN`; the wire form is in `wire/`. */
  readonly phase: string
  readonly brief: Brief
  /** The status codes that may answer, without arrow; `ME TO EX BL` are always legal beside them (DPTR-28). */
  readonly codes: readonly string[]
  /** Globs the role may write, in order; a leading `!` takes away again. Empty: read-only. */
  readonly writes: readonly string[]
  /** What the role may make; absent: `writes` holds for new files too. */
  readonly creates?: Creates | undefined
  /** Globs of what the role is not shown, in order: it lies in no workspace of its, and stays as the base has it. Absent: all is shown. */
  readonly hides?: readonly string[] | undefined
  /** Name of the workspace, unique within the run; one ask at a time is open on it. */
  readonly workspace: string
  readonly base: string
  readonly limitMs: number
  /** Carried out by the kernel, cause by cause; a cause that is not listed is final at once. */
  readonly retry: readonly Retry[]
  /** Budgets of the parts of the run that it is `within`. The first ask that brings one along opens it; it stands for the rest of the run. */
  readonly budgets?: readonly Budget[] | undefined
}

/** Where a role may make files, while `writes` says what it may change of what exists. */
export interface Creates {
  /** In order, as `writes`. */
  readonly globs: readonly string[]
  /** The commit whose files are those that exist. */
  readonly since: string
  /** Files that are made by others alone: paths and globs by whoever names them, e.g. a cycle's id. */
  readonly kept: readonly { readonly by: string; readonly files: readonly string[] }[]
}

export interface Retry {
  readonly causes: readonly FailureCause[]
  /** Further attempts after the first. */
  readonly times: number
  /** Counts only failures within this window; absent: for the whole ask. */
  readonly withinMs?: number | undefined
}

/** `late`: its limit was over, it was reminded, and the time after that was over, too; `timeout`: it was ended without a reminder. */
export const failureCauses = [
  'timeout',
  'crash',
  'invalid',
  'trespass',
  'unavailable',
  'limited',
  'interrupted',
  'budget',
  'late',
] as const
export type FailureCause = (typeof failureCauses)[number]

/** What the asked role is told. Everything long is a path in the workspace or a blob. */
export interface Brief {
  /** Kind of task, e.g. `red`; `task.type` of the Handoff (SIG-23). */
  readonly type: string
  /** The task in a sentence or two, imperative. */
  readonly purpose: string
  /** Code name of the role that hands over, or `engine`. */
  readonly from: string
  /** What the task is about, for people, e.g. the name of a module. */
  readonly subject: string
  /**
   * The protocol's own words to whom it asks, sent as they are. A field whose name ends in `Path` is a path, relative to
   * the root of the repository, and the file is there when the agent starts.
   */
  readonly context: JsonObject
  /** Files that must stand in the workspace though the base commit may lack them. */
  readonly documents: readonly Document[]
  /** Why earlier tries were refused, oldest first; the kernel adds those of its own retries. */
  readonly refused: readonly Finding[]
  /** What else the role needs, e.g. `{ "issue": "…" }` after a test issue. A `title`, where there is one, names the work in the subjects of its commits. */
  readonly parameters: JsonObject
}

/** A file by path (relative to the repository's root, `/` as separator) and content. */
export interface Document {
  readonly path: string
  readonly blob: string
  /** True: the role is asked to change it, where its globs say so; absent: nobody may, whatever they say. */
  readonly draft?: true | undefined
}

/** Has Sigma measure something itself. Closed by `judged`, or `failed` when the checker broke. */
export interface Check extends Wish<'check'> {
  readonly gate: string
  readonly commit: string
  readonly parameters: JsonObject
  /** What the verdict's `data` may hold, where the protocol reads it; the explorer tries each. */
  readonly finds?: readonly JsonObject[] | undefined
}

/** Asks a person. Closed by `decided`; when it expires the fallback is taken. */
export interface Consult extends Wish<'consult'> {
  readonly question: string
  readonly options: readonly Option[]
  /** Name of the option that is taken on expiry: the one that loses nothing. */
  readonly fallback: string
  readonly expiryMs: number | null
  readonly status: 'waiting' | 'escalated' | 'halted'
  readonly reasons: readonly Finding[]
}

export interface Option {
  readonly name: string
  /** What follows from choosing it, in a sentence. */
  readonly consequence: string
  /** JSON Schema of the input it takes, the explorer tries the first of its `examples`; null when it takes none. */
  readonly input: JsonObject | null
}

export interface SetTimer extends Wish<'set-timer'> {
  readonly durationMs: number
}

export interface ClearTimer {
  readonly kind: 'clear-timer'
  readonly id: string
}

/** Merges commits that share a base, in order. Closed by `integrated`, `conflicted` or `failed`. */
export interface Integrate extends Wish<'integrate'> {
  readonly branches: readonly Branch[]
  readonly message: string
  /** Carries what the one branch holds beyond `from` over to another commit, which need not have grown from it. */
  readonly onto?: Onto | undefined
  /** Trailers of the commits that it makes, beside the host's own. */
  readonly trailers?: Readonly<Record<string, string>> | undefined
  /**
   * Makes one commit of all that came about since this commit: its parents are this commit and what else was merged. Where the
   * files are the same as here, and nothing was merged, no commit is made, and this one is the result. Absent: the commits stay.
   */
  readonly from?: string | undefined
  /** Where the result is put in the person's repository, e.g. `a1b2` for `refs/heads/sigma/a1b2`; absent: nowhere. */
  readonly branch?: string | undefined
  /**
   * Full name of a branch of the person's that the result is merged into once it stands at `branch`, where no work of theirs is
   * touched by it; otherwise `conflicted` tells what stands against it, and the result stays at `branch`. Absent: none.
   */
  readonly merge?: string | undefined
}

export interface Onto extends Branch {
  readonly from: string
}

export interface Branch {
  /** For people and for naming conflicts, e.g. `C1`. */
  readonly name: string
  readonly commit: string
}

/** Puts a workspace back to a commit, keeping what it threw away. Closed by `restored` or `failed`. */
export interface Restore extends Wish<'restore'> {
  readonly workspace: string
  readonly commit: string
  /** Laid for a person to work in, as somebody who takes a turn finds it; absent: for agents. */
  readonly for?: 'person' | undefined
}

/** Starts a child run. Closed by `ended` or `failed`. */
export interface Spawn extends Wish<'spawn'> {
  readonly protocol: string
  readonly input: Json
  readonly onParentEnd: 'stop' | 'leave'
  /** What the child's `result` may hold when it completes, where the protocol reads it; the explorer tries each. */
  readonly finds?: readonly Json[] | undefined
}

/** Closes an open effect at once; its process gets `graceMs` to end. */
export interface Stop {
  readonly kind: 'stop'
  readonly id: string
  readonly graceMs: number
}

/** A typed message for whoever listens: log entries, snapshots, status changes. Closed by nothing. */
export interface Tell {
  readonly kind: 'tell'
  readonly message: Message
  /** An open ask that should hear it. */
  readonly to?: string | undefined
}

export interface Message {
  readonly type: string
  readonly data: JsonObject
}

/** Answers a call, now or later. */
export interface Reply {
  readonly kind: 'reply'
  readonly call: string
  readonly data: Json
}

/** Refuses a call. */
export interface Refuse {
  readonly kind: 'refuse'
  readonly call: string
  readonly rule: string
  readonly reason: string
  readonly remedy: string
}

/** Ends the run. `result.commit`, where there is one, is delivered by the host. */
export interface End {
  readonly kind: 'end'
  readonly outcome: Outcome
  readonly summary: string
  readonly reasons: readonly Finding[]
  readonly result: JsonObject
}

export const outcomes = ['completed', 'refused', 'escalated', 'aborted'] as const
export type Outcome = (typeof outcomes)[number]
