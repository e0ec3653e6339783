import { z } from 'zod'
import { callId, type Entry } from './conversation.ts'
import { cutUp, type Dialect, type Piece, type Spoken } from './dialect.ts'
import { contentSchema, openaiRefusal, textOf } from './responses.ts'

const requestSchema = z.object({
  model: z.string(),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).nullish(),
  tools: z
    .array(z.object({ type: z.string().optional(), function: z.object({ name: z.string() }).optional() }))
    .nullish(),
  messages: z
    .array(
      z.object({
        role: z.string(),
        content: contentSchema,
        tool_calls: z.array(z.object({ id: z.string() })).nullish(),
        tool_call_id: z.string().optional(),
      }),
    )
    .min(1),
})
type Request = z.infer<typeof requestSchema>

/** OpenAI's Chat Completions. */
export const chat: Dialect = {
  name: 'openai-chat',
  path: '/v1/chat/completions',
  read: (body) => {
    const { model, stream, stream_options, tools, messages } = requestSchema.parse(body)
    const system = messages.filter(({ role }) => role === 'system' || role === 'developer')
    return {
      model,
      stream: stream === true,
      system: system.map(({ content }) => textOf(content)).join('\n'),
      tools: (tools ?? []).flatMap((tool) => tool.function?.name ?? tool.type ?? []),
      entries: messages.flatMap(entriesOf),
      tellsUsage: stream !== true || stream_options?.include_usage === true,
    }
  },
  whole: (spoken) => ({
    ...head(spoken, 'chat.completion'),
    choices: [{ index: 0, message: { role: 'assistant', ...said(spoken) }, finish_reason: stopOf(spoken) }],
    ...(spoken.usage === null ? {} : { usage: usageOf(spoken.usage) }),
  }),
  pieces: piecesOf,
  refusal: openaiRefusal,
}

function entriesOf({ role, content, tool_calls, tool_call_id = '' }: Request['messages'][number]): readonly Entry[] {
  const text = textOf(content)
  switch (role) {
    case 'user':
      return [{ kind: 'prompt', text }]
    case 'assistant':
      return [{ kind: 'said', text, calls: (tool_calls ?? []).map(({ id }) => id) }]
    case 'tool':
      return [{ kind: 'result', call: tool_call_id, text, isError: false }]
    default:
      return []
  }
}

function head({ id, model }: Spoken, object: string): object {
  return { id: `chatcmpl-${id}`, object, created: Math.floor(Date.now() / 1000), model }
}

function said({ id, reply: { thought, text, calls } }: Spoken): object {
  const tool_calls = calls?.map(({ tool, input }, index) => {
    return { id: callId(id, index), type: 'function', function: { name: tool, arguments: argumentsOf(input) } }
  })
  return {
    content: text ?? null,
    ...(thought === undefined ? {} : { reasoning_content: thought }),
    ...(tool_calls === undefined ? {} : { tool_calls }),
  }
}

const argumentsOf = (input: unknown): string => JSON.stringify(typeof input === 'string' ? { input } : input)

const stopOf = ({ reply }: Spoken): string => (reply.calls === undefined ? 'stop' : 'tool_calls')

function usageOf({ input, output, cachedInput = 0 }: NonNullable<Spoken['usage']>): object {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cachedInput },
  }
}

function piecesOf(spoken: Spoken): readonly Piece[] {
  const { thought = '', text = '', calls = [] } = spoken.reply
  const chunk = (delta: object, finish_reason: string | null = null): Piece => {
    return { data: { ...head(spoken, 'chat.completion.chunk'), choices: [{ index: 0, delta, finish_reason }] } }
  }
  const call = (index: number, part: object): Piece => chunk({ tool_calls: [{ index, ...part }] })
  const told = spoken.tellsUsage && spoken.usage !== null
  return [
    chunk({ role: 'assistant', content: '' }),
    ...cutUp(thought).map((part) => chunk({ reasoning_content: part })),
    ...cutUp(text).map((part) => chunk({ content: part })),
    ...calls.flatMap(({ tool, input }, index) => [
      call(index, { id: callId(spoken.id, index), type: 'function', function: { name: tool, arguments: '' } }),
      ...cutUp(argumentsOf(input)).map((part) => call(index, { function: { arguments: part } })),
    ]),
    chunk({}, stopOf(spoken)),
    ...(told
      ? [{ data: { ...head(spoken, 'chat.completion.chunk'), choices: [], usage: usageOf(spoken.usage) } }]
      : []),
    { data: '[DONE]' },
  ]
}
