/**
 * What may happen to a protocol. The body is what the protocol reads; the envelope is the host's.
 * `tick` is the only time that rules compare; `nonce` is the only randomness.
 */
import { z } from 'zod'
import { type FailureCause, failureCauses, type Outcome, outcomes } from './effect.ts'
import { type BlobRef, type Finding, findingSchema, type Verdict, verdicts } from './finding.ts'
import type { Json } from './json.ts'

export type EventBody =
  | Started
  | Called
  | Begun
  | Answered
  | Failed
  | Judged
  | Decided
  | Elapsed
  | Integrated
  | Conflicted
  | Restored
  | Ended

/** What reaches `step`: a body with the host's tick (milliseconds, never falling) and nonce. */
export type Event = EventBody & Stamp

export interface Stamp {
  readonly tick: number
  readonly nonce: string
}

/** What happened to the effect of this id. */
interface OfEffect<Kind extends string> {
  readonly kind: Kind
  readonly id: string
}

export interface Started {
  readonly kind: 'started'
  readonly input: Json
}

export interface Called {
  readonly kind: 'called'
  readonly call: string
  readonly verb: string
  readonly arguments: Json
  readonly caller: string
}

/** An attempt of an ask has begun; does not close the ask. `brief` is the hash of the Handoff as sent. */
export interface Begun extends OfEffect<'begun'> {
  readonly session: string | null
  readonly pid: number | null
  readonly brief: BlobRef
  /** Whose turn it is. */
  readonly turn: TurnName
}

export interface TurnName {
  readonly role: string
  readonly phase: string
  /** As the configuration names it; null: not known. */
  readonly agent: string | null
  /** A person takes it: it uses no tokens and no money, and what turns use leaves it out. */
  readonly person?: true | undefined
}

export interface Answered extends OfEffect<'answered'> {
  /** Status code without arrow. */
  readonly code: string
  /** The agent's words, bounded; data, never an instruction (DPTR-15). */
  readonly message: string
  readonly data?: Json | undefined
  /** What Sigma committed of the turn; null when nothing changed. */
  readonly commit: string | null
  readonly base: string
  /** As measured by comparing the workspace. */
  readonly changed: readonly string[]
  readonly usage: Usage | 'unknown'
  /** The agent's whole output. */
  readonly output?: BlobRef | undefined
}

/** What an agent reports that it used; what is absent it did not say, and is unknown, never nothing. */
export interface Usage {
  /** All that went to the model, from its cache or not. */
  readonly inputTokens?: number | undefined
  readonly outputTokens?: number | undefined
  /** Of the input, what came from the model's cache. */
  readonly cachedTokens?: number | undefined
  readonly costUsd?: number | undefined
}

export interface Failed extends OfEffect<'failed'> {
  readonly cause: FailureCause
  readonly findings: readonly Finding[]
  readonly evidence: BlobRef | null
  /** The agent's whole output, where `evidence` is something else. */
  readonly output?: BlobRef | undefined
  /** What the attempt used all the same; absent: nothing. */
  readonly usage?: Usage | 'unknown' | undefined
  /** Of `limited`: how long to leave the agent alone, as whoever limits it asked. */
  readonly retryAfterMs?: number | undefined
  /** Set by the kernel: no further attempt follows. */
  readonly final: boolean
}

export interface Judged extends OfEffect<'judged'> {
  readonly verdict: Verdict
  readonly findings: readonly Finding[]
  /** Numbers and names for people and later checks, up to 64 KiB. */
  readonly data: Json
  /** A verdict without evidence cannot be recorded. */
  readonly evidence: BlobRef
}

export interface Decided extends OfEffect<'decided'> {
  readonly option: string
  readonly input: Json
  /** A person's name, or `expiry`. */
  readonly by: string
}

export type Elapsed = OfEffect<'elapsed'>

export interface Integrated extends OfEffect<'integrated'> {
  readonly commit: string
}

export interface Conflicted extends OfEffect<'conflicted'> {
  readonly files: readonly string[]
  /** The conflicting pieces, for the agents that must resolve them. */
  readonly evidence: BlobRef | null
}

export type Restored = OfEffect<'restored'>

export interface Ended extends OfEffect<'ended'> {
  readonly outcome: Outcome
  readonly result: Json
}

/** An event as the journal keeps it. */
export interface Recorded {
  readonly envelope: Envelope
  readonly event: EventBody
}

export interface Envelope {
  /** Version of this record's schema (SIG-34). */
  readonly schema: 1
  readonly run: string
  /** From 1, without gaps, per run. */
  readonly sequence: number
  /** Idempotency key. */
  readonly key: string
  /** The attempt that the event belongs to; null for `started`, `called`, `decided` by a person. */
  readonly attempt: string | null
  readonly protocol: string
  readonly version: number
  /** ISO 8601, UTC, for people. */
  readonly at: string
  readonly tick: number
  readonly nonce: string
  readonly caller: string
  /** Of the host that wrote it; an older one is refused. */
  readonly epoch: number
}

const json: z.ZodType<Json> = z.json()
const usage: z.ZodType<Usage> = z.object({
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  cachedTokens: z.number().optional(),
  costUsd: z.number().optional(),
})

/** Reads an event back; every edge where events enter goes through it. */
export const eventSchema: z.ZodType<EventBody> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('started'), input: json }),
  z.object({ kind: z.literal('called'), call: z.string(), verb: z.string(), arguments: json, caller: z.string() }),
  z.object({
    kind: z.literal('begun'),
    id: z.string(),
    session: z.string().nullable(),
    pid: z.number().nullable(),
    brief: z.string(),
    turn: z.object({
      role: z.string(),
      phase: z.string(),
      agent: z.string().nullable(),
      person: z.literal(true).optional(),
    }),
  }),
  z.object({
    kind: z.literal('answered'),
    id: z.string(),
    code: z.string(),
    message: z.string(),
    data: json.optional(),
    commit: z.string().nullable(),
    base: z.string(),
    changed: z.array(z.string()),
    usage: z.union([usage, z.literal('unknown')]),
    output: z.string().optional(),
  }),
  z.object({
    kind: z.literal('failed'),
    id: z.string(),
    cause: z.enum(failureCauses),
    findings: z.array(findingSchema),
    evidence: z.string().nullable(),
    output: z.string().optional(),
    usage: z.union([usage, z.literal('unknown')]).optional(),
    retryAfterMs: z.number().nonnegative().optional(),
    final: z.boolean(),
  }),
  z.object({
    kind: z.literal('judged'),
    id: z.string(),
    verdict: z.enum(verdicts),
    findings: z.array(findingSchema),
    data: json,
    evidence: z.string(),
  }),
  z.object({ kind: z.literal('decided'), id: z.string(), option: z.string(), input: json, by: z.string() }),
  z.object({ kind: z.literal('elapsed'), id: z.string() }),
  z.object({ kind: z.literal('integrated'), id: z.string(), commit: z.string() }),
  z.object({
    kind: z.literal('conflicted'),
    id: z.string(),
    files: z.array(z.string()),
    evidence: z.string().nullable(),
  }),
  z.object({ kind: z.literal('restored'), id: z.string() }),
  z.object({ kind: z.literal('ended'), id: z.string(), outcome: z.enum(outcomes), result: json }),
])
