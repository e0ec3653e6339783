import type { Open } from '@sigma/protocol'
import { finishing } from '../host/consequences.ts'
import { type Desk, hostOrigin } from '../host/desk.ts'
import { integerOrNull, text } from '../store/columns.ts'

/**
 * Takes up what an earlier host left of a run. What was dispatched and never answered is `interrupted`: nobody knows
 * how far it came, so it is done anew, at no cost (rule 7). What was only intended is performed now.
 */
export function takeUp(desk: Desk, run: string, perform: (open: Open) => void, finish: () => void): void {
  const { store, ledger, live } = desk
  const rows = store.database.all('SELECT attempt, epoch FROM outbox WHERE run = ? ORDER BY number', run)
  const { kernel } = ledger.fold(run)
  live.add(run)
  for (const row of rows) {
    const attempt = text(row, 'attempt')
    if (attempt === finishing) {
      finish()
      continue
    }
    const open = Object.values(kernel?.open ?? {}).find((candidate) => candidate.attempt === attempt)
    if (open === undefined) continue
    if (integerOrNull(row, 'epoch') === null || open.effect.kind === 'spawn') perform(open)
    else interrupt(desk, run, open)
  }
}

function interrupt(desk: Desk, run: string, { attempt, effect }: Open): void {
  desk.take(
    run,
    { kind: 'failed', id: effect.id, cause: 'interrupted', findings: [], evidence: null, final: false },
    hostOrigin(attempt, 'failed'),
  )
}
