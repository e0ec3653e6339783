import { z } from 'zod'
import { callId, type Entry } from './conversation.ts'
import { cutUp, type Dialect, errorNames, type Piece, type Spoken } from './dialect.ts'

const blockSchema = z.object({
  type: z.string(),
  text: z.string().optional(),
  id: z.string().optional(),
  tool_use_id: z.string().optional(),
  is_error: z.boolean().nullish(),
  content: z.unknown().optional(),
})

const requestSchema = z.object({
  model: z.string(),
  stream: z.boolean().optional(),
  system: z.union([z.string(), z.array(z.object({ text: z.string().optional() }))]).optional(),
  tools: z.array(z.object({ name: z.string(), type: z.string().optional() })).optional(),
  messages: z.array(z.object({ role: z.string(), content: z.union([z.string(), z.array(blockSchema)]) })).min(1),
})

/** Anthropic's Messages. */
export const anthropic: Dialect = {
  name: 'anthropic-messages',
  path: '/v1/messages',
  read: (body) => {
    const { model, stream = false, system = '', tools = [], messages } = requestSchema.parse(body)
    return {
      model,
      stream,
      system: typeof system === 'string' ? system : system.map(({ text }) => text ?? '').join('\n'),
      // A type of its own is a tool that the vendor's server runs, such as `web_search_20250305`.
      tools: tools.map(({ name, type = 'custom' }) => (type === 'custom' ? name : `${name} (${type})`)),
      entries: messages.flatMap(({ role, content }) => entriesOf(role, content)),
      tellsUsage: true,
    }
  },
  whole: (spoken) => ({ ...message(spoken), content: blocksOf(spoken), stop_reason: stopOf(spoken) }),
  pieces: piecesOf,
  refusal: (status, message) => ({ type: 'error', error: { type: errorNames[status] ?? 'api_error', message } }),
}

function entriesOf(role: string, content: string | readonly z.infer<typeof blockSchema>[]): readonly Entry[] {
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content, content: undefined }] : content
  const text = blocks.map((block) => (block.type === 'text' ? block.text : undefined) ?? '').join('\n')
  if (role === 'assistant') return [{ kind: 'said', text, calls: blocks.flatMap(({ id }) => id ?? []) }]
  if (role !== 'user') return []
  const results = blocks.flatMap((block): readonly Entry[] => {
    if (block.type !== 'tool_result') return []
    const told = typeof block.content === 'string' ? block.content : JSON.stringify(block.content ?? '')
    return [{ kind: 'result', call: block.tool_use_id ?? '', text: told, isError: block.is_error === true }]
  })
  return text.trim() === '' ? results : [...results, { kind: 'prompt', text }]
}

type Block =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: unknown }

function blocksOf({ id, reply: { thought, text, calls = [] } }: Spoken): readonly Block[] {
  return [
    ...(thought === undefined ? [] : [{ type: 'thinking', thinking: thought, signature: 'scripted' } as const]),
    ...(text === undefined || text === '' ? [] : [{ type: 'text', text } as const]),
    ...calls.map(({ tool, input }, index): Block => {
      return {
        type: 'tool_use',
        id: callId(id, index),
        name: tool,
        input: typeof input === 'string' ? { input } : input,
      }
    }),
  ]
}

const stopOf = ({ reply }: Spoken): string => (reply.calls === undefined ? 'end_turn' : 'tool_use')

function message({ id, model, usage }: Spoken): object {
  const { input = 0, output = 0, cachedInput = 0 } = usage ?? {}
  return {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model,
    stop_reason: null,
    stop_sequence: null,
    content: [],
    usage: {
      input_tokens: input - cachedInput,
      cache_read_input_tokens: cachedInput,
      cache_creation_input_tokens: 0,
      output_tokens: output,
    },
  }
}

/** As the API does: next to nothing was put out yet, and what it comes to is told at the end. */
function begun({ usage, ...spoken }: Spoken): Spoken {
  return { ...spoken, usage: usage === null ? null : { ...usage, output: Math.min(usage.output, 1) } }
}

function piecesOf(spoken: Spoken): readonly Piece[] {
  const event = (type: string, data: object): Piece => ({ event: type, data: { type, ...data } })
  const output_tokens = spoken.usage?.output ?? 0
  return [
    event('message_start', { message: message(begun(spoken)) }),
    ...blocksOf(spoken).flatMap((block, index) => [
      event('content_block_start', { index, content_block: opened(block) }),
      ...deltas(block).map((delta) => event('content_block_delta', { index, delta })),
      event('content_block_stop', { index }),
    ]),
    event('message_delta', { delta: { stop_reason: stopOf(spoken), stop_sequence: null }, usage: { output_tokens } }),
    event('message_stop', {}),
  ]
}

function opened(block: Block): object {
  switch (block.type) {
    case 'thinking':
      return { ...block, thinking: '', signature: '' }
    case 'text':
      return { ...block, text: '' }
    case 'tool_use':
      return { ...block, input: {} }
  }
}

function deltas(block: Block): readonly object[] {
  switch (block.type) {
    case 'thinking':
      return [
        ...cutUp(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: block.signature },
      ]
    case 'text':
      return cutUp(block.text).map((text) => ({ type: 'text_delta', text }))
    case 'tool_use':
      return cutUp(JSON.stringify(block.input)).map((partial_json) => ({ type: 'input_json_delta', partial_json }))
  }
}
