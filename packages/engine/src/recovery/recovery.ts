import type { Open } from '@sigma/protocol'
import { finishing } from '../host/consequences.ts'
import { type HostContext, hostOrigin } from '../host/host-context.ts'
import { integerOrNull, text } from '../store/columns.ts'

/**
 * Recovers a run that an earlier host left. What was dispatched and never answered is `interrupted`: nobody knows
 * how far it came, so it is done anew, at no cost (rule 7). What was only intended is performed now.
 */
export function recover(context: HostContext, run: string, perform: (open: Open) => void, finish: () => void): void {
  const { store, ledger, live } = context
  const rows = store.database.all('SELECT attempt, epoch FROM outbox WHERE run = ? ORDER BY number', run)
  // A run whose journal cannot be replayed fails here, before it counts as live.
  ledger.fold(run)
  live.add(run)
  for (const row of rows) {
    const attempt = text(row, 'attempt')
    if (attempt === finishing) {
      finish()
      continue
    }
    const open = ledger.openAttempt(run, attempt)
    if (open === null) continue
    if (integerOrNull(row, 'epoch') === null || open.effect.kind === 'spawn') perform(open)
    else interrupt(context, run, open)
  }
}

function interrupt(context: HostContext, run: string, { attempt, effect }: Open): void {
  context.take(
    run,
    { kind: 'failed', id: effect.id, cause: 'interrupted', findings: [], evidence: null, final: false },
    hostOrigin(attempt, 'failed'),
  )
}
