/**
 * An HTTP server on 127.0.0.1 that takes one message of MCP and gives one answer, with nothing kept between them. Bounded: 16 KiB of
 * head, so much of a body within 10 s, and answered within a minute. Each connection carries one request: one
 * that was kept open could be closed by the server just as the client sends its next request, and what an agent reports would be lost.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { isJsonObject, type JsonObject, parseJson } from '@sigma/protocol'
import { path, type Refusal, refused } from './admission.ts'
import { bodyOf } from './body.ts'

export interface Loopback extends AsyncDisposable {
  readonly url: string
}

export interface LoopbackSpec {
  /** Absent: one that the system chooses. */
  readonly port?: number | undefined
  readonly connections: number
  readonly bodyBytes: number
  /** Of pages that are let in; absent: none is. A browser asks before it sends what such a page has. */
  readonly origins?: readonly string[]
  /** Looks at the head of a request, before its body is read and after; `port`: the server's own. */
  readonly admit: (incoming: IncomingMessage, port: number) => Refusal | null
  readonly refused?: (refusal: Refusal, incoming: IncomingMessage, port: number) => void
  readonly answer: (request: Request, body: JsonObject) => Promise<Response>
  /** Within which a request must have come, head and body; 10 s where nothing is said. */
  readonly requestMs?: number | undefined
  /** Within which it must be answered after that; a minute where nothing is said. */
  readonly answerMs?: number | undefined
}

const headBytes = 16 * 1024

/** Fails when the server cannot listen. */
export async function openLoopback(spec: LoopbackSpec): Promise<Loopback> {
  const { requestMs = 10_000, answerMs = 60_000, bodyBytes } = spec
  const server = createServer(
    {
      maxHeaderSize: headBytes,
      headersTimeout: requestMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: Math.min(1_000, requestMs),
    },
    (incoming, response) => {
      serve(incoming, response).catch(() => response.destroy())
    },
  )
  server.maxConnections = spec.connections
  server.maxRequestsPerSocket = 1
  // There is nothing that a request may expect beforehand.
  server.on('checkExpectation', (_, response) => response.writeHead(417, { connection: 'close' }).end())
  server.listen(spec.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  // A connection that could not be accepted is that program's loss.
  server.on('error', () => undefined)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A server on loopback has a port.')
  const { port } = address
  // What else the process has to do keeps it alive; this does not.
  server.unref()

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('connection', 'close')
    const { origin } = incoming.headers
    if (origin !== undefined && spec.origins?.includes(origin) === true) {
      for (const [name, value] of Object.entries(pageHeaders(origin))) response.setHeader(name, value)
      // What it asks beforehand carries no token, and tells nothing.
      if (incoming.method === 'OPTIONS') return void response.writeHead(204).end()
    }
    const early = spec.admit(incoming, port)
    if (early !== null) return refuse(incoming, response, early)
    response.setTimeout(answerMs, () => response.destroy())
    const text = await bodyOf(incoming, bodyBytes)
    const body = text === null ? undefined : parseJson(text)
    if (!isJsonObject(body)) return refuse(incoming, response, text === null ? tooLarge : unreadable)
    const late = spec.admit(incoming, port)
    if (late !== null) return refuse(incoming, response, late)
    await give(response, await spec.answer(requestOf(incoming), body))
  }

  const tooLarge = refused(413, 'too-large', `At most ${bodyBytes} bytes of text are read.`)

  function refuse(incoming: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
    const { status, reason } = refusal
    // Clients of the protocol try whether there is more than POST; that is their way of asking.
    if (status !== 405) spec.refused?.(refusal, incoming, port)
    const more = status === 401 ? { 'www-authenticate': 'Bearer' } : status === 405 ? { allow: 'POST' } : {}
    response.writeHead(status, { 'content-type': 'application/json', ...more })
    response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message: reason } }))
  }

  return {
    url: `http://127.0.0.1:${port}${path}`,
    [Symbol.asyncDispose]: async () => {
      const over = new Promise<void>((resolve) => void server.close(() => resolve()))
      server.closeAllConnections()
      await over
    },
  }
}

/** For a page of this origin alone. */
const pageHeaders = (origin: string): Readonly<Record<string, string>> => ({
  'access-control-allow-origin': origin,
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers':
    'authorization, content-type, accept, mcp-protocol-version, mcp-session-id, last-event-id',
  'access-control-max-age': '600',
  vary: 'origin',
})

const unreadable = refused(400, 'unreadable', 'The body is no JSON object that is read here.')

/** The head of a request, as the protocol's library takes it; the body is given beside it. */
function requestOf({ headers }: IncomingMessage): Request {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && name !== 'authorization' ? [[name, value] as const] : [],
  )
  return new Request(`http://127.0.0.1${path}`, { method: 'POST', headers: Object.fromEntries(kept) })
}

async function give(response: ServerResponse, answer: Response): Promise<void> {
  const headers = [...answer.headers].filter(([name]) => name !== 'connection')
  response.writeHead(answer.status, Object.fromEntries(headers))
  response.end(await answer.text())
}
