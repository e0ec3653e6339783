import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { type MemorySpec, memoryServer } from './memory-server.ts'
import { lineTransport, type Streams } from './stdio.ts'

/** Serves the memory to one client on these streams, until the input ends or the signal comes. */
export async function serveMemory(spec: MemorySpec, streams: Streams, signal: AbortSignal): Promise<void> {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const transport = lineTransport(streams, resolve)
  const handle = serveStdio(() => memoryServer(spec), {
    transport,
    onerror: ({ message }) => streams.told(`${message}.`),
  })
  const stop = (): void => void handle.close().catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  await ended
  signal.removeEventListener('abort', stop)
}
