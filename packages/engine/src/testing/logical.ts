import type { EventBody } from '@sigma/protocol'
import type { Line } from '../journal/journal.ts'

/**
 * What happened, as it would be told afterwards: by effect, what closed it, in order. Interrupted attempts and what
 * came too late are left out, and so is the order between effects, which a restart may change.
 */
export function logicalJournal(lines: readonly Line[]): Readonly<Record<string, readonly string[]>> {
  const told = lines
    .filter(({ disposition }) => disposition === 'applied' || disposition === 'retried')
    .flatMap(({ recorded: { event } }) => {
      const what = tell(event)
      return what === null || !('id' in event) ? [] : [{ id: event.id, what }]
    })
  const effects = Map.groupBy(told, ({ id }) => id)
  return Object.fromEntries([...effects].map(([id, entries]) => [id, entries.map(({ what }) => what)]))
}

function tell(event: EventBody): string | null {
  switch (event.kind) {
    case 'answered':
      return `answered ${event.code} ${event.commit ?? 'nothing'}`
    case 'failed':
      return event.cause === 'interrupted' ? null : `failed ${event.cause}`
    case 'judged':
      return `judged ${event.verdict}`
    case 'decided':
      return `decided ${event.option} by ${event.by}`
    case 'integrated':
      return `integrated ${event.commit}`
    case 'conflicted':
      return `conflicted ${event.files.join(' ')}`
    case 'elapsed':
    case 'restored':
      return event.kind
    case 'ended':
      return `ended ${event.outcome}`
    case 'started':
    case 'called':
    case 'begun':
      return null
  }
}
