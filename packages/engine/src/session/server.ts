/**
 * The host's end of the socket. Whatever comes in, from whichever program of the same user, costs the host at most a
 * bounded amount of memory and a line of its time: lines, open requests, unread answers and the wait for a greeting
 * all have an end, and a guest that goes beyond it is dropped. The others, and the run, do not notice.
 */
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { hostFull, sessionMalformed, sessionVersion as versionDiffers } from '../errors.ts'
import { linesOfAtMost } from './lines.ts'
import {
  failureOf,
  type Greeting,
  greetingBytes,
  hello,
  lineBytes,
  type Reply,
  type Request,
  requestSchema,
  sessionVersion,
  versionedSchema,
} from './message.ts'
import { type Guest, type Handler, handler } from './operation.ts'

export interface SessionServer {
  /** Requests of guests that have no answer yet. */
  open(): number
  /** Tells all guests that the host leaves, once what was answered is on its way. The socket is gone afterwards. */
  close(): Promise<void>
}

/** Most guests at once. Each agent in a turn may be one, and each takes a file descriptor of the host. */
export const mostGuests = 2_048
/** Most guests that are being told that the host is full; a further one is dropped without a word. */
const mostTold = 256
const mostOpen = 64
/** Most bytes of all unfinished lines together. */
const mostHeldBytes = 64 * 1024 * 1024
/** A guest that does not read: beyond the first it is shown nothing more, beyond the second it is dropped. */
const [shownBytes, unreadBytes] = [256 * 1024, 16 * 1024 * 1024]
const greetMs = 10_000
const lineMs = 30_000
const flushMs = 1_000
const lineFeed = 10

/** Listens at this address, whose folder only its user can enter; only the lock's holder may. */
export async function listenAt(
  address: string,
  greeting: Greeting,
  handlers: readonly Handler[],
): Promise<SessionServer> {
  const all = [handler(hello, () => greeting), ...handlers]
  const known = new Map(all.map((each) => [each.name, each]))
  const guests = new Set<Socket>()
  const burden = { heldBytes: 0, open: 0 }
  const server = createServer((socket) => {
    if (guests.size >= mostGuests) return sendAway(socket)
    guests.add(socket)
    socket.on('close', () => guests.delete(socket))
    serve(socket, { greeting, handlers: known, burden })
  })
  server.maxConnections = mostGuests + mostTold
  rmSync(address, { force: true })
  await listening(server, address)
  chmodSync(address, 0o600)
  return {
    open: () => burden.open,
    close: async () => {
      await turn()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of guests) {
        write(socket, { kind: 'leaving' })
        socket.end()
      }
      const late = setTimeout(() => {
        for (const socket of guests) socket.destroy()
      }, flushMs)
      await closed
      clearTimeout(late)
    },
  }
}

/**
 * Tells a guest that the host is full. Bytes that the guest still sends are read and thrown away: were the socket closed over
 * them, the guest could lose the answer.
 */
function sendAway(socket: Socket): void {
  const late = setTimeout(() => socket.destroy(), flushMs)
  socket.on('error', () => socket.destroy())
  socket.on('close', () => clearTimeout(late))
  socket.resume()
  write(socket, { kind: 'failure', id: null, failure: failureOf(hostFull(mostGuests)) })
  socket.end()
}

function listening(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ path: address, backlog: mostGuests }, () => {
      server.off('error', reject)
      // A connection that could not be accepted is that guest's loss.
      server.on('error', () => undefined)
      resolve()
    })
  })
}

interface Serving {
  readonly greeting: Greeting
  readonly handlers: ReadonlyMap<string, Handler>
  /** What all guests together cost. */
  readonly burden: { heldBytes: number; open: number }
}

function serve(socket: Socket, { greeting, handlers, burden }: Serving): void {
  let greeted = false
  const open = new Set<number>()
  const lines = linesOfAtMost(() =>
    Math.min(greeted ? lineBytes : greetingBytes, mostHeldBytes - burden.heldBytes + lines.held),
  )
  const gone = new AbortController()
  const guest: Guest = {
    gone: gone.signal,
    show: (activity) => {
      if (socket.writableLength < shownBytes) write(socket, { kind: 'activity', activity })
    },
  }
  let patience: NodeJS.Timeout | null = setTimeout(drop, greetMs)

  function drop(): void {
    socket.destroy()
  }

  function refuse(error: unknown): void {
    write(socket, { kind: 'failure', id: null, failure: failureOf(error) })
    socket.end()
    socket.destroySoon()
  }

  async function carryOut({ id, op, args }: Request): Promise<void> {
    const known = handlers.get(op)
    open.add(id)
    burden.open += 1
    try {
      if (known === undefined) throw sessionMalformed(`there is no operation ${op} here`)
      const value = await known.handle(args, guest)
      write(socket, { kind: 'answer', id, value })
    } catch (error) {
      write(socket, { kind: 'failure', id, failure: failureOf(error) })
    } finally {
      open.delete(id)
      burden.open -= 1
    }
  }

  function take(line: string): boolean {
    const request = requestIn(line, greeting)
    if (request instanceof Error) {
      refuse(request)
      return false
    }
    if (!greeted && request.op !== hello.name) {
      refuse(sessionMalformed('a greeting comes first'))
      return false
    }
    if (open.has(request.id) || open.size >= mostOpen) {
      refuse(sessionMalformed('too many requests are open'))
      return false
    }
    greeted = true
    carryOut(request).catch(drop)
    return true
  }

  /** Time runs from the beginning of a line, and of the connection, to the end of it: dripping does not lengthen it. */
  function mind(wholeLines: number): void {
    if (wholeLines > 0 || lines.held === 0) {
      if (greeted && patience !== null) clearTimeout(patience)
      if (greeted) patience = null
    }
    if (greeted && lines.held > 0) patience ??= setTimeout(drop, lineMs)
  }

  /** What comes in one go with the greeting is bound as what comes after it. */
  function* parts(chunk: Buffer): Generator<Buffer> {
    const end = greeted ? 0 : chunk.indexOf(lineFeed) + 1
    if (end > 0) yield chunk.subarray(0, end)
    if (end < chunk.length) yield chunk.subarray(end)
  }

  function read(chunk: Buffer): void {
    if (!socket.writable) return
    const before = lines.held
    const whole = lines.take(chunk)
    burden.heldBytes += lines.held - before
    if (whole === null) refuse(sessionMalformed('a line is too long, or no text'))
    else if (whole.every(take)) mind(whole.length)
  }

  socket.on('data', (chunk: Buffer) => {
    for (const part of parts(chunk)) read(part)
  })
  // A guest that breaks off is no failure of the host's.
  socket.on('error', drop)
  socket.on('close', () => {
    if (patience !== null) clearTimeout(patience)
    burden.heldBytes -= lines.held
    gone.abort()
  })
}

function requestIn(line: string, { pid, command }: Greeting): Request | Error {
  try {
    const value: unknown = JSON.parse(line)
    const request = requestSchema.safeParse(value)
    if (request.success) return request.data
    const versioned = versionedSchema.safeParse(value)
    const other = versioned.success && versioned.data.v !== sessionVersion
    return other ? versionDiffers(pid, command) : sessionMalformed('it has not the form of one')
  } catch {
    return sessionMalformed('it is no JSON')
  }
}

function write(socket: Socket, reply: Reply): void {
  if (!socket.writable) return
  socket.write(`${JSON.stringify(reply)}\n`)
  if (socket.writableLength > unreadBytes) socket.destroy()
}
