import { effectOfAttempt } from '@sigma/protocol'
import type { Ports } from '../ports/ports.ts'
import { text } from '../store/columns.ts'
import type { Store } from '../store/store.ts'

/** Watches that nothing is performed whose intent is not on disk under this host's epoch (rule 13). */
export function intended(ports: Ports, { database, epoch }: Store, report: (fault: string) => void): Ports {
  function isDispatched(run: string | null, effect: string): boolean {
    const rows = database.all('SELECT run, attempt FROM outbox WHERE epoch = ?', epoch)
    return rows.some(
      (row) => (run === null || text(row, 'run') === run) && effectOfAttempt(text(row, 'attempt')) === effect,
    )
  }

  return {
    ...ports,
    agents: {
      turn: (request, signal) => {
        const effect = effectOfAttempt(request.attempt)
        if (!isDispatched(request.run, effect)) report(`asked ${request.attempt} without intent`)
        return ports.agents.turn(request, signal)
      },
    },
    gates: {
      check: (check, signal, acts) => {
        if (!isDispatched(null, check.id)) report(`checked ${check.id} without intent`)
        return ports.gates.check(check, signal, acts)
      },
    },
  }
}
