/** One question to the host, from a program that will not take its place. */
import type { Activity } from '../views/views.ts'
import { overConnection, socketIn } from './connection.ts'
import type { Greeting } from './message.ts'
import type { Operation } from './operation.ts'
import { stop, watch } from './operations.ts'

export interface Asking {
  /** The data folder. */
  readonly folder: string
  /** The command that asks, e.g. `sigma stop`. */
  readonly command: string
  readonly signal: AbortSignal
}

export interface AskingAt extends Omit<Asking, 'folder'> {
  /** Path of the host's socket; null: it has none. */
  readonly address: string | null
}

/** Null: no host listens, or it went before it answered. Fails as the operation fails, and with `session-version`. */
export function askHostAt<Asked, Answer>(
  { signal, ...asking }: AskingAt,
  operation: Operation<Asked, Answer>,
  asked: Asked,
): Promise<{ readonly answer: Answer } | null> {
  return overConnection({ ...asking, show: () => undefined }, signal, async ({ perform, close }) => {
    const leave = (): void => close()
    signal.addEventListener('abort', leave, { once: true })
    try {
      return { answer: await perform(operation, asked) }
    } finally {
      signal.removeEventListener('abort', leave)
      leave()
    }
  })
}

/** Stops the run, or all that are played, and gives which were. Null: as above. */
export async function stopRuns(
  { folder, ...asking }: Asking,
  run: string | null,
  by: string,
): Promise<readonly string[] | null> {
  return (await askHostAt({ address: socketIn(folder), ...asking }, stop, { run, by }))?.answer ?? null
}

/** A host that shows what it does. */
export interface Watched {
  readonly host: Greeting
  /** True: the host has gone; another may be there. */
  readonly isLost: () => boolean
  close(): void
}

/** Shows what the host does in all its runs, from what it is doing now on, until one of the two goes. Null: as above. */
export function watchHost(
  { folder, command, signal }: Asking,
  show: (activity: Activity) => void,
): Promise<Watched | null> {
  return overConnection({ address: socketIn(folder), command, show }, signal, async (connection) => {
    await connection.perform(watch, { run: null })
    return { host: connection.greeting, isLost: connection.isLost, close: () => connection.close() }
  })
}
