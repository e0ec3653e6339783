/** What programs outside the host see of the runs: plain data, read from the store. */
import type { Ahead, Allowance, At, BlobRef, Finding, Json, JsonObject, Outcome, Recorded } from '@sigma/protocol'
import type { Registered } from '../host/registered.ts'
import type { AcceptedDocument } from '../kit/about.ts'
import type { Activity, Decision, Delivered, RunResult } from './schemas.ts'

export type { Activity, Decision, Delivered, RunResult }

export interface RunView {
  readonly run: string
  readonly protocol: string
  readonly version: number
  /** What it is about, e.g. a module; null: it has none, or this sigma cannot tell. */
  readonly subject: string | null
  /** Documents that were accepted as they stood when it began. */
  readonly documents: readonly AcceptedDocument[]
  readonly status: 'running' | 'ended'
  readonly parent: string | null
  /** ISO 8601, UTC. */
  readonly startedAt: string
  /** Time of the latest event. */
  readonly lastAt: string
  readonly events: number
  readonly input: Json
  /** What stands open, in the order it was opened. */
  readonly open: readonly OpenView[]
  /** State of the protocol, as JSON. */
  readonly state: JsonObject
  /** Agent calls of the whole run until a person is asked; null: nothing bounds them. */
  readonly asksLeft: number | null
  /** All that bounds it, as it stands. */
  readonly budgets: readonly Allowance[]
  readonly outcome: Outcome | null
  readonly summary: string | null
  readonly reasons: readonly Finding[]
  /** What its end hands over. */
  readonly commit: string | null
  readonly delivered: Delivered | null
}

export interface OpenView {
  readonly id: string
  readonly kind: string
  readonly attempt: string
  readonly at: At
}

/** A message that a protocol or the host told (`log`, `snapshot`, `changed-meanwhile`, …). */
export interface Note {
  /** Position among the run's notes, from 1. */
  readonly number: number
  /** Event that it followed from. */
  readonly sequence: number
  readonly at: string
  readonly type: string
  readonly data: JsonObject
}

/** A gate's judgement, as the journal has it. */
export interface VerdictView {
  readonly sequence: number
  readonly gate: string
  readonly commit: string
  readonly verdict: 'pass' | 'fail' | 'unknown'
  readonly evidence: BlobRef
}

/** Reads the store beside a running host, without its lock; opened by `openReader`. */
export interface Reader extends Disposable {
  /** Newest first. */
  runs(): readonly RunView[]
  /** Null: no such run. */
  run(run: string): RunView | null
  /** Runs that `sigma gc` took, oldest first. */
  dropped(): readonly string[]
  /** Runs that are shown as of an earlier event, unless the reader is opened with their protocols. */
  behind(): readonly string[]
  /** Events with a sequence above `since`. */
  events(run: string, since?: number): readonly Recorded[]
  notes(run: string, since?: number): readonly Note[]
  verdicts(run: string): readonly VerdictView[]
  /** The run and those that belong to it, each before its own children. */
  family(run: string): readonly string[]
  /** Open questions, oldest first; of a run those of all that belong to it. */
  inbox(run?: string): readonly Decision[]
  /** What each option of an open decision leads to, by name; none where the reader was not given its protocol. */
  ahead(decision: Decision): ReadonlyMap<string, Ahead>
  /** The run's Result as it stands (SIG-31). */
  result(run: string): RunResult
  /** Proves the run again: its chain of hashes, and each event's effects. Fails with `chain-broken`, `replay-diverged`. */
  verify(run: string, protocols: readonly Registered[]): void
  /** Fails with `chain-broken`, naming the first event that was changed. */
  intact(run: string): void
  /** Fails with `blob-unknown`, and with `blob-changed` where the content does not have that hash any more. */
  blob(ref: BlobRef): Uint8Array
  /** Names of at most five blobs whose hash begins so; `beginning` is hexadecimal. */
  blobsBeginning(beginning: string): readonly BlobRef[]
  /** The events from there on, as they come, until the run has ended or the signal says so. */
  follow(run: string, since?: number, signal?: AbortSignal): AsyncIterable<Recorded>
}

/** `halted` is also a run that was stopped, or whose host died, and that `sigma resume` takes on. */
export type RunOutcome = RunResult['outcome']
