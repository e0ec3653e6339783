import { z } from 'zod'
import { callId, type Entry } from './conversation.ts'
import { cutUp, type Dialect, errorNames, type Piece, type Spoken } from './dialect.ts'
import type { ToolCall } from './script.ts'

/** As both of OpenAI's APIs have it. */
export const contentSchema = z.union([z.string(), z.array(z.object({ text: z.string().optional() }))]).nullish()

const itemSchema = z.object({
  type: z.string().optional(),
  role: z.string().optional(),
  content: contentSchema,
  call_id: z.string().optional(),
  output: z.unknown().optional(),
})

/** What has no name is a tool that the vendor's server runs, such as `web_search`; a namespace has tools of its own. */
const toolSchema = z.object({ type: z.string(), name: z.string().optional() })

const requestSchema = z.object({
  model: z.string(),
  stream: z.boolean().nullish(),
  instructions: z.string().nullish(),
  tools: z.array(toolSchema.extend({ tools: z.array(toolSchema).optional() })).nullish(),
  input: z.union([z.string(), z.array(itemSchema).min(1)]),
})

/** OpenAI's Responses. */
export const responses: Dialect = {
  name: 'openai-responses',
  path: '/v1/responses',
  read: (body) => {
    const { model, stream, instructions, tools, input } = requestSchema.parse(body)
    const items = typeof input === 'string' ? [{ role: 'user', content: input, output: undefined }] : input
    const told = items.filter(({ role }) => role === 'system' || role === 'developer')
    return {
      model,
      stream: stream === true,
      system: [instructions ?? '', ...told.map(({ content }) => textOf(content))].join('\n'),
      tools: (tools ?? []).flatMap(({ type, name, tools: inner }) =>
        inner === undefined
          ? [name ?? type]
          : inner.map((tool) => [...(name === undefined ? [] : [name]), tool.name ?? tool.type].join('.')),
      ),
      entries: items.flatMap(entriesOf),
      tellsUsage: true,
    }
  },
  whole: (spoken) => ({ ...response(spoken, 'completed'), output: itemsOf(spoken).map(whole) }),
  pieces: piecesOf,
  refusal: openaiRefusal,
}

export function openaiRefusal(status: number, message: string): object {
  const name = status === 404 ? errorNames[400] : errorNames[status]
  const type = status >= 500 ? 'server_error' : name
  return { error: { message, type: type ?? 'server_error', param: null, code: null } }
}

function entriesOf({
  type = 'message',
  role,
  content,
  call_id = '',
  output,
}: z.infer<typeof itemSchema>): readonly Entry[] {
  if (type === 'message' && role === 'user') return [{ kind: 'prompt', text: textOf(content) }]
  if (type === 'message' && role === 'assistant') return [{ kind: 'said', text: textOf(content), calls: [] }]
  if (type === 'function_call' || type === 'custom_tool_call') return [{ kind: 'said', text: '', calls: [call_id] }]
  if (!type.endsWith('_output')) return []
  const text = typeof output === 'string' ? output : JSON.stringify(output ?? '')
  return [{ kind: 'result', call: call_id, text, isError: false }]
}

export const textOf = (content: z.infer<typeof contentSchema>): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('\n')

/** One part of an answer: as it stands at first, what is added piece by piece, and under which name. */
interface Item {
  readonly begun: object
  readonly said: (text: string) => object
  readonly text: string
  readonly delta: string
  readonly at: object
}

const whole = ({ begun, said, text }: Item): object => ({ ...begun, ...said(text), status: 'completed' })

function itemsOf({ id, reply: { thought, text, calls = [] } }: Spoken): readonly Item[] {
  const items: Item[] = []
  if (thought !== undefined) {
    items.push({
      begun: { type: 'reasoning', id: `rs_${id}` },
      said: (text) => ({ summary: text === '' ? [] : [{ type: 'summary_text', text }] }),
      text: thought,
      delta: 'response.reasoning_summary_text',
      at: { summary_index: 0 },
    })
  }
  if (text !== undefined) {
    items.push({
      begun: { type: 'message', id: `msg_${id}`, role: 'assistant' },
      said: (text) => ({ content: text === '' ? [] : [{ type: 'output_text', text, annotations: [] }] }),
      text,
      delta: 'response.output_text',
      at: { content_index: 0 },
    })
  }
  return [...items, ...calls.map((call, index) => itemOf(id, call, index))]
}

function itemOf(reply: string, { tool, input, namespace }: ToolCall, index: number): Item {
  const call = { call_id: callId(reply, index), name: tool, ...(namespace === undefined ? {} : { namespace }) }
  const [type, named, id] =
    typeof input === 'string' ? ['custom_tool_call', 'input', 'ctc'] : ['function_call', 'arguments', 'fc']
  return {
    begun: { type, id: `${id}_${reply}_${index}`, ...call },
    said: (text) => ({ [named]: text }),
    text: typeof input === 'string' ? input : JSON.stringify(input),
    delta: `response.${type}_${named}`,
    at: {},
  }
}

function response({ id, model, usage }: Spoken, status: 'in_progress' | 'completed'): object {
  const told = usage !== null && {
    input_tokens: usage.input,
    input_tokens_details: { cached_tokens: usage.cachedInput ?? 0 },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: usage.input + usage.output,
  }
  return {
    id: `resp_${id}`,
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    status,
    model,
    output: [],
    usage: status === 'completed' && told !== false ? told : null,
  }
}

function piecesOf(spoken: Spoken): readonly Piece[] {
  const items = itemsOf(spoken)
  const events: readonly (readonly [string, object])[] = [
    ['response.created', { response: response(spoken, 'in_progress') }],
    ...items.flatMap(eventsOf),
    ['response.completed', { response: { ...response(spoken, 'completed'), output: items.map(whole) } }],
  ]
  return events.map(([type, data], sequence_number) => ({ event: type, data: { type, sequence_number, ...data } }))
}

function eventsOf(item: Item, output_index: number): readonly (readonly [string, object])[] {
  const item_id = 'id' in item.begun ? item.begun.id : undefined
  const place = { item_id, output_index, ...item.at }
  return [
    ['response.output_item.added', { output_index, item: { ...item.begun, ...item.said(''), status: 'in_progress' } }],
    ...cutUp(item.text).map((delta) => [`${item.delta}.delta`, { ...place, delta }] as const),
    ['response.output_item.done', { output_index, item: whole(item) }],
  ]
}
