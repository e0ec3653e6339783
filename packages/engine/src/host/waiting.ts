import { hostStopped } from '../errors.ts'

/** People and programs that wait for something to become true of a run. */
export interface Waiting<Value> {
  wait(run: string, signal: AbortSignal | undefined): Promise<Value>
  /** Looks again, for those who wait for this run. */
  check(run: string): void
  /** Ends the wait of those who wait for this run. */
  end(run: string, error: unknown): void
  fail(error: unknown): void
}

/** `ready` gives the value, or null while there is none. */
export function waitingFor<Value>(ready: (run: string) => Value | null): Waiting<Value> {
  const waiters = new Set<{ readonly run: string; resolve(value: Value): void; reject(error: unknown): void }>()
  let failure: { readonly error: unknown } | null = null
  return {
    wait: (run, signal) => {
      const waited = new Promise<Value>((resolve, reject) => {
        if (failure !== null) return reject(failure.error)
        if (signal?.aborted === true) return reject(hostStopped())
        const value = ready(run)
        if (value !== null) return resolve(value)
        const waiter = { run, resolve, reject }
        waiters.add(waiter)
        signal?.addEventListener('abort', () => {
          waiters.delete(waiter)
          reject(hostStopped())
        })
      })
      // Whoever asked may have met the failure already, and waits no more.
      waited.catch(() => undefined)
      return waited
    },
    check: (run) => {
      const concerned = [...waiters].filter((waiter) => waiter.run === run)
      if (concerned.length === 0) return
      const value = ready(run)
      if (value === null) return
      for (const waiter of concerned) {
        waiters.delete(waiter)
        waiter.resolve(value)
      }
    },
    end: (run, error) => {
      for (const waiter of [...waiters].filter((each) => each.run === run)) {
        waiters.delete(waiter)
        waiter.reject(error)
      }
    },
    fail: (error) => {
      failure ??= { error }
      for (const waiter of waiters) waiter.reject(error)
      waiters.clear()
    },
  }
}
