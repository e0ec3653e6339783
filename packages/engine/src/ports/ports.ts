/**
 * The world as the engine sees it. `runtime` implements processes, agents and workspaces, `gates` the gates,
 * the engine itself store, clock and ids; the test kit has a double of each. Nothing else reaches the world.
 */
import type {
  BlobRef,
  Check,
  Conflicted,
  Document,
  EventBody,
  Finding,
  Integrate,
  JsonObject,
  Onto,
  Restore,
  Verdict,
} from '@sigma/protocol'
import type { Agents } from './agents.ts'
import type { Isolation } from './isolation.ts'
import type { Writing } from './writing.ts'

export type * from './agents.ts'
export type * from './checkouts.ts'
export type * from './confinement.ts'
export type * from './isolation.ts'
export type * from './kept.ts'
export type * from './processes.ts'
export type * from './rehearsal.ts'

/** All that a host acts with. */
export interface Ports {
  readonly clock: Clock
  readonly ids: Ids
  readonly agents: Agents
  readonly gates: ProtocolGates
  readonly workspaces: Workspaces
  /**
   * What a turn is told beside what its protocol wrote, as it stands when the turn begins; recorded with its Handoff.
   * Absent: nothing.
   */
  readonly contextOf?: ((run: string, attempt: string) => Promise<JsonObject>) | undefined
  /** Absent: everything is recorded as it comes. */
  readonly secrets?: Secrets | undefined
}

export interface Clock {
  /** Wall time in milliseconds since 1970. */
  now(): number
  /** Milliseconds that never fall while this process lives. */
  monotonic(): number
  /** Milliseconds since the machine booted, which nobody sets, and which boot that was; null: the system does not tell. */
  sinceBoot(): { readonly boot: string; readonly ms: number } | null
  /** Calls back once, not before `ms` have passed; at most one minute. Returns how to cancel it. */
  after(ms: number, callback: () => void): () => void
}

export interface Ids {
  /** 128 bits of randomness, base36. */
  nonce(): string
}

/** Content-addressed bytes; a name never changes its meaning. */
export interface Blobs {
  /**
   * `compared`: the content is a JSON record, and these are names of properties whose texts later gates compare with what they
   * measure themselves. Only known secrets are taken out of those, for nothing else may change in what is compared.
   */
  put(content: string | Uint8Array, compared?: ReadonlySet<string>): BlobRef
  /** Fails with a `SigmaError` when the name is unknown, or the content is not what was put there. */
  get(ref: BlobRef): Uint8Array
}

/** Takes secrets out of what is to be recorded or shown (SIG-104). */
export interface Secrets {
  text(text: string): string
  /** The text without known values alone: in what others compare, such as names of tests, nothing else may change. */
  known(text: string): string
  /** Takes secrets out of every text in a value. */
  value<Value>(value: Value): Value
  event(event: EventBody): EventBody
}

/** Programs of Sigma's own, outside of every project, and what of the machine they are used with. */
export interface OwnTools {
  /** The folder in which `node_modules` holds the set; it is installed when it is first asked for. Fails with `tools-not-installed`. */
  install(set: ToolSet, acts: (text: string) => void): Promise<string>
  /** File of a Chromium that is installed here; null: none is found. */
  chromium(): string | null
  /** The package registry that the user's npm asks. Fails with `registry-unknown`. */
  registry(): Promise<PackageRegistry>
}

export interface PackageRegistry {
  /** A URL. */
  readonly address: string
  /** A file of certificates that it is believed by beside the usual ones; null: none. */
  readonly certificates: string | null
}

/** Packages of exact versions, each held to its content by a hash. */
export interface ToolSet {
  readonly name: string
  /** Texts of a `package.json` and its `package-lock.json`. */
  readonly manifest: string
  readonly lock: string
}

// ── workspaces ──

export interface Workspaces extends Isolation {
  /** Makes the workspace equal to the base commit, with the documents in place; makes it if need be. */
  prepare(spec: WorkspaceSpec): Promise<Prepared>
  /** Compares the workspace with what was handed out, and commits what is allowed (DPTR-72). */
  intake(spec: IntakeSpec): Promise<Intake>
  integrate(spec: IntegrateSpec): Promise<Integration>
  /** Puts the workspace back to the commit, keeping what it throws away under Sigma's own refs (DPTR-116). */
  restore(spec: { readonly run: string } & Pick<Restore, 'workspace' | 'commit' | 'for'>): Promise<void>
  /** Writes `refs/heads/sigma/<run>` in the user's repository; doing it twice does it once. */
  deliver(spec: { readonly run: string; readonly commit: string }): Promise<{ readonly branch: string }>
}

export interface Prepared {
  readonly path: string
  /** Files of the commit `since`, where one was named. */
  readonly existing?: ReadonlySet<string> | undefined
}

export interface WorkspaceSpec {
  readonly run: string
  readonly workspace: string
  readonly base: string
  readonly documents: readonly Document[]
  /** Whose workspace it is: it is left as it stands where it was last handed out to the same, from this very base. */
  readonly keep?: string | undefined
  /** The commit that tells what is new. */
  readonly since?: string | undefined
  /** Globs of files of the base that are not laid, and stay as the base has them; absent: all are. */
  readonly hides?: readonly string[] | undefined
}

export interface IntakeSpec extends WorkspaceSpec, Writing {
  /** Files never to be changed, whatever `writes` says. */
  readonly guarded: readonly string[]
  readonly message: string
  /** `Sigma-Run`, `Sigma-Unit`, … as trailers of the commit. */
  readonly trailers: Readonly<Record<string, string>>
}

export type Intake =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'committed'
      readonly commit: string
      readonly changed: readonly string[]
      /** Why the project's formatter left files as they were written, in a sentence; absent: it did not, or there is none. */
      readonly unformatted?: string | undefined
    }
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
  /** As the effect has them; `merge` is looked at with `branch` alone. Doing it twice does it once. */
  readonly from?: Integrate['from']
  readonly branch?: Integrate['branch']
  readonly merge?: Integrate['merge']
}

export type Integration = { readonly kind: 'integrated'; readonly commit: string } | Omit<Conflicted, 'id'>

// ── gates ──

/** The gates of one protocol. */
export interface Gates {
  /**
   * Never throws for what the checked code does; a checker that broke throws. `acts` is told what is being measured, in a
   * few words for people.
   */
  check(check: Check, signal: AbortSignal, acts?: (text: string) => void): Promise<Judgement>
}

/** A check, and whose gate it names. */
export interface ProtocolCheck extends Check {
  /** Name and version of the run's protocol. */
  readonly protocol: string
  readonly version: number
}

/** The gates of all protocols. */
export interface ProtocolGates {
  /** Checks as `Gates` does. Fails with `gate-unknown`. */
  check(check: ProtocolCheck, signal: AbortSignal, acts?: (text: string) => void): Promise<Judgement>
}

export interface Judgement {
  readonly verdict: Verdict
  readonly findings: readonly Finding[]
  readonly data: JsonObject
  readonly evidence: BlobRef
}
