/** One question to the host, from a program that will not take its place. */

import { holderOf } from '../store/lock.ts'
import type { Activity } from '../views/views.ts'
import { isTrusted } from './address.ts'
import { ConnectionLost, connect } from './connection.ts'
import type { Greeting } from './message.ts'
import type { Operation } from './operation.ts'
import { stop, watch } from './operations.ts'

export interface Asking {
  /** The data folder. */
  readonly folder: string
  /** Who asks, e.g. `sigma stop`. */
  readonly command: string
  readonly signal: AbortSignal
}

/** Null: no host listens, or it went before it answered. Fails as the operation fails, and with `session-version`. */
export async function askHost<Asked, Answer>(
  { folder, ...asking }: Asking,
  operation: Operation<Asked, Answer>,
  asked: Asked,
): Promise<{ readonly answer: Answer } | null> {
  const address = holderOf(folder)?.socket ?? null
  return address === null ? null : await askHostAt({ address, ...asking }, operation, asked)
}

export interface AskingAt extends Omit<Asking, 'folder'> {
  /** Path of the host's socket. */
  readonly address: string
}

/** As `askHost`, from a place that knows the host and not the project: an agent in its workspace. */
export async function askHostAt<Asked, Answer>(
  { address, command, signal }: AskingAt,
  operation: Operation<Asked, Answer>,
  asked: Asked,
): Promise<{ readonly answer: Answer } | null> {
  if (!isTrusted(address)) return null
  try {
    const connection = await connect({ address, command, show: () => undefined }, signal)
    const leave = (): void => connection.close()
    signal.addEventListener('abort', leave, { once: true })
    try {
      return { answer: await connection.perform(operation, asked) }
    } finally {
      signal.removeEventListener('abort', leave)
      connection.close()
    }
  } catch (error) {
    if (error instanceof ConnectionLost) return null
    throw error
  }
}

/** Stops the run, or all that are played, and gives which were. Null: as above. */
export async function stopRuns(asking: Asking, run: string | null, by: string): Promise<readonly string[] | null> {
  return (await askHost(asking, stop, { run, by }))?.answer ?? null
}

/** A host that shows what it does. */
export interface Watched {
  readonly host: Greeting
  /** It has gone; another may be there. */
  readonly isLost: () => boolean
  close(): void
}

/** Shows what the host does in all its runs, from what it is doing now on, until one of the two goes. Null: as above. */
export async function watchHost(
  { folder, command, signal }: Asking,
  show: (activity: Activity) => void,
): Promise<Watched | null> {
  const address = holderOf(folder)?.socket ?? null
  if (address === null || !isTrusted(address)) return null
  try {
    const { greeting, perform, isLost, close } = await connect({ address, command, show }, signal)
    await perform(watch, { run: null })
    return { host: greeting, isLost, close: () => close() }
  } catch (error) {
    if (error instanceof ConnectionLost) return null
    throw error
  }
}
