/**
 * Runs of tests that go side by side: the first, and beside it those that are only of use where it passes. What is given up ends at
 * once where it is shut off, and is waited for, so that nothing of it is left. What is not shut off is let go to its end: whatever it
 * shares with others, such as a database, would stay as it was in the middle of a test.
 */

/** A run that began beside others; null: it never began, or was given up. */
export type Early<Result> = () => Promise<Result | null>

/** A run that is not begun early. */
export const never: Early<never> = async () => null

export interface Lanes extends AsyncDisposable {
  /** False: everything runs one after another. */
  readonly isOpen: boolean
  first<Result>(run: () => Promise<Result>): Promise<Result>
  /** Begins a run as soon as there is a lane for it. */
  beside<Result>(run: (signal: AbortSignal) => Promise<Result>): Early<Result>
  /** Gives up what has not ended, and lets nothing more begin. */
  quiet(): Promise<void>
  /** From now on runs of this project go one after another. */
  keepApart(): void
}

export interface Road {
  readonly count: number
  /** What runs there can reach nothing outside of its checkout. */
  readonly isShutOff: boolean
  /** Told of each run that begins (1) and ends (-1). */
  readonly onGoing: (change: 1 | -1) => void
  readonly keepApart: () => void
}

export function openLanes({ count, isShutOff, onGoing, keepApart }: Road, signal: AbortSignal): Lanes {
  const ending = new AbortController()
  const waiting: { readonly begin: () => Promise<void>; readonly drop: () => void }[] = []
  const going = new Set<Promise<void>>()
  let isOver = false
  let free = count

  async function inLane<Result>(run: () => Promise<Result>): Promise<Result> {
    free -= 1
    onGoing(1)
    try {
      return await run()
    } finally {
      free += 1
      onGoing(-1)
      fill()
    }
  }
  function fill(): void {
    while (free > 0 && !isOver) {
      const next = waiting.shift()
      if (next === undefined) return
      const run = inLane(next.begin)
      going.add(run)
      void run.then(() => going.delete(run))
    }
  }
  const quiet = async (): Promise<void> => {
    isOver = true
    if (isShutOff) ending.abort()
    for (const { drop } of waiting.splice(0)) drop()
    await Promise.all(going)
  }

  return {
    isOpen: count > 1,
    first: inLane,
    beside: <Result>(run: (signal: AbortSignal) => Promise<Result>): Early<Result> => {
      if (count === 1 || isOver) return never
      const { promise, resolve, reject } = Promise.withResolvers<Result | null>()
      // It may be given up before anybody asks for it.
      promise.catch(() => undefined)
      const begin = async (): Promise<void> => {
        try {
          resolve(await run(AbortSignal.any([signal, ending.signal])))
        } catch (error) {
          if (ending.signal.aborted) resolve(null)
          else reject(error)
        }
      }
      waiting.push({ begin, drop: () => resolve(null) })
      fill()
      return () => promise
    },
    quiet,
    keepApart,
    [Symbol.asyncDispose]: quiet,
  }
}
