/** What Claude Code says on its output, as far as it is read; seen of 2.1.330. All else is passed over. */
import type { Json, JsonObject } from '@sigma/protocol'
import { z } from 'zod'

/** Ids and names are kept; cut the same wherever they are said, they still fit each other. No bound refuses: what is asked must be answered. */
const word = z.string().transform((text) => text.slice(0, 1_000))

const input: z.ZodType<JsonObject> = z.record(z.string(), z.json())

const block = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('thinking'), thinking: z.string() }),
  z.object({ type: z.literal('tool_use'), id: word, name: word, input }),
  z.object({ type: z.literal('tool_result'), tool_use_id: word, is_error: z.boolean().optional() }),
  z.object({ type: z.string() }).transform(() => ({ type: 'other' as const })),
])

const tokens = z.object({
  input_tokens: z.number().optional(),
  cache_read_input_tokens: z.number().nullish(),
  cache_creation_input_tokens: z.number().nullish(),
  output_tokens: z.number().optional(),
})
export type Tokens = z.infer<typeof tokens>

/** An event of the API. */
const apiEvent = z.union([
  z.object({ type: z.literal('message_start'), message: z.object({ id: word, usage: tokens.optional() }) }),
  z.object({
    type: z.literal('content_block_delta'),
    delta: z.union([
      z.object({ type: z.literal('text_delta'), text: z.string() }),
      z.object({ type: z.literal('thinking_delta'), thinking: z.string() }),
    ]),
  }),
])

/** A string where a subagent of the program's own speaks. */
const parent = z.string().nullish()

const modelUsage = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadInputTokens: z.number().optional(),
  cacheCreationInputTokens: z.number().optional(),
  costUSD: z.number().optional(),
})
export type ModelUsage = z.infer<typeof modelUsage>

const usageByModel = z.record(z.string(), modelUsage).nullish()

const message = z.union([
  z.object({ type: z.literal('system'), subtype: z.literal('init'), model: word.optional() }),
  z.object({
    type: z.literal('system'),
    subtype: z.literal('api_retry'),
    attempt: z.number(),
    retry_delay_ms: z.number().nullish(),
    error_status: z.number().nullish(),
    error: word.nullish(),
  }),
  z.object({ type: z.literal('stream_event'), event: apiEvent, parent_tool_use_id: parent }),
  z.object({
    type: z.literal('assistant'),
    message: z.object({ id: word, model: word.optional(), content: z.array(block) }),
    parent_tool_use_id: parent,
    error: word.nullish(),
  }),
  z.object({
    type: z.literal('user'),
    message: z.object({ content: z.union([z.string(), z.array(block)]) }),
    tool_result_meta: z
      .array(z.object({ id: word, permission_decision: z.object({ decision: z.string() }).nullish() }))
      .nullish(),
  }),
  z.object({
    type: z.literal('rate_limit_event'),
    /** `resetsAt` in seconds since 1970. */
    rate_limit_info: z.object({ status: z.string(), resetsAt: z.number().nullish() }),
  }),
  z.object({
    type: z.literal('result'),
    subtype: z.string(),
    is_error: z.boolean(),
    result: z.string().nullish(),
    errors: z.array(z.string()).nullish(),
    api_error_status: z.number().nullish(),
    terminal_reason: z.string().nullish(),
    total_cost_usd: z.number().nullish(),
    /** Usage over all prompts of the session, those before it was resumed included. */
    modelUsage: usageByModel,
    /** Usage since the last result of this program, or its start. */
    model_usage_since_last_result: usageByModel,
  }),
  z.object({
    type: z.literal('control_request'),
    request_id: z.string(),
    request: z.union([
      z.object({
        subtype: z.literal('hook_callback'),
        input: z.object({ tool_name: word, tool_input: input, tool_use_id: word.optional() }),
        tool_use_id: word.nullish(),
      }),
      z.object({ subtype: z.literal('can_use_tool'), tool_name: word, input, tool_use_id: word.nullish() }),
      z.object({ subtype: z.string() }).transform(() => ({ subtype: 'other' as const })),
    ]),
  }),
  z.object({
    type: z.literal('control_response'),
    response: z.object({ subtype: z.string(), request_id: z.string(), error: z.string().optional() }),
  }),
])
type AnyMessage = z.infer<typeof message>

/** A message of one type. */
export type Message<Type extends AnyMessage['type']> = Extract<AnyMessage, { readonly type: Type }>

/** The message, where it is one that is read; else null. */
export function messageOf(said: Json): AnyMessage | null {
  return message.safeParse(said).data ?? null
}
