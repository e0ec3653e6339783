/** What Claude Code says on its output, as far as it is read; seen of 2.1.330. All else is passed over. */
import type { Json, JsonObject } from '@sigma/protocol'
import { z } from 'zod'

export type Message =
  | SystemMessage
  | StreamMessage
  | AssistantMessage
  | UserMessage
  | RateLimit
  | ResultMessage
  | ControlRequest
  | ControlResponse

type SystemMessage =
  | { readonly type: 'system'; readonly subtype: 'init'; readonly model?: string | undefined }
  | {
      readonly type: 'system'
      readonly subtype: 'api_retry'
      readonly attempt: number
      readonly retry_delay_ms?: number | null | undefined
      readonly error_status?: number | null | undefined
      readonly error?: string | null | undefined
    }

export interface StreamMessage {
  readonly type: 'stream_event'
  readonly event: ApiEvent
  /** Of a helper that it started itself. */
  readonly parent_tool_use_id?: string | null | undefined
}

/** Of the API, as its events come. */
type ApiEvent =
  | { readonly type: 'message_start'; readonly message: { readonly id: string; readonly usage?: Tokens | undefined } }
  | { readonly type: 'message_delta'; readonly usage?: Tokens | undefined }
  | {
      readonly type: 'content_block_delta'
      readonly delta:
        | { readonly type: 'text_delta'; readonly text: string }
        | { readonly type: 'thinking_delta'; readonly thinking: string }
    }

export interface Tokens {
  readonly input_tokens?: number | undefined
  readonly cache_read_input_tokens?: number | null | undefined
  readonly cache_creation_input_tokens?: number | null | undefined
  readonly output_tokens?: number | undefined
}

export interface AssistantMessage {
  readonly type: 'assistant'
  readonly message: { readonly id: string; readonly model?: string | undefined; readonly content: readonly Block[] }
  readonly parent_tool_use_id?: string | null | undefined
  readonly error?: string | null | undefined
}

export interface UserMessage {
  readonly type: 'user'
  readonly message: { readonly content: string | readonly Block[] }
  readonly tool_result_meta?:
    | readonly {
        readonly id: string
        readonly permission_decision?: { readonly decision: string } | null | undefined
      }[]
    | null
    | undefined
}

type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: JsonObject }
  | { readonly type: 'tool_result'; readonly tool_use_id: string; readonly is_error?: boolean | undefined }
  | { readonly type: 'other' }

interface RateLimit {
  readonly type: 'rate_limit_event'
  /** `resetsAt` in seconds since 1970. */
  readonly rate_limit_info: { readonly status: string; readonly resetsAt?: number | null | undefined }
}

export interface ResultMessage {
  readonly type: 'result'
  readonly subtype: string
  readonly is_error: boolean
  readonly result?: string | null | undefined
  readonly errors?: readonly string[] | null | undefined
  readonly api_error_status?: number | null | undefined
  readonly terminal_reason?: string | null | undefined
  readonly total_cost_usd?: number | null | undefined
  /** Over all prompts of the session: of one that is resumed, those before this program was started as well. */
  readonly modelUsage?: Readonly<Record<string, ModelUsage>> | null | undefined
  /** Since the last result of this program, or its start. */
  readonly model_usage_since_last_result?: Readonly<Record<string, ModelUsage>> | null | undefined
}

export interface ModelUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadInputTokens?: number | undefined
  readonly cacheCreationInputTokens?: number | undefined
  readonly costUSD?: number | undefined
}

export interface ControlRequest {
  readonly type: 'control_request'
  readonly request_id: string
  readonly request:
    | {
        readonly subtype: 'hook_callback'
        readonly input: {
          readonly tool_name: string
          readonly tool_input: JsonObject
          readonly tool_use_id?: string | undefined
        }
        readonly tool_use_id?: string | null | undefined
      }
    | {
        readonly subtype: 'can_use_tool'
        readonly tool_name: string
        readonly input: JsonObject
        readonly tool_use_id?: string | null | undefined
      }
    | { readonly subtype: 'other' }
}

interface ControlResponse {
  readonly type: 'control_response'
  readonly response: { readonly subtype: string; readonly request_id: string; readonly error?: string | undefined }
}

/** Ids and names are kept; cut the same wherever they are said, they still fit each other. No bound refuses: what is asked must be answered. */
const word: z.ZodType<string> = z.string().transform((text) => text.slice(0, 1_000))

const input: z.ZodType<JsonObject> = z.record(z.string(), z.json())

const block: z.ZodType<Block> = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('thinking'), thinking: z.string() }),
  z.object({ type: z.literal('tool_use'), id: word, name: word, input }),
  z.object({ type: z.literal('tool_result'), tool_use_id: word, is_error: z.boolean().optional() }),
  z.object({ type: z.string() }).transform(() => ({ type: 'other' as const })),
])

const tokens: z.ZodType<Tokens> = z.object({
  input_tokens: z.number().optional(),
  cache_read_input_tokens: z.number().nullish(),
  cache_creation_input_tokens: z.number().nullish(),
  output_tokens: z.number().optional(),
})

/** Of the API, as its events come. */
const apiEvent: z.ZodType<ApiEvent> = z.union([
  z.object({ type: z.literal('message_start'), message: z.object({ id: word, usage: tokens.optional() }) }),
  z.object({
    type: z.literal('content_block_delta'),
    delta: z.union([
      z.object({ type: z.literal('text_delta'), text: z.string() }),
      z.object({ type: z.literal('thinking_delta'), thinking: z.string() }),
    ]),
  }),
  z.object({ type: z.literal('message_delta'), usage: tokens.optional() }),
])

const parent = z.string().nullish()

const usageByModel = z
  .record(
    z.string(),
    z.object({
      inputTokens: z.number(),
      outputTokens: z.number(),
      cacheReadInputTokens: z.number().optional(),
      cacheCreationInputTokens: z.number().optional(),
      costUSD: z.number().optional(),
    }),
  )
  .nullish()

const message: z.ZodType<Message> = z.union([
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
    modelUsage: usageByModel,
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
      z.object({
        subtype: z.literal('can_use_tool'),
        tool_name: word,
        input,
        tool_use_id: word.nullish(),
      }),
      z.object({ subtype: z.string() }).transform(() => ({ subtype: 'other' as const })),
    ]),
  }),
  z.object({
    type: z.literal('control_response'),
    response: z.object({ subtype: z.string(), request_id: z.string(), error: z.string().optional() }),
  }),
])

/** Null: nothing that is read here. */
export function messageOf(said: Json): Message | null {
  return message.safeParse(said).data ?? null
}
