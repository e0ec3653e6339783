/**
 * A scripted language model on loopback, for tests that drive a real agent. It speaks as much of the Anthropic Messages
 * API as an agent needs for its turns (one reply after another, streamed, with tool calls) and refuses everything else.
 *
 * 1. It chooses by what it is told, never by the order of requests: agents make calls of their own on the side and repeat
 *    what failed. The lane is the first whose words all stand in the conversation's first message; the reply in that
 *    lane is the one after as many replies as the conversation already holds.
 * 2. It listens on 127.0.0.1 only, does not keep the process alive, and ends by itself after its lifetime.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'

/** What the model says to a conversation of one kind, reply by reply. */
export interface Lane {
  /** Words that must all stand in the first message. */
  readonly when: readonly string[]
  readonly replies: readonly ModelReply[]
}

/** One message of the model: tool calls for the agent to carry out, or the text that ends the turn. */
export type ModelReply = { readonly calls: readonly ToolCall[] } | { readonly text: string }

export interface ToolCall {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

export interface ModelServer extends AsyncDisposable {
  /** For `ANTHROPIC_BASE_URL`. */
  readonly url: string
  /** Why requests were refused, in order; empty when the script covered everything. */
  readonly refused: readonly string[]
  /** First messages of the conversations that got at least one reply. */
  readonly prompts: ReadonlySet<string>
}

const tenMinutesMs = 600_000
const maxRequestBytes = 20_000_000

const requestSchema = z.object({
  model: z.string(),
  stream: z.boolean().optional(),
  messages: z
    .array(
      z.object({
        role: z.string(),
        content: z.union([z.string(), z.array(z.object({ type: z.string(), text: z.string().optional() }))]),
      }),
    )
    .min(1),
})
type ModelRequest = z.infer<typeof requestSchema>

export async function modelServer(lanes: readonly Lane[], lifetimeMs: number = tenMinutesMs): Promise<ModelServer> {
  const refused: string[] = []
  const prompts = new Set<string>()
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => refuse(response, 500, String(error)))
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname
    if (request.method !== 'POST' || path !== '/v1/messages') {
      return refuse(response, 404, `${request.method} ${path} is not served`)
    }
    const parsed = requestSchema.safeParse(JSON.parse(await read(request)))
    if (!parsed.success) return refuse(response, 400, z.prettifyError(parsed.error))
    const prompt = firstMessage(parsed.data)
    const lane = lanes.find(({ when }) => when.every((words) => prompt.includes(words)))
    if (lane === undefined) return refuse(response, 400, `no lane for: ${prompt.slice(0, 500)}`)
    const said = parsed.data.messages.filter(({ role }) => role === 'assistant').length
    const reply = lane.replies[said]
    if (reply === undefined) return refuse(response, 400, `the lane ${lane.when.join(', ')} has no reply ${said + 1}`)
    prompts.add(prompt)
    send(response, parsed.data, message(reply, said))
  }

  function refuse(response: ServerResponse, status: number, reason: string): void {
    refused.push(reason)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: reason } }))
  }

  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  server.unref()
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has an address')
  const close = async (): Promise<void> => {
    clearTimeout(lifetime)
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  const lifetime = setTimeout(() => void close(), lifetimeMs).unref()
  return { url: `http://127.0.0.1:${address.port}`, refused, prompts, [Symbol.asyncDispose]: close }
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    parts.push(part)
    bytes += part.length
    if (bytes > maxRequestBytes) throw new Error('the request is too large')
  }
  return Buffer.concat(parts).toString('utf8')
}

function firstMessage({ messages }: ModelRequest): string {
  const content = messages[0]?.content ?? ''
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('\n')
}

interface Message {
  readonly stop: 'tool_use' | 'end_turn'
  readonly blocks: readonly Block[]
}

type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: ToolCall['input'] }

function message(reply: ModelReply, said: number): Message {
  if ('text' in reply) return { stop: 'end_turn', blocks: [{ type: 'text', text: reply.text }] }
  const blocks = reply.calls.map(({ tool, input }, index): Block => {
    return { type: 'tool_use', id: `toolu_${said}_${index}`, name: tool, input }
  })
  return { stop: 'tool_use', blocks }
}

function send(response: ServerResponse, { model, stream }: ModelRequest, { stop, blocks }: Message): void {
  const whole = {
    // Agents take replies with one id for parts of one message.
    id: `msg_${randomUUID()}`,
    type: 'message',
    role: 'assistant',
    model,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }
  if (stream !== true) {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ...whole, content: blocks, stop_reason: stop }))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const event = (type: string, data: object): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
  }
  event('message_start', { message: { ...whole, content: [], stop_reason: null } })
  for (const [index, block] of blocks.entries()) {
    event('content_block_start', { index, content_block: opened(block) })
    event('content_block_delta', { index, delta: delta(block) })
    event('content_block_stop', { index })
  }
  event('message_delta', { delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 1 } })
  event('message_stop', {})
  response.end()
}

const opened = (block: Block): object => (block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} })

const delta = (block: Block): object =>
  block.type === 'text'
    ? { type: 'text_delta', text: block.text }
    : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
