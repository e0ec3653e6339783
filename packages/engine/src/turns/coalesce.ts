import type { Clock } from '../ports/ports.ts'

/** Passes values on, but not too many of them. */
export interface Coalesced<Value> {
  offer(value: Value): void
  /** Forgets what waits, and passes nothing on from now on. */
  close(): void
}

/** Passes on at most one value each `everyMs`: the first at once, then the latest of those that came, never without the last. */
export function coalesced<Value>(clock: Clock, everyMs: number, pass: (value: Value) => void): Coalesced<Value> {
  let waiting: { readonly value: Value } | null = null
  let cancel: (() => void) | null = null
  let closed = false

  function flush(): void {
    const next = waiting
    waiting = null
    if (next !== null && !closed) pass(next.value)
  }

  function rest(): void {
    cancel = clock.after(everyMs, () => {
      cancel = null
      if (waiting === null) return
      rest()
      flush()
    })
  }

  return {
    offer: (value) => {
      if (closed) return
      waiting = { value }
      if (cancel !== null) return
      rest()
      flush()
    },
    close: () => {
      closed = true
      cancel?.()
      cancel = null
    },
  }
}
