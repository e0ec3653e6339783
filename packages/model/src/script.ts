/** What a scripted model says, and how it fails. */
import { z } from 'zod'

const words = z.array(z.string().min(1)).readonly()
const count = z.int().min(0)

const counted = {
  /** How often the fault happens; null: always; absent: once. */
  times: z.int().min(1).nullable().exactOptional(),
  /** What the fault is counted by; absent: each conversation. */
  per: z.enum(['conversation', 'lane']).exactOptional(),
}
/** When the fault happens: before the first byte of the answer; or, also where absent, when half of it was said. */
const at = z.enum(['start', 'middle']).exactOptional()

const fault = z.discriminatedUnion('kind', [
  /** An answer of the API that refuses. */
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(400).max(599),
    message: z.string().exactOptional(),
    retryAfterSeconds: z.number().min(0).exactOptional(),
    ...counted,
  }),
  /** Nothing more comes, and the connection stays open. */
  z.strictObject({ kind: z.literal('hang'), at, ...counted }),
  /** The connection breaks. */
  z.strictObject({ kind: z.literal('cut'), at, ...counted }),
])
export type Fault = z.infer<typeof fault>

const call = z.strictObject({
  /** Name of the tool, as the agent offers it. */
  tool: z.string().min(1),
  /** Arguments; text for a tool that takes free text. */
  input: z.union([z.record(z.string(), z.unknown()), z.string()]),
  /** Group of the tool, where the agent keeps its tools in groups. */
  namespace: z.string().min(1).exactOptional(),
})
export type ToolCall = z.infer<typeof call>

/** Counts of tokens. `input`: all of it, tokens from a cache included. */
const tokens = z.strictObject({ input: count, output: count, cachedInput: count.exactOptional() })
export type Tokens = z.infer<typeof tokens>

/** One message of the model: thought, text and tool calls in this order. Without calls it ends the turn. */
const reply = z
  .strictObject({
    thought: z.string().exactOptional(),
    text: z.string().exactOptional(),
    calls: z.array(call).min(1).readonly().exactOptional(),
    /** Usage that is told. Absent: a quarter of the characters; null: none, where the API can be silent. */
    usage: tokens.nullable().exactOptional(),
    /** How requests fail, one after another, before the reply is given. */
    faults: z.array(fault).readonly().exactOptional(),
    /** Milliseconds between two pieces of a stream. */
    paceMs: z.int().min(0).max(60_000).exactOptional(),
  })
  .refine(
    ({ text, calls, faults }) => text !== undefined || calls !== undefined || faults?.at(-1)?.times === null,
    'a reply needs "text", "calls", or a fault whose "times" is null',
  )
export type Reply = z.infer<typeof reply>

/** What the model says to a prompt of one kind, reply by reply. */
const lane = z.strictObject({
  /** Name of the lane, by which its requests are found. */
  name: z.string().min(1).exactOptional(),
  /** Words that must all stand in the prompt. The first lane whose words do is taken. */
  when: words,
  /** Words that must all stand in what the conversation is told beside its prompts. */
  system: words.exactOptional(),
  /** Replies in order; the next is the one after those that the conversation holds since the prompt. */
  replies: z.array(reply).min(1).readonly(),
})
export type Lane = z.infer<typeof lane>

export const scriptSchema = z.strictObject({
  $schema: z.string().exactOptional(),
  lanes: z.array(lane).min(1).readonly(),
})
export type Script = z.infer<typeof scriptSchema>
