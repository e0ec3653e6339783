import type { Line } from '../store/journal.ts'

/**
 * What happened, as it would be told afterwards: by effect, what closed it, in order. Interrupted attempts and what
 * came too late are left out, and so is the order between effects, which a restart may change.
 */
type Told = readonly [string, string]

export function logicalJournal(lines: readonly Line[]): Readonly<Record<string, readonly string[]>> {
  const told = lines.flatMap(({ recorded: { event }, disposition }): readonly Told[] => {
    if (disposition !== 'applied' && disposition !== 'retried') return []
    switch (event.kind) {
      case 'answered':
        return [[event.id, `answered ${event.code} ${event.commit ?? 'nothing'}`]]
      case 'failed':
        return event.cause === 'interrupted' ? [] : [[event.id, `failed ${event.cause}`]]
      case 'judged':
        return [[event.id, `judged ${event.verdict}`]]
      case 'decided':
        return [[event.id, `decided ${event.option} by ${event.by}`]]
      case 'integrated':
        return [[event.id, `integrated ${event.commit}`]]
      case 'conflicted':
        return [[event.id, `conflicted ${event.files.join(' ')}`]]
      case 'elapsed':
      case 'restored':
        return [[event.id, event.kind]]
      case 'ended':
        return [[event.id, `ended ${event.outcome}`]]
      case 'started':
      case 'called':
      case 'begun':
        return []
    }
  })
  const effects = Map.groupBy(told, ([id]) => id)
  return Object.fromEntries([...effects].map(([id, entries]) => [id, entries.map(([, what]) => what)]))
}
