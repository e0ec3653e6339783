/** What a scripted model says, and how it fails. */
import { z } from 'zod'

export interface Script {
  readonly lanes: readonly Lane[]
}

/** What the model says to a prompt of one kind, reply by reply. */
export interface Lane {
  /** By which it is found again among what was asked. */
  readonly name?: string
  /** Words that must all stand in the prompt. The first lane whose words do is taken. */
  readonly when: readonly string[]
  /** Words that must all stand in what the conversation is told beside its prompts. */
  readonly system?: readonly string[]
  /** One after another, as the conversation holds more of them since the prompt. */
  readonly replies: readonly Reply[]
}

/** One message of the model: thought, text and tool calls in this order. Without calls it ends the turn. */
export interface Reply {
  readonly thought?: string
  readonly text?: string
  readonly calls?: readonly ToolCall[]
  /** Absent: as many tokens as a quarter of the characters. Null: none are told, where the API can be silent. */
  readonly usage?: Tokens | null
  /** How asking for it fails, time after time, before it is given. */
  readonly faults?: readonly Fault[]
  /** Milliseconds between two pieces of a stream. */
  readonly paceMs?: number
}

export interface ToolCall {
  /** As the agent offers it. */
  readonly tool: string
  /** Text for a tool that takes free text. */
  readonly input: Readonly<Record<string, unknown>> | string
  /** Where the agent keeps its tools in groups. */
  readonly namespace?: string
}

export interface Tokens {
  /** All of the input, what came from a cache included. */
  readonly input: number
  readonly output: number
  readonly cachedInput?: number
}

export type Fault = FaultKind & {
  /** So often; null: always. Absent: once. */
  readonly times?: number | null
  /** For which it is counted by itself; absent: for each conversation. */
  readonly per?: 'conversation' | 'lane'
}

export type FaultKind =
  /** An answer of the API that refuses. */
  | { readonly kind: 'status'; readonly status: number; readonly message?: string; readonly retryAfterSeconds?: number }
  /** Nothing more comes, and the connection stays open. */
  | { readonly kind: 'hang'; readonly at?: FaultPlace }
  /** The connection breaks. */
  | { readonly kind: 'cut'; readonly at?: FaultPlace }

/** Before the first byte of the answer; or when half of it was said, which is what absence means. */
export type FaultPlace = 'start' | 'middle'

const words = z.array(z.string().min(1))
const count = z.int().min(0)
const counted = {
  times: z.int().min(1).nullable().exactOptional(),
  per: z.enum(['conversation', 'lane']).exactOptional(),
}
const at = z.enum(['start', 'middle']).exactOptional()

const faultSchema: z.ZodType<Fault> = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(400).max(599),
    message: z.string().exactOptional(),
    retryAfterSeconds: z.number().min(0).exactOptional(),
    ...counted,
  }),
  z.strictObject({ kind: z.literal('hang'), at, ...counted }),
  z.strictObject({ kind: z.literal('cut'), at, ...counted }),
])

const callSchema: z.ZodType<ToolCall> = z.strictObject({
  tool: z.string().min(1),
  input: z.union([z.record(z.string(), z.unknown()), z.string()]),
  namespace: z.string().min(1).exactOptional(),
})

const replySchema: z.ZodType<Reply> = z
  .strictObject({
    thought: z.string().exactOptional(),
    text: z.string().exactOptional(),
    calls: z.array(callSchema).min(1).exactOptional(),
    usage: z
      .strictObject({ input: count, output: count, cachedInput: count.exactOptional() })
      .nullable()
      .exactOptional(),
    faults: z.array(faultSchema).exactOptional(),
    paceMs: z.int().min(0).max(60_000).exactOptional(),
  })
  .refine(
    ({ text, calls, faults }) => text !== undefined || calls !== undefined || faults?.at(-1)?.times === null,
    'a reply needs "text", "calls", or a fault whose "times" is null',
  )

export const scriptSchema: z.ZodType<Script> = z.strictObject({
  $schema: z.string().exactOptional(),
  lanes: z
    .array(
      z.strictObject({
        name: z.string().min(1).exactOptional(),
        when: words,
        system: words.exactOptional(),
        replies: z.array(replySchema).min(1),
      }),
    )
    .min(1),
})
