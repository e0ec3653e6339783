/**
 * The MCP server of one turn, in the host's own process: on 127.0.0.1, at a port that the system chose and that the turn
 * has for itself, so that no other turn can reach it from its sandbox, or keep it busy. Who asks is known by the
 * capability of that turn, and by nothing else. Bounded all the same: 32 connections, 16 KiB of head and 256 KiB of body
 * within 10 s, and answered within a minute. It goes when the turn is over, and with the host.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Capabilities, Claims } from '@sigma/engine'
import { isJsonObject, parseJson } from '@sigma/protocol'
import { admit, path, type Refusal, refused } from './admission.ts'
import { bodyOf } from './body.ts'
import type { Tool } from './tool.ts'

export interface TurnServer extends AsyncDisposable {
  readonly url: string
}

export interface TurnServerSpec {
  readonly run: string
  readonly attempt: string
  readonly tools: readonly Tool[]
  readonly capabilities: Pick<Capabilities, 'claims' | 'issued'>
  /** Is told of who was not let in; `token`: whose it was, where it was a genuine one. */
  readonly refused: (refusal: Refusal, token: Claims | null) => void
  /** Within which a request must have come, head and body; 10 s where nothing is said. */
  readonly requestMs?: number
  /** Within which it must be answered after that; a minute where nothing is said. */
  readonly answerMs?: number
}

const mostConnections = 32
const headBytes = 16 * 1024
const bodyBytes = 256 * 1024

export async function openTurnServer(spec: TurnServerSpec): Promise<TurnServer> {
  const { run, attempt, tools, capabilities, requestMs = 10_000, answerMs = 60_000 } = spec
  let isOver = false
  const server = createServer(
    {
      maxHeaderSize: headBytes,
      headersTimeout: requestMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: Math.min(1_000, requestMs),
      keepAliveTimeout: 5_000,
    },
    (incoming, response) => {
      serve(incoming, response).catch(() => response.destroy())
    },
  )
  server.maxConnections = mostConnections
  server.listen(0, '127.0.0.1')
  // Fails when the server cannot listen.
  await once(server, 'listening')
  // A connection that could not be accepted is that program's loss.
  server.on('error', () => undefined)
  // What else the host has to do keeps it alive; this does not.
  server.unref()
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A server on loopback has a port.')
  const { port } = address

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const token = admit(incoming, port)
    if (typeof token !== 'string') return refuse(response, token, null)
    const refusal = refusalOf(token)
    if (refusal !== null) return refuse(response, refusal, capabilities.issued(token))
    response.setTimeout(answerMs, () => response.destroy())
    const text = await bodyOf(incoming, bodyBytes)
    const body = text === null ? undefined : parseJson(text)
    if (!isJsonObject(body)) return refuse(response, text === null ? tooLarge : unreadable, capabilities.issued(token))
    // A turn that was over before its request had come is over.
    const late = isOver ? closed : refusalOf(token)
    if (late !== null) return refuse(response, late, capabilities.issued(token))
    const { answerWith } = await import('./tool-server.ts')
    await give(response, await answerWith(tools, requestOf(incoming), body))
  }

  function refusalOf(token: string): Refusal | null {
    const claims = capabilities.claims(token)
    if (claims === null) return closed
    return claims.run === run && claims.attempt === attempt ? null : elsewhere
  }

  function refuse(response: ServerResponse, refusal: Refusal, token: Claims | null): void {
    const { status, reason } = refusal
    // Clients of the protocol try whether there is more than POST; that is their way of asking.
    if (status !== 405) spec.refused(refusal, token)
    const more = status === 401 ? { 'www-authenticate': 'Bearer' } : status === 405 ? { allow: 'POST' } : {}
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...more })
    response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message: reason } }))
  }

  return {
    url: `http://127.0.0.1:${port}${path}`,
    [Symbol.asyncDispose]: async () => {
      isOver = true
      const over = new Promise<void>((resolve) => void server.close(() => resolve()))
      server.closeAllConnections()
      await over
    },
  }
}

const closed = refused(401, 'turn-over', 'This token is of no turn that is open.')
const elsewhere = refused(401, 'other-turn', 'This token is of another turn than this address.')
const tooLarge = refused(413, 'too-large', `At most ${bodyBytes} bytes of text are read.`)
const unreadable = refused(400, 'unreadable', 'The body is no JSON object that is read here.')

/** The head of a request, as the protocol's library takes it; the body is given beside it. */
function requestOf({ headers }: IncomingMessage): Request {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && name !== 'authorization' ? [[name, value] as const] : [],
  )
  return new Request(`http://127.0.0.1${path}`, { method: 'POST', headers: Object.fromEntries(kept) })
}

async function give(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(await answer.text())
}
