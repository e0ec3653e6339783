import { setTimeout as sleep } from 'node:timers/promises'
import { SigmaError } from '@sigma/engine'

/** How long a call waits for other processes that write. */
const patienceMs = 30_000

/** Calls that write are done one after the other, in the order in which they came; while one waits, others are answered. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  take<Result>(isReading: boolean, work: () => Result): Promise<Result> {
    if (isReading) return patiently(work)
    const mine = this.#last.then(() => patiently(work))
    this.#last = mine.catch(() => undefined)
    return mine
  }
}

/** A busy store is tried again: SQLite itself would keep all of this process waiting. */
async function patiently<Result>(work: () => Result): Promise<Result> {
  const until = performance.now() + patienceMs
  for (;;)
    try {
      return work()
    } catch (error) {
      const isBusy = error instanceof SigmaError && error.code === 'memory-busy'
      if (!isBusy || performance.now() > until) throw error
      await sleep(5 + Math.random() * 45)
    }
}
