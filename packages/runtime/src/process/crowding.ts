import { setTimeout as delay } from 'node:timers/promises'

/** Too many processes, too many open files, too little memory: it passes, unlike a program that is missing. */
const crowding: ReadonlySet<unknown> = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM'])

export function isCrowding(error: unknown): boolean {
  return error instanceof Error && 'code' in error && crowding.has(error.code)
}

/** Somewhat over six seconds together. */
const pausesMs: readonly number[] = [25, 50, 100, 200, 400, 800, 1_600, 3_200]

/**
 * Starts a program, and waits a little longer each time when the machine has no room for it. Nothing has happened by
 * then, so nothing is repeated: this is no retry of what the program was to do.
 */
export async function whenThereIsRoom<Result extends { readonly crowded: boolean }>(
  start: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  let result = await start()
  for (const ms of pausesMs) {
    if (!result.crowded) return result
    await delay(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined)
    result = await start()
  }
  return result
}
