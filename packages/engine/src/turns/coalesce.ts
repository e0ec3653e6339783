import type { Clock } from '../ports/ports.ts'

/** Passes on at most one value each `everyMs`: the first at once, then the latest of those that came, never without the last. */
export function coalesced<Value>(clock: Clock, everyMs: number, pass: (value: Value) => void) {
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
    offer: (value: Value): void => {
      if (closed) return
      waiting = { value }
      if (cancel !== null) return
      rest()
      flush()
    },
    /** Forgets what waits, and passes nothing on from now on. */
    close: (): void => {
      closed = true
      cancel?.()
      cancel = null
    },
  }
}
