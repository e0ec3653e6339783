/**
 * The only way out of a sandbox: a proxy of HTTP (CONNECT, and requests that name a whole address) on a Unix socket,
 * for one program and as long as it runs. Connects to what is opened and to nothing else; names are resolved here,
 * none inside. It is the program's own, so that whoever floods it keeps out itself alone; it is bounded for the host's sake:
 * 256 connections, 16 KiB of head within 10 s, and of what passes through no more than the streams' own buffers.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Dialled, dial, type Ways } from './dial.ts'
import { type Target, targetOf, textOf } from './hosts.ts'

export interface Refusal {
  /** The refused target, as `host:port`. */
  readonly target: string
  /** `private`: the name is opened, and leads to an address that is not public. */
  readonly why: 'unopened' | 'private'
}

export interface WayOut extends AsyncDisposable {
  /** Path of its socket. */
  readonly socket: string
}

const mostConnections = 256
const headBytes = 16 * 1024
const headMs = 10_000

export async function openProxy(socket: string, ways: Ways, refused: (refusal: Refusal) => void): Promise<WayOut> {
  const open = new Set<Duplex>()
  const server = createServer({
    maxHeaderSize: headBytes,
    headersTimeout: headMs,
    requestTimeout: 0,
    connectionsCheckingInterval: 1_000,
  })
  server.maxConnections = mostConnections

  async function reach(target: Target): Promise<Dialled> {
    const dialled = await dial(target, ways)
    if (dialled.kind === 'connected') track(dialled.socket)
    if (dialled.kind === 'unopened' || dialled.kind === 'private')
      refused({ target: textOf(target), why: dialled.kind })
    return dialled
  }

  /** A stream that breaks off is an error of nobody here: both ends see it themselves. */
  function track(stream: Duplex): void {
    open.add(stream)
    stream.on('error', () => stream.destroy())
    stream.on('close', () => open.delete(stream))
  }

  async function tunnel(inner: Duplex, to: string, head: Buffer): Promise<void> {
    const target = targetOf(to)
    if (target === null) return void inner.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
    const dialled = await reach(target)
    if (dialled.kind !== 'connected') return void inner.end(answerTo(target, dialled))
    const outer = dialled.socket
    if (inner.destroyed) return void outer.destroy()
    inner.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    if (head.length > 0) outer.write(head)
    joinStreams(inner, outer)
  }

  async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = URL.canParse(incoming.url ?? '') ? new URL(incoming.url ?? '') : null
    const target = url?.protocol === 'http:' ? targetOf(`${url.hostname}:${url.port || 80}`) : null
    if (url === null || target === null) return void response.writeHead(400).end()
    const dialled = await reach(target)
    if (dialled.kind !== 'connected') {
      const { status, text } = explained(target, dialled)
      return void response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' }).end(text)
    }
    const { socket: outer } = dialled
    if (response.destroyed) return void outer.destroy()
    const onward = request({
      createConnection: () => outer,
      method: incoming.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...onwardHeaders(incoming.headers), host: url.host, connection: 'close' },
    })
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, onwardHeaders(answer.headers))
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    onward.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()))
    response.on('close', () => outer.destroy())
    incoming.on('error', () => outer.destroy())
    incoming.pipe(onward)
  }

  server.on('connection', track)
  server.on(
    'connect',
    (incoming, inner, head) => void tunnel(inner, incoming.url ?? '', head).catch(() => inner.destroy()),
  )
  server.on('request', (incoming, response) => void pass(incoming, response).catch(() => response.destroy()))
  server.on('clientError', (_error, inner) => void inner.destroy())
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socket, resolve))
  server.on('error', () => undefined)
  return {
    socket,
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
      for (const stream of open) stream.destroy()
      await closed
    },
  }
}

/** One direction may end before the other; a stream that is cut off takes the other with it. */
function joinStreams(inner: Duplex, outer: Duplex): void {
  inner.pipe(outer)
  outer.pipe(inner)
  inner.on('close', () => outer.destroy())
  outer.on('close', () => inner.destroy())
}

type Failed = Exclude<Dialled, { kind: 'connected' }>

function explained(target: Target, failed: Failed): { readonly status: 403 | 502; readonly text: string } {
  const name = textOf(target)
  switch (failed.kind) {
    case 'unopened':
      return { status: 403, text: `Sigma's sandbox refuses ${name}: it is not opened.\n` }
    case 'private':
      return { status: 403, text: `Sigma's sandbox refuses ${name}: its address is not a public one.\n` }
    case 'unreachable':
      return { status: 502, text: `${name} cannot be reached: ${failed.why}\n` }
  }
}

function answerTo(target: Target, failed: Failed): string {
  const { status, text } = explained(target, failed)
  const reason = status === 403 ? 'Forbidden' : 'Bad Gateway'
  const head = `HTTP/1.1 ${status} ${reason}\r\nContent-Type: text/plain\r\nConnection: close\r\n`
  return `${head}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}

/** Headers for the next machine only, credentials for a proxy among them. */
const hopByHop = /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host)$/

function onwardHeaders(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.test(name)))
}
