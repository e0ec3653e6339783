/**
 * The world as the engine sees it. `runtime` implements processes, agents and workspaces, `gates` the gates,
 * the engine itself store, clock and ids; the test kit has a double of each. Nothing else reaches the world.
 */
import type {
  BaseFound,
  BlobRef,
  Check,
  Document,
  FailureCause,
  Finding,
  Json,
  JsonObject,
  Onto,
  Usage,
  Verdict,
} from '@sigma/protocol'

import type { Confinement, LimitName } from './confinement.ts'
import type { Isolation } from './isolation.ts'

export type * from './confinement.ts'
export type * from './isolation.ts'
export type * from './rehearsal.ts'

export interface Clock {
  /** Wall time in milliseconds since 1970. */
  now(): number
  /** Milliseconds that never fall while this process lives. */
  monotonic(): number
  /** Calls back once, not before `ms` have passed; at most one minute. Returns how to cancel it. */
  after(ms: number, callback: () => void): () => void
}

export interface Ids {
  /** 128 bits of randomness, base36. */
  nonce(): string
}

/** Content-addressed bytes; a name never changes its meaning. */
export interface Blobs {
  put(content: string | Uint8Array): BlobRef
  /** Fails with a `SigmaError` when the name is unknown, or the content is not what was put there. */
  get(ref: BlobRef): Uint8Array
}

// ── processes ──

export interface Processes {
  /**
   * Runs a program in its own process group and returns when it is over: it ended, hit its limit, or was aborted.
   * Never throws for what the program does; open pipes of grandchildren do not hold it up.
   */
  run(spec: ProcessSpec, signal?: AbortSignal): Promise<ProcessResult>
}

export interface ProcessSpec {
  readonly command: readonly string[]
  readonly cwd: string
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>
  readonly stdin?: string | undefined
  readonly limitMs: number
  /** Of stdout and of stderr each; beyond it the middle is dropped and `truncated` set. */
  readonly maxOutputBytes: number
  /** Between TERM and KILL. */
  readonly graceMs: number
  readonly onStarted?: ((pid: number) => void) | undefined
  /** What it may reach; absent: all that the user may. */
  readonly confined?: Confinement | undefined
  /** Is told, where it is confined, of what it wanted to connect to and may not, as `host:port`; each once. */
  readonly onRefused?: ((target: string, why: string) => void) | undefined
  /** Decoded pieces of stdout, as they come, for showing what goes on. */
  readonly onOutput?: ((text: string) => void) | undefined
}

export interface ProcessResult {
  /** Why it is over. `unstartable`: not found, not executable, no such folder. */
  readonly end: 'exited' | 'signalled' | 'timeout' | 'aborted' | 'unstartable'
  readonly exit: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
  readonly truncated: boolean
  readonly durationMs: number
  /** A sentence, when `unstartable`. */
  readonly reason: string | null
  /** The limit of `confined` that it was ended for; absent: none. */
  readonly exceeded?: LimitName | undefined
}

export interface LivingProcesses {
  /**
   * Starts a program that lives on and is talked to: JSON values, one a line, both ways, over descriptor 3, which what it
   * prints cannot be taken for. Runs in its own process group and dies with Sigma. Never throws for what the program does.
   */
  open(spec: LivingSpec): Living
}

export interface LivingSpec
  extends Pick<ProcessSpec, 'command' | 'cwd' | 'env' | 'maxOutputBytes' | 'graceMs' | 'confined' | 'onStarted'> {
  /** Of all messages that came and were not taken yet, the unfinished one included; who says more is ended. */
  readonly maxUnreadBytes: number
  /**
   * `stdio`: it is talked to over its standard input and output instead, as agents are; a line there that is no JSON
   * is told to `onOutput` and is no message. Absent: descriptor 3.
   */
  readonly channel?: 'stdio' | undefined
  /** With `stdio`: lines of its standard output that are no messages. */
  readonly onOutput?: ((line: string) => void) | undefined
  /** As of a process. */
  readonly onRefused?: ProcessSpec['onRefused']
}

/** A program that lives on. Disposing of it ends it. */
export interface Living extends AsyncDisposable {
  /** False: it is over, and was told nothing. */
  send(message: Json): boolean
  /** The next message in order, however long ago it came; what was said before the end comes before `over`. */
  receive(limitMs: number): Promise<Received>
  /** Ends it with all it started; resolves when nothing of that runs. */
  end(): Promise<ProcessResult>
}

export type Received =
  | { readonly kind: 'said'; readonly message: Json }
  | { readonly kind: 'silent' }
  /** It ended, or was ended: by `end`, or for saying what is no message, or too much. */
  | { readonly kind: 'over'; readonly result: ProcessResult }

// ── agents ──

export interface Agents {
  /** Plays one turn. Never throws for what the agent does. */
  turn(request: TurnRequest, signal: AbortSignal): Promise<TurnResult>
  /** Name of the agent that plays a role; null: none does. */
  nameOf?(role: string): string | null
  /** They run in a sandbox, and can change nothing of the user's. */
  readonly areConfined?: boolean
  /** How long a turn of this role may take where that is not the ask's own limit, in milliseconds: people get more. */
  limitOf?(role: string): number | null
  /** Whoever plays the role goes on with what an earlier attempt left in the workspace; else it is put back first. */
  keepsWork?(role: string): boolean
}

export interface TurnRequest {
  readonly run: string
  readonly attempt: string
  readonly role: string
  /** The Handoff as it is sent (schema in `@sigma/protocol`). */
  readonly handoff: JsonObject
  /** Every legal code, ME TO EX BL included. */
  readonly codes: readonly string[]
  readonly cwd: string
  readonly limitMs: number
  /** Session of an interrupted attempt, to be resumed where the adapter can. */
  readonly session: string | null
  /** What the agent's process gets in its environment beside what all get. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Absolute paths that its process is to see beside its workspace, read-only: what `env` speaks of. */
  readonly reads?: readonly string[] | undefined
  readonly onBegun: (begun: { readonly session: string | null; readonly pid: number | null }) => void
  /** Last action in a few words, for people. */
  readonly onActivity: (text: string) => void
  /** How the agent stands, each time that it changes. */
  readonly onState?: ((state: AgentState) => void) | undefined
  /** Where it may give its answer in a structured form; absent: nowhere, and it answers by its last line. */
  readonly report?: ReportDesk | undefined
}

/** The tool `report` of an MCP server on loopback, for one turn. */
export interface ReportDesk {
  /** Of the server, e.g. `http://127.0.0.1:40123/mcp`. */
  readonly url: string
  /** The turn's own; sent as `Authorization: Bearer …`. */
  readonly token: string
  /** What was reported so far; null: nothing that was taken. */
  readonly taken: () => Reported | null
}

/** An answer that was legal in its turn. */
export interface Reported {
  readonly code: string
  readonly message: string
  readonly data?: Json | undefined
}

/** How an agent stands in its turn, for people; never journalled. */
export interface AgentState {
  readonly agent: string
  readonly stage: 'starting' | 'thinking' | 'answering' | 'using-tool' | 'waiting' | 'ending'
  /** As the agent names it; null: it did not say. */
  readonly model: string | null
  readonly session: string | null
  /** Of this turn so far. */
  readonly usage: Usage | 'unknown'
  /** Why it waits, in a few words, e.g. `the model is overloaded, tries again in 4s`; null: it does not. */
  readonly waits: string | null
  /** What looks wrong, e.g. `the same call 6 times in a row`; null: nothing. */
  readonly concern: string | null
}

export type TurnResult =
  | {
      readonly kind: 'answered'
      readonly code: string
      readonly message: string
      readonly data?: Json | undefined
      readonly usage: Usage | 'unknown'
      readonly output: BlobRef
    }
  | {
      readonly kind: 'failed'
      readonly cause: FailureCause
      readonly findings: readonly Finding[]
      readonly evidence: BlobRef | null
      /** Absent: nothing was used. */
      readonly usage?: Usage | 'unknown' | undefined
      /** Of `limited`: how long whoever limits it asked to be left alone, in milliseconds. */
      readonly retryAfterMs?: number | undefined
    }

// ── workspaces ──

export interface Workspaces extends Isolation {
  /** Makes the workspace equal to the base commit, with the documents in place; makes it if need be. */
  prepare(spec: WorkspaceSpec): Promise<{ readonly path: string }>
  /** Compares the workspace with what was handed out, and commits what is allowed (DPTR-72). */
  intake(spec: IntakeSpec): Promise<Intake>
  integrate(spec: IntegrateSpec): Promise<Integration>
  /** Puts the workspace back to the commit, keeping what it throws away under Sigma's own refs (DPTR-116). */
  restore(spec: { readonly run: string; readonly workspace: string; readonly commit: string }): Promise<void>
  /** Writes `refs/heads/sigma/<run>` in the user's repository; doing it twice does it once. */
  deliver(spec: { readonly run: string; readonly commit: string }): Promise<{ readonly branch: string }>
}

export interface WorkspaceSpec {
  readonly run: string
  readonly workspace: string
  readonly base: string
  readonly documents: readonly Document[]
}

export interface IntakeSpec extends WorkspaceSpec {
  readonly writes: readonly string[]
  /** Files never to be changed, whatever `writes` says. */
  readonly guarded: readonly string[]
  readonly message: string
  /** `Sigma-Run`, `Sigma-Cycle`, … as trailers of the commit. */
  readonly trailers: Readonly<Record<string, string>>
}

export type Intake =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'committed'; readonly commit: string; readonly changed: readonly string[] }
  | {
      readonly kind: 'trespass'
      readonly changed: readonly string[]
      readonly findings: readonly Finding[]
      readonly evidence: BlobRef
    }

export interface IntegrateSpec {
  readonly run: string
  readonly branches: readonly { readonly name: string; readonly commit: string }[]
  readonly message: string
  readonly trailers: Readonly<Record<string, string>>
  /** Carry what the one branch holds beyond `from` over to another commit of the user's history, commit by commit. */
  readonly onto?: Onto | undefined
}

export type Integration =
  | { readonly kind: 'integrated'; readonly commit: string }
  | { readonly kind: 'conflicted'; readonly files: readonly string[]; readonly evidence: BlobRef | null }

// ── gates ──

export interface Gates {
  /** Never throws for what the checked code does; a checker that broke throws. */
  check(check: Check, signal: AbortSignal): Promise<Judgement>
}

export interface Judgement {
  readonly verdict: Verdict
  readonly findings: readonly Finding[]
  readonly data: JsonObject
  readonly evidence: BlobRef
}

/** Fresh folders that hold a commit, for gates: never where an agent wrote. */
export interface Checkouts {
  open(spec: CheckoutSpec): Promise<Checkout>
  /** Paths that differ between two commits, as `{ path, status: A|M|D|T }`. */
  diff(from: string, to: string): Promise<readonly Difference[]>
  /** The same as a text in git's form; of one that is longer than `most` characters the beginning. */
  patch(from: string, to: string, most: number): Promise<string>
  /** Paths of all files of a commit. */
  files(commit: string): Promise<readonly string[]>
  read(commit: string, path: string): Promise<Uint8Array | null>
  /** How a branch of the user's, by its full name, stands to a commit that it once stood at. */
  standing(branch: string, from: string): Promise<BaseFound>
}

export interface CheckoutSpec {
  readonly commit: string
  /** Take the files that match these globs from another commit: added, changed and deleted alike. */
  readonly overlay?: { readonly commit: string; readonly globs: readonly string[] } | undefined
}

export interface Checkout extends AsyncDisposable {
  readonly path: string
  /** An empty folder of this check's own, outside the checkout, for reports and coverage. */
  readonly scratch: string
  /** The environment for a test command there: allow-listed, with the user's PATH. */
  readonly env: Readonly<Record<string, string>>
  /** What a test command there may reach; absent: it is not confined. */
  readonly confined?: Confinement | undefined
}

export interface Difference {
  readonly path: string
  readonly status: 'A' | 'M' | 'D' | 'T'
}
