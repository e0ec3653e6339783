import { effectOfAttempt, type Open, type Spawn } from '@sigma/protocol'
import { SigmaError } from '../errors.ts'
import { eventAt, rowOf } from '../journal/journal.ts'
import type { About } from '../kit/about.ts'
import { inherited } from '../kit/bounds.ts'
import { failedBy } from '../perform/job.ts'
import { text } from '../store/columns.ts'
import { orFault } from '../store/database.ts'
import { type HostContext, hostOrigin } from './host-context.ts'
import { newRunId } from './run-id.ts'

export type Spawner = ReturnType<typeof spawnerOf>

/** Runs that belong to other runs. A child ends into its parent; a parent that ends may stop its children. */
export function spawnerOf(context: HostContext, resume: (run: string) => void, stopped: (run: string) => void) {
  const { ledger, live, ports, blobs } = context
  const { database } = context.store

  /** The child of an attempt, whichever host began it; null: none. */
  function childOf(parent: string, attempt: string): string | null {
    const row = database.get('SELECT run FROM runs WHERE parent = ? AND parent_attempt = ?', parent, attempt)
    return row === undefined ? null : text(row, 'run')
  }

  function aboutParent(parent: string): About | null {
    const row = rowOf(database, parent)
    const { event } = row === null ? { event: null } : eventAt(database, row, 1)
    if (row === null || event?.kind !== 'started') return null
    return ledger.protocol(row.protocol, row.version).about(event.input)
  }

  /** Tells the parent, where there is one that does not know yet. */
  function over(child: string): void {
    const row = database.get('SELECT parent, parent_attempt FROM runs WHERE run = ? AND parent IS NOT NULL', child)
    const outcome = ledger.fold(child).kernel?.outcome ?? null
    if (row === undefined || outcome === null) return
    const [parent, attempt] = [text(row, 'parent'), text(row, 'parent_attempt')]
    if (ledger.openAttempt(parent, attempt) === null) return
    const id = effectOfAttempt(attempt)
    const event = { kind: 'ended' as const, id, run: child, outcome: outcome.outcome, result: outcome.result }
    context.take(parent, event, hostOrigin(attempt, 'ended'))
  }

  return {
    childOf,
    over,
    begin: (parent: string, { attempt, effect }: Open, { protocol, input }: Spawn) => {
      const known = childOf(parent, attempt)
      if (known !== null) {
        resume(known)
        if (ledger.fold(known).kernel?.status === 'ended') over(known)
        return
      }
      const fault = orFault(database, () => {
        const registered = ledger.protocol(protocol, null)
        const { version } = registered
        const run = newRunId(protocol, ports.ids)
        const bound = inherited(input, registered.about(input), aboutParent(parent))
        const advance = ledger.begin({ run, protocol, version, parent: { run: parent, attempt } }, bound)
        live.add(run)
        context.carryOut(run, advance)
      })
      if (fault instanceof SigmaError)
        context.take(parent, failedBy(fault, effect.id, blobs), hostOrigin(attempt, 'failed'))
    },
    cancel: (parent: string, attempt: string) => {
      const child = childOf(parent, attempt)
      if (child === null) return
      live.delete(child)
      context.write(`${child} is stopped with ${parent}`, () => {
        database.run("UPDATE runs SET status = 'stopped' WHERE run = ? AND status = 'running'", child)
        database.run('DELETE FROM outbox WHERE run = ?', child)
        database.run('DELETE FROM timers WHERE run = ?', child)
      })
      stopped(child)
    },
  }
}
