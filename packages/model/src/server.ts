/**
 * A scripted language model on loopback: it plays a file and says so. Real agents talk to it as to a real one.
 *
 * 1. It chooses by what it is told, never by the order of requests: agents make calls of their own on the side and
 *    repeat what failed. A fault that passes is counted for each conversation by itself.
 * 2. It listens on 127.0.0.1 only, does not keep the process alive, and ends by itself after its lifetime.
 * 3. What a request is authorised by is never looked at and never kept.
 */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { anthropic } from './anthropic.ts'
import { chat } from './chat.ts'
import { type Choice, type Conversation, choose, identityOf, nameOf, type Speaker } from './conversation.ts'
import type { Dialect, Spoken } from './dialect.ts'
import { cannotListen } from './errors.ts'
import { responses } from './responses.ts'
import type { Fault, Reply, Script } from './script.ts'
import { speak } from './speech.ts'

/** One request of the model, as it was understood. */
export interface Asked {
  readonly api: Dialect['name']
  /** The path of the address that it came to. */
  readonly path: string
  readonly conversation: Conversation
  /** Name of the lane; null: no lane was for the request. */
  readonly lane: string | null
  /** The prompt by which the lane was chosen. */
  readonly prompt: string | null
  /** Number of the reply in its lane, from 0. */
  readonly reply: number | null
  /** What was answered: the reply, a fault in its place, something short to a call on the side, or a refusal. */
  readonly outcome: 'reply' | Fault['kind'] | 'side' | 'refused'
}

export interface ModelServer extends AsyncDisposable {
  /** Address for `ANTHROPIC_BASE_URL`; with `/v1` it is what OpenAI's clients call base. */
  readonly url: string
  /** Host and port of the address. */
  readonly host: string
  /** Requests in order; of very many the latest. */
  readonly asked: readonly Asked[]
  /** Why requests were refused, in order; empty when the script covered everything. */
  readonly refused: readonly string[]
  /** Waits for the first request that is like this, which may have come already. */
  until(isIt: (asked: Asked) => boolean, signal?: AbortSignal): Promise<Asked>
}

export interface ModelOptions {
  /** Lifetime of the server, in milliseconds; absent: ten minutes. */
  readonly lifetimeMs?: number
  /** Port to listen on; 0: any that is free. */
  readonly port?: number
  readonly onAsked?: (asked: Asked, why: string | null) => void
  /** Called with the body of each request that was understood, as it was sent. */
  readonly onBody?: (body: unknown, api: Dialect['name']) => void
}

const tenMinutesMs = 600_000
const maxRequestBytes = 50_000_000
const maxKept = 5_000
const dialects: readonly Dialect[] = [anthropic, responses, chat]
const sideReply: Reply = { text: 'Scripted.' }

/** Fails with `model-port`. */
export async function modelServer(script: Script | Speaker, options: ModelOptions = {}): Promise<ModelServer> {
  const { lifetimeMs = tenMinutesMs, port = 0, onAsked, onBody } = options
  const asked: Asked[] = []
  const refused: string[] = []
  const waiting = new Set<(one: Asked) => void>()
  const failures = new Map<string, number>()
  const lanes = typeof script === 'function' ? [] : script.lanes

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else refuse(response, anthropic, 400, String(error))
    })
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const dialect = dialects.find(({ path }) => pathname.endsWith(path))
    if (dialect === undefined || request.method !== 'POST') return beside(request, response, pathname)
    const body: unknown = JSON.parse(await read(request))
    const parsed = understood(dialect, body)
    if (typeof parsed === 'string') return refuse(response, dialect, 400, parsed)
    onBody?.(body, dialect.name)
    const choice = choose(script, parsed)
    const fault = choice.kind === 'reply' ? faultOf(choice, identityOf(parsed, pathname)) : null
    note({ api: dialect.name, path: pathname, conversation: parsed }, choice, fault)
    if (choice.kind === 'refused') return refuse(response, dialect, 400, choice.why)
    const reply = choice.kind === 'side' ? sideReply : choice.reply
    await speak(response, dialect, spokenOf(parsed, reply), { stream: parsed.stream, fault })
  }

  /** The first fault that still lasts; each comes after those before it. */
  function faultOf({ lane, number, reply }: Choice & { kind: 'reply' }, identity: string): Fault | null {
    for (const [index, fault] of (reply.faults ?? []).entries()) {
      const key = `${index} ${number} ${fault.per === 'lane' ? lanes.indexOf(lane) : identity}`
      const failed = failures.get(key) ?? 0
      const { times = 1 } = fault
      if (times !== null && failed >= times) continue
      failures.set(key, failed + 1)
      return fault
    }
    return null
  }

  function note(request: Pick<Asked, 'api' | 'path' | 'conversation'>, choice: Choice, fault: Fault | null): void {
    const isReply = choice.kind === 'reply'
    const one: Asked = {
      ...request,
      lane: isReply ? nameOf(choice.lane) : null,
      prompt: isReply ? choice.prompt : null,
      reply: isReply ? choice.number : null,
      outcome: fault?.kind ?? choice.kind,
    }
    asked.push(one)
    if (asked.length > maxKept) asked.shift()
    onAsked?.(one, choice.kind === 'refused' ? choice.why : null)
    for (const tell of waiting) tell(one)
  }

  function refuse(response: ServerResponse, dialect: Dialect, status: number, reason: string): void {
    refused.push(reason)
    if (refused.length > maxKept) refused.shift()
    sendJson(response, status, dialect.refusal(status, reason))
  }

  /** Answers requests beside the conversation, such as the list of models. */
  async function beside(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const { method = '' } = request
    if (method === 'HEAD' || (method === 'GET' && path === '/')) return sendJson(response, 200, statement)
    if (method === 'GET' && path.endsWith('/models')) return sendJson(response, 200, modelList)
    if (method === 'POST' && path.endsWith('/count_tokens')) {
      return sendJson(response, 200, { input_tokens: quarter((await read(request)).length) })
    }
    refuse(response, anthropic, 404, `${method} ${path} is not served.`)
  }

  async function until(isIt: (one: Asked) => boolean, signal?: AbortSignal): Promise<Asked> {
    const known = asked.find(isIt)
    if (known !== undefined) return known
    const { promise, resolve, reject } = Promise.withResolvers<Asked>()
    const tell = (one: Asked): void => {
      if (isIt(one)) resolve(one)
    }
    signal?.throwIfAborted()
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    waiting.add(tell)
    return promise.finally(() => waiting.delete(tell))
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(cannotListen(port, cause))).listen(port, '127.0.0.1', resolve)
  })
  server.unref()
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has an address')
  const close = async (): Promise<void> => {
    clearTimeout(lifetime)
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  const lifetime = setTimeout(() => void close(), lifetimeMs).unref()
  const host = `127.0.0.1:${address.port}`
  return { url: `http://${host}`, host, asked, refused, until, [Symbol.asyncDispose]: close }
}

function understood(dialect: Dialect, body: unknown): Conversation | string {
  try {
    return dialect.read(body)
  } catch (error) {
    if (error instanceof z.ZodError) return z.prettifyError(error)
    throw error
  }
}

function spokenOf({ model, tellsUsage, entries, system }: Conversation, reply: Reply): Spoken {
  const told = entries.reduce((sum, entry) => sum + entry.text.length, system.length)
  const { thought = '', text = '', calls = [] } = reply
  const usage = { input: quarter(told), output: quarter(thought.length + text.length + JSON.stringify(calls).length) }
  return {
    id: randomBytes(8).toString('hex'),
    model,
    reply,
    usage: reply.usage === undefined ? usage : reply.usage,
    tellsUsage,
  }
}

const quarter = (characters: number): number => Math.ceil(characters / 4)

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    parts.push(part)
    bytes += part.length
    if (bytes > maxRequestBytes) throw new Error('The request is too large.')
  }
  return Buffer.concat(parts).toString('utf8')
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-scripted-model': 'sigma' })
  response.end(JSON.stringify(body))
}

const statement = { scripted: true, says: 'This is no language model: it plays a script of Sigma.' }

/** The list of models, in the forms of Anthropic and OpenAI at once. */
const modelList = {
  object: 'list',
  data: [{ id: 'scripted', type: 'model', object: 'model', display_name: 'Scripted', owned_by: 'sigma', created: 0 }],
  has_more: false,
  first_id: 'scripted',
  last_id: 'scripted',
}
