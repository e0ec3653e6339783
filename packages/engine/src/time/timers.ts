/**
 * Timers are rows with a due tick. No timer longer than a minute lives in memory; what is overdue, after a sleep of
 * hours or a restart, comes due once, in order (rule 8).
 */
import type { HostContext } from '../host/host-context.ts'
import { integer, text } from '../store/columns.ts'
import type { Database } from '../store/database.ts'

const longest = 60_000

export type Timers = ReturnType<typeof timersOf>

/** `due` closes the timer's row by recording an event; false: it cannot, and the timer is left alone by this host. */
export function timersOf(
  { store: { database }, ledger: { ticks }, ports: { clock }, fail }: HostContext,
  due: (run: string, attempt: string) => boolean,
) {
  const unreadable = new Set<string>()
  let cancel = (): void => undefined
  let stopped = false
  let sweeping = false

  function bringDue(): void {
    for (;;) {
      const next = nextOf(database, unreadable)
      if (next === null) return
      if (next.due > ticks()) {
        wait(next.due - ticks())
        return
      }
      if (!due(next.run, next.attempt)) unreadable.add(next.run)
    }
  }

  function wait(ms: number): void {
    cancel = clock.after(Math.min(ms, longest), () => {
      try {
        sweep()
      } catch (error) {
        fail(error)
      }
    })
  }

  /** Brings what is due, and waits for what is next. Called whenever a timer may have come or gone. */
  function sweep(): void {
    if (stopped || sweeping) return
    cancel()
    sweeping = true
    try {
      bringDue()
    } finally {
      sweeping = false
    }
  }

  return {
    sweep,
    stop: (): void => {
      stopped = true
      cancel()
    },
  }
}

interface Next {
  readonly run: string
  readonly attempt: string
  readonly due: number
}

function nextOf(database: Database, unreadable: ReadonlySet<string>): Next | null {
  const rows = database.all('SELECT run, attempt, due FROM timers ORDER BY due, run, attempt')
  const row = rows.find((candidate) => !unreadable.has(text(candidate, 'run')))
  return row === undefined ? null : { run: text(row, 'run'), attempt: text(row, 'attempt'), due: integer(row, 'due') }
}
