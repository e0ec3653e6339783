/**
 * An MCP server for agents in their turns, in the host's own process and for as long as it lives: on 127.0.0.1, at a
 * port that the system chose. Who asks is known by the capability of a turn, and by nothing else; what it may do is what
 * that turn may. Bounded, whoever asks: 64 connections, 16 KiB of head and 256 KiB of body within 10 s, and answered
 * within a minute. What belongs to a turn is cut off when the turn is over.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Capabilities } from '@sigma/engine'
import { isJsonObject, parseJson } from '@sigma/protocol'
import { admit, pathOf, type Refusal, refused } from './admission.ts'
import { bodyOf } from './body.ts'
import type { Tool } from './tool.ts'

export interface TurnServer extends AsyncDisposable {
  /** Lets a turn in, by its token and at an address of its own, to these tools; disposing of it shuts it out. */
  open(turn: OpenTurn): Opened
}

export interface Opened extends Disposable {
  readonly url: string
}

export interface OpenTurn {
  readonly run: string
  readonly attempt: string
  readonly tools: readonly Tool[]
}

export interface TurnServerSpec {
  readonly capabilities: Pick<Capabilities, 'claims' | 'issued'>
  /** Is told of who was not let in. `turn` is the one whose token it had, where that was genuine. */
  readonly refused: (refusal: Refusal, turn: { readonly run: string; readonly attempt: string } | null) => void
}

const mostConnections = 64
const headBytes = 16 * 1024
const bodyBytes = 256 * 1024
const requestMs = 10_000
const answerMs = 60_000

interface Playing extends OpenTurn {
  readonly responses: Set<ServerResponse>
}

export async function openTurnServer({ capabilities, refused: tell }: TurnServerSpec): Promise<TurnServer> {
  const turns = new Map<string, Playing>()
  const server = createServer(
    {
      maxHeaderSize: headBytes,
      headersTimeout: requestMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 5_000,
    },
    (incoming, response) => {
      serve(incoming, response).catch(() => response.destroy())
    },
  )
  server.maxConnections = mostConnections
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
  // A connection that could not be accepted is that program's loss.
  server.on('error', () => undefined)
  // What else the host has to do keeps it alive; this does not.
  server.unref()
  const port = portOf(server.address())

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = incoming
    const admission = admit({ method, url, headers }, port)
    if (admission.kind === 'refused') return refuse(response, admission.refusal, null)
    const claims = capabilities.claims(admission.token)
    const turn = claims === null ? undefined : turns.get(addressOf(claims))
    if (turn === undefined || claims === null) return refuse(response, closed, capabilities.issued(admission.token))
    if (admission.address !== addressOf(claims)) return refuse(response, elsewhere, turn)
    turn.responses.add(response)
    response.on('close', () => turn.responses.delete(response))
    response.setTimeout(answerMs, () => response.destroy())
    const text = await bodyOf(incoming, bodyBytes)
    if (text === null) return refuse(response, tooLarge, turn)
    const body = parseJson(text)
    if (!isJsonObject(body)) return refuse(response, unreadable, turn)
    // A turn that was over before its request had come is over.
    if (capabilities.claims(admission.token) === null || turns.get(admission.address) !== turn)
      return refuse(response, closed, turn)
    const { answerWith } = await import('./tool-server.ts')
    await give(response, await answerWith(turn.tools, requestOf(incoming), body))
  }

  function refuse(response: ServerResponse, refusal: Refusal, turn: Parameters<typeof tell>[1]): void {
    const { status, reason } = refusal
    // Clients of the protocol try whether there is more than POST; that is their way of asking.
    if (status !== 405) tell(refusal, turn)
    const more = status === 401 ? { 'www-authenticate': 'Bearer' } : status === 405 ? { allow: 'POST' } : {}
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...more })
    response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message: reason } }))
  }

  return {
    open: (turn) => {
      const address = addressOf(turn)
      const playing = { ...turn, responses: new Set<ServerResponse>() }
      turns.set(address, playing)
      return {
        url: `http://127.0.0.1:${port}${pathOf(address)}`,
        [Symbol.dispose]: () => {
          if (turns.get(address) === playing) turns.delete(address)
          for (const response of playing.responses) response.destroy()
        },
      }
    },
    [Symbol.asyncDispose]: async () => {
      const over = new Promise<void>((resolve) => void server.close(() => resolve()))
      server.closeAllConnections()
      await over
    },
  }
}

/** No secret: so that a client which is set up for one turn is nobody in another. */
const addressOf = ({ run, attempt }: Pick<OpenTurn, 'run' | 'attempt'>): string =>
  createHash('sha256').update(`${run} ${attempt}`).digest('hex').slice(0, 16)

const { refusal: closed } = refused(401, 'turn-over', 'This token is of no turn that is open.')
const { refusal: elsewhere } = refused(401, 'other-turn', 'This token is of another turn than this address.')
const { refusal: tooLarge } = refused(413, 'too-large', `At most ${bodyBytes} bytes are read.`)
const { refusal: unreadable } = refused(400, 'unreadable', 'The body is no JSON object that is read here.')

function portOf(address: string | AddressInfo | null): number {
  if (typeof address === 'object' && address !== null) return address.port
  throw new Error('A server on loopback has a port.')
}

/** The head of a request, as the protocol's library takes it; the body is given beside it. */
function requestOf({ headers, url = '' }: IncomingMessage): Request {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && name !== 'authorization' ? [[name, value] as const] : [],
  )
  return new Request(`http://127.0.0.1${url}`, { method: 'POST', headers: Object.fromEntries(kept) })
}

async function give(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  if (answer.body !== null) for await (const part of answer.body) if (!response.write(part)) await onceDrained(response)
  response.end()
}

function onceDrained(response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    response.once('drain', resolve)
    response.once('close', () => reject(new Error('The client has gone.')))
  })
}
