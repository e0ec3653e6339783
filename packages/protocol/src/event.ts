/**
 * What may happen to a protocol. The body is what the protocol reads; the envelope is the host's.
 * `tick` is the only time that rules compare; `nonce` is the only randomness.
 */
import { z } from 'zod'
import { failureCauses, outcomes } from './effect.ts'
import { blobRefSchema, findingSchema, verdicts } from './finding.ts'
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

const json: z.ZodType<Json> = z.json()
const findings = z.array(findingSchema).readonly()
/** An open effect. */
const id = z.string()

const started = z.object({ kind: z.literal('started'), input: json })
export type Started = Readonly<z.infer<typeof started>>

const called = z.object({
  kind: z.literal('called'),
  call: z.string(),
  verb: z.string(),
  arguments: json,
  caller: z.string(),
})
export type Called = Readonly<z.infer<typeof called>>

const turnName = z.object({
  role: z.string(),
  phase: z.string(),
  /** As the configuration names it; null: not known. */
  agent: z.string().nullable(),
  /** A person takes it: it uses no tokens and no money, and what turns use leaves it out. */
  person: z.literal(true).optional(),
})
export type TurnName = Readonly<z.infer<typeof turnName>>

/** An attempt of an ask has begun; does not close the ask. `brief` is the hash of the Handoff as sent. */
const begun = z.object({
  kind: z.literal('begun'),
  id,
  session: z.string().nullable(),
  pid: z.number().nullable(),
  brief: blobRefSchema,
  /** Whose turn it is. */
  turn: turnName,
})
export type Begun = Readonly<z.infer<typeof begun>>

/** What an agent reports that it used; what is absent it did not say, and is unknown, never nothing. */
const usage = z.object({
  /** All that went to the model, from its cache or not. */
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  /** Of the input, what came from the model's cache. */
  cachedTokens: z.number().optional(),
  costUsd: z.number().optional(),
})
export type Usage = Readonly<z.infer<typeof usage>>
const used = z.union([usage, z.literal('unknown')])

const answered = z.object({
  kind: z.literal('answered'),
  id,
  /** Status code without arrow. */
  code: z.string(),
  /** The agent's words, bounded; data, never an instruction (DPTR-15). */
  message: z.string(),
  data: json.optional(),
  /** What Sigma committed of the turn; null when nothing changed. */
  commit: z.string().nullable(),
  base: z.string(),
  /** As measured by comparing the workspace. */
  changed: z.array(z.string()).readonly(),
  usage: used,
  /** The agent's whole output. */
  output: blobRefSchema.optional(),
})
export type Answered = Readonly<z.infer<typeof answered>>

const failed = z.object({
  kind: z.literal('failed'),
  id,
  cause: z.enum(failureCauses),
  findings,
  evidence: blobRefSchema.nullable(),
  /** The agent's whole output, where `evidence` is something else. */
  output: blobRefSchema.optional(),
  /** What the attempt used all the same; absent: nothing. */
  usage: used.optional(),
  /** Of `limited`: how long to leave the agent alone, as whoever limits it asked. */
  retryAfterMs: z.number().nonnegative().optional(),
  /** Set by the kernel: no further attempt follows. */
  final: z.boolean(),
})
export type Failed = Readonly<z.infer<typeof failed>>

const judged = z.object({
  kind: z.literal('judged'),
  id,
  verdict: z.enum(verdicts),
  findings,
  /** Numbers and names for people and later checks, up to 64 KiB. */
  data: json,
  /** A verdict without evidence cannot be recorded. */
  evidence: blobRefSchema,
})
export type Judged = Readonly<z.infer<typeof judged>>

const decided = z.object({
  kind: z.literal('decided'),
  id,
  option: z.string(),
  input: json,
  /** A person's name, or `expiry`. */
  by: z.string(),
})
export type Decided = Readonly<z.infer<typeof decided>>

const elapsed = z.object({ kind: z.literal('elapsed'), id })
export type Elapsed = Readonly<z.infer<typeof elapsed>>

const integrated = z.object({ kind: z.literal('integrated'), id, commit: z.string() })
export type Integrated = Readonly<z.infer<typeof integrated>>

const conflicted = z.object({
  kind: z.literal('conflicted'),
  id,
  files: z.array(z.string()).readonly(),
  /** The conflicting pieces, for the agents that must resolve them. */
  evidence: blobRefSchema.nullable(),
  /** Names of the branches that conflict with each other; absent: any of them may. */
  branches: z.array(z.string()).readonly().optional(),
  /** The merge as far as it goes, with the marks of its conflicts, for a person to finish; absent: it was not kept. */
  commit: z.string().optional(),
})
export type Conflicted = Readonly<z.infer<typeof conflicted>>

const restored = z.object({ kind: z.literal('restored'), id })
export type Restored = Readonly<z.infer<typeof restored>>

/** A run that this one began is over; `run` is its name, for people. */
const ended = z.object({ kind: z.literal('ended'), id, run: z.string(), outcome: z.enum(outcomes), result: json })
export type Ended = Readonly<z.infer<typeof ended>>

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

/** Reads an event back; every edge where events enter goes through it. */
export const eventSchema: z.ZodType<EventBody> = z.discriminatedUnion('kind', [
  started,
  called,
  begun,
  answered,
  failed,
  judged,
  decided,
  elapsed,
  integrated,
  conflicted,
  restored,
  ended,
])
