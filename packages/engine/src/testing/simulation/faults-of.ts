/** What must hold of a run that was played to its end, whatever befell it. */
import type { Registered } from '../../host/registered.ts'
import { type Line, linesOf, rowOf } from '../../journal/journal.ts'
import { replay } from '../../recovery/replay.ts'
import { text } from '../../store/columns.ts'
import { logicalJournal } from '../logical.ts'
import type { Played } from './play-out.ts'

/** Empty when all is well. */
export function faultsOf(played: Played, protocol: Registered, asks: number): readonly string[] {
  const { database } = played.disk.open()
  const lines = linesOf(database, played.run)
  const row = rowOf(database, played.run)
  if (row === null) return [...played.faults, 'there is no run']
  const kept = database.get('SELECT kernel FROM snapshots WHERE number = ?', row.number) ?? {}
  const { fold } = replay(database, protocol, row)
  return [
    ...played.faults,
    ...(JSON.stringify(fold.kernel) === text(kept, 'kernel').trimEnd() ? [] : ['a replay ends in another state']),
    ...doubled(lines),
    ...overspent(lines, asks),
    ...(database.get('SELECT 1 FROM outbox') === undefined ? [] : ['work is left over']),
    ...(database.get('SELECT 1 FROM timers') === undefined ? [] : ['a timer is left over']),
  ]
}

/** The end that two plays of a scene have in common, if they do. */
export function endOf(played: Played): unknown {
  const { database } = played.disk.open()
  // A snapshot shows how far the other cycles were just then, which depends on who was faster.
  const notes = database.all(
    "SELECT type, json_remove(json, '$.cycles') AS json FROM notes WHERE run = ? ORDER BY type, 2",
    played.run,
  )
  return {
    result: played.result,
    branches: [...played.world.branches],
    journal: logicalJournal(linesOf(database, played.run)),
    notes: notes.map((row) => `${text(row, 'type')} ${text(row, 'json')}`),
  }
}

const effectful = new Set(['answered', 'failed', 'judged', 'integrated', 'conflicted', 'restored', 'elapsed', 'ended'])

/** Every attempt takes effect at most once. */
function doubled(lines: readonly Line[]): readonly string[] {
  const taken = lines.filter(
    ({ recorded, disposition }) =>
      effectful.has(recorded.event.kind) && (disposition === 'applied' || disposition === 'retried'),
  )
  const attempts = Map.groupBy(taken, ({ recorded }) => recorded.envelope.attempt)
  return [...attempts].flatMap(([attempt, times]) => (times.length > 1 ? [`${attempt} took effect twice`] : []))
}

/** Agent turns between two fillings of the budget (rule 11); interrupted ones are free. */
function overspent(lines: readonly Line[], asks: number): readonly string[] {
  let spent = 0
  for (const { recorded, disposition } of lines) {
    const { event } = recorded
    if (event.kind === 'decided' && event.option === 'extend' && disposition === 'applied') spent = 0
    if (event.kind === 'begun') spent += 1
    if (event.kind === 'failed' && event.cause === 'interrupted' && spent > 0) spent -= 1
    if (spent > asks) return [`more than ${asks} turns were taken`]
  }
  return []
}
