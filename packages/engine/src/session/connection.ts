/** A guest's end of the socket. */
import { createConnection, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SigmaError } from '../errors.ts'
import { holderOf } from '../store/lock.ts'
import type { Activity } from '../views/views.ts'
import { isTrusted } from './address.ts'
import { linesOfAtMost } from './lines.ts'
import { errorOf, type Greeting, hello, type Reply, replySchema, sessionVersion } from './message.ts'
import type { Operation } from './operation.ts'

/** The host is gone, or was never there; what was asked of it may or may not have been done. */
export class ConnectionLost extends Error {
  constructor(why: string) {
    super(`The host is gone: ${why}.`)
    this.name = 'ConnectionLost'
  }
}

export interface Connection {
  /** Of the host. */
  readonly greeting: Greeting
  /** Fails as the operation fails, and with `ConnectionLost`. */
  perform<Asked, Answer>(operation: Operation<Asked, Answer>, asked: Asked): Promise<Answer>
  readonly isLost: () => boolean
  /** Ends it; what is open fails with this. */
  close(error?: Error): void
}

export interface ConnectionSpec {
  readonly address: string
  readonly command: string
  readonly show: (activity: Activity) => void
}

/** What a host may send in one line; beyond it something is wrong with it. */
const replyBytes = 32 * 1024 * 1024

/** A guest of a full host waits so long before it asks again, or by chance up to twice as long. */
const againMs = 250
/** A host that is full, or that does not answer, is given up after so long. */
export const giveUpMs = 600_000

/**
 * Resolves once the host has greeted, however long that takes. Fails with `ConnectionLost`, `session-version` and
 * `host-full`.
 */
export async function connect(spec: ConnectionSpec, signal: AbortSignal): Promise<Connection> {
  const began = performance.now()
  for (;;) {
    try {
      return await greeted(spec, signal)
    } catch (error) {
      const isFull = error instanceof SigmaError && error.code === 'host-full'
      if (!isFull || performance.now() - began > giveUpMs) throw error
    }
    await sleep(againMs * (1 + Math.random()))
    if (signal.aborted) throw new ConnectionLost('it was left')
  }
}

async function greeted({ address, command, show }: ConnectionSpec, signal: AbortSignal): Promise<Connection> {
  const socket = createConnection(address)
  const requests = requestsOver(socket, show)
  const leave = (): void => requests.lose('it was left')
  signal.addEventListener('abort', leave, { once: true })
  try {
    const greeting = await requests.perform(hello, { command })
    return {
      greeting,
      perform: requests.perform,
      isLost: requests.isLost,
      close: (error) => {
        if (error !== undefined) requests.failAll(error)
        requests.lose('it was left')
      },
    }
  } catch (error) {
    requests.lose('it gave no greeting')
    throw error
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

/** Where the host of a data folder listens; null: there is none, or it listens nowhere. */
export const socketIn = (folder: string): string | null => holderOf(folder)?.socket ?? null

/** What comes of a connection. Null: no host that is to be trusted listens there, or it went meanwhile. */
export async function overConnection<Result>(
  { address, ...spec }: Omit<ConnectionSpec, 'address'> & { readonly address: string | null },
  signal: AbortSignal,
  use: (connection: Connection) => Result | Promise<Result>,
): Promise<Result | null> {
  if (address === null || !isTrusted(address)) return null
  try {
    return await use(await connect({ address, ...spec }, signal))
  } catch (error) {
    if (error instanceof ConnectionLost) return null
    throw error
  }
}

interface Pending {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

function requestsOver(socket: Socket, show: (activity: Activity) => void) {
  const pending = new Map<number, Pending>()
  const lines = linesOfAtMost(() => replyBytes)
  let last = 0
  let lost: ConnectionLost | null = null

  function lose(why: string): void {
    lost ??= new ConnectionLost(why)
    socket.destroy()
    for (const { reject } of pending.values()) reject(lost)
    pending.clear()
  }

  function failAll(error: Error): void {
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }

  function take(reply: Reply): void {
    switch (reply.kind) {
      case 'activity':
        show(reply.activity)
        return
      case 'leaving':
        lose('it hands over')
        return
      case 'answer':
        pending.get(reply.id)?.resolve(reply.value)
        pending.delete(reply.id)
        return
      case 'failure':
        if (reply.id === null) failAll(errorOf(reply.failure))
        else pending.get(reply.id)?.reject(errorOf(reply.failure))
        if (reply.id !== null) pending.delete(reply.id)
    }
  }

  socket.on('data', (chunk: Buffer) => {
    for (const line of lines.take(chunk) ?? []) {
      const reply = readReply(line)
      if (reply === null) return lose('it says what cannot be read')
      take(reply)
    }
  })
  socket.on('error', (error) => lose(error.message))
  socket.on('close', () => lose('the connection ended'))
  return {
    lose,
    failAll,
    isLost: (): boolean => lost !== null,
    perform: async <Asked, Answer>(operation: Operation<Asked, Answer>, asked: Asked): Promise<Answer> => {
      if (lost !== null) throw lost
      last += 1
      const id = last
      const answered = new Promise<unknown>((resolve, reject) => pending.set(id, { resolve, reject }))
      socket.write(`${JSON.stringify({ v: sessionVersion, id, op: operation.name, args: asked })}\n`)
      const answer = operation.answer.safeParse(await answered)
      if (!answer.success) throw new ConnectionLost(`its answer to ${operation.name} cannot be read`)
      return answer.data
    },
  }
}

function readReply(line: string): Reply | null {
  try {
    return replySchema.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}
