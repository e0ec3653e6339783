import type { CallResult, Json, Message } from '@sigma/protocol'
import type { PersonsAnswer } from '../people/decider.ts'
import type { Blobs, Ports } from '../ports/ports.ts'
import type { HostMode } from '../store/lock.ts'
import type { Activity, Decision, Reader, RunResult } from '../views/views.ts'
import type { Capabilities } from './capabilities.ts'
import type { Registered } from './registered.ts'

export interface HostSpec<Made extends Ports = Ports> {
  /** The data folder, `<project>/.sigma`; made if need be. */
  readonly folder: string
  readonly protocols: readonly Registered[]
  /** Made once the store is open: agents, gates and workspaces keep their evidence in it, and are given what they need of the host. */
  readonly ports: (blobs: Blobs, opening: Opening) => Made
  /** Told to people who find the project held, e.g. `sigma tdd auth`. */
  readonly command?: string | undefined
  /** Agent turns in flight at once, over all runs; the others wait their turn. No bound where absent. */
  readonly turns?: number | undefined
  /** Where others will reach this host; null: nowhere. */
  readonly socket?: string | null | undefined
  /** Told to programs beside the host; absent: `command`. */
  readonly mode?: HostMode | undefined
}

/** What ports may keep of the host that they are made for. Until it is open they only read. */
export type Opening = Pick<
  Host,
  'reader' | 'capabilities' | 'onCommitted' | 'onClosing' | 'note' | 'call' | 'resume' | 'decide'
>

/** One process's hold on a project: the only writer of its store, and the only thing that acts. */
export interface Host<Made extends Ports = Ports> extends AsyncDisposable {
  /** The ports that the host was given. */
  readonly ports: Made
  readonly reader: Reader
  readonly blobs: Blobs
  readonly capabilities: Capabilities
  /** Epoch of the lock; stamped on every event. */
  readonly epoch: number
  /** Runs that this host performs and in which something is left to do but to decide. Told also when the store broke. */
  played(): readonly Played[]
  /**
   * Starts a run, or joins the one that is played of the same subject: there is never a second of it. The same request
   * again finds the run that it began. Fails with `run-unfinished` where one of that subject is open that nobody plays.
   */
  begin(protocol: string, input: Json, run: string): Begun
  /** The store broke: nothing more is performed or recorded. */
  isBroken(): boolean
  /** The run of this subject that is being played; null: none is. */
  playing(protocol: string, subject: string): string | null
  /** Commits the first event and performs what follows; gives the run's id. Fails with `protocol-unknown`, `input-invalid`. */
  start(protocol: string, input: Json, options?: { readonly run?: string | undefined }): string
  /**
   * Takes up runs that an earlier host left (all, or the one named): what was interrupted is asked anew, what was
   * not yet performed is performed. Without it the host decides and reads, but performs nothing of theirs.
   */
  resume(run?: string): readonly string[]
  /** Answers a consult. Fails with `decision-closed`, `decision-unknown`, `option-unknown`, `decision-input`. */
  decide(answer: PersonsAnswer): void
  /** Calls the protocol from outside; resolves when it replied or refused. The same key gives the same result. */
  call(run: string, call: CallRequest): Promise<CallResult>
  /**
   * Resolves when the run has ended, or nothing is left to do but to decide. Fails with `run-stopped` when a person
   * stopped it, and when the store broke.
   */
  settled(run: string, signal?: AbortSignal): Promise<Settled>
  /** Shows what is being done now. Returns how to leave. */
  onActivity(listener: (activity: Activity) => void): () => void
  /** Told after each commit that concerns a run: an event, a note, its delivery. Returns how to leave. */
  onCommitted(listener: (run: string) => void): () => void
  /** Told once when nothing more will be committed, before the store closes. A listener must not fail. */
  onClosing(listener: () => void): void
  /** Keeps a message beside the run's events, for people. */
  note(run: string, message: Message): void
  /** Takes a run that is over out of the journal (`sigma gc`); false: this host has had it in hand, and it stays. */
  drop(run: string): boolean
  /** Ends at once what is performed of this run and its children, and leaves it resumable. Resolves when all is over. */
  stopRun(run: string, by: string): Promise<void>
  /** Performs nothing new; resolves when what is being performed is over and recorded. */
  drain(): Promise<void>
  /** What is being performed at this moment. */
  doing(): readonly Activity[]
  /** Orderly stop: ends what is performed, closes the store, frees the project; runs stay resumable. */
  stop(): Promise<void>
}

export interface Played {
  readonly run: string
  /** The run that it belongs to; null: none. */
  readonly parent: string | null
}

export interface Begun {
  readonly run: string
  /** True: the run was being played already. */
  readonly joined: boolean
  /** Why runs of the same subject cannot be gone on with; they stay as they are. */
  readonly lost: readonly string[]
}

export interface CallRequest {
  readonly verb: string
  readonly arguments: Json
  readonly caller: string
  readonly key: string
}

export interface Settled {
  readonly result: RunResult
  readonly decisions: readonly Decision[]
}
