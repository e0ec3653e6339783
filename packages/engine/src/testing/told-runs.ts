/** A store that was never written: runs as tests tell them, read as a reader reads them. */
import type { Recorded } from '@sigma/protocol'
import type { Registered } from '../host/registered.ts'
import { asksLeftIn } from '../views/allowances.ts'
import { standsAt } from '../views/place.ts'
import type { Reader, RunView } from '../views/views.ts'

export interface ToldRun {
  readonly events: readonly Recorded[]
  readonly delivered?: RunView['delivered']
}

/** Oldest first. `blobs` is what evidence is looked up in; what it lacks is empty. */
export function readerOfRuns(
  protocol: Registered,
  runs: readonly ToldRun[],
  blobs: Readonly<Record<string, string>> = {},
): Pick<Reader, 'runs' | 'run' | 'events' | 'blob' | 'dropped'> {
  const views = runs.map((run) => viewOf(protocol, run))
  const named = (run: string): number => views.findIndex((view) => view.run === run)
  return {
    runs: () => views.toReversed(),
    run: (run) => views[named(run)] ?? null,
    events: (run, since = 0) => runs[named(run)]?.events.filter(({ envelope }) => envelope.sequence > since) ?? [],
    dropped: () => [],
    blob: (ref) => Buffer.from(blobs[ref] ?? ''),
  }
}

function viewOf(protocol: Registered, { events, delivered = null }: ToldRun): RunView {
  const [first] = events
  const last = events.at(-1)
  if (first === undefined || last === undefined) throw new Error('A run has at least one event.')
  let fold = protocol.fresh
  for (const recorded of events) fold = fold.next(recorded).fold
  const { kernel } = fold
  const input = first.event.kind === 'started' ? first.event.input : null
  const about = protocol.about(input)
  return {
    run: first.envelope.run,
    protocol: protocol.name,
    version: protocol.version,
    subject: about?.subject ?? null,
    documents: about?.documents ?? [],
    status: kernel?.status ?? 'running',
    parent: null,
    startedAt: first.envelope.at,
    lastAt: last.envelope.at,
    events: last.envelope.sequence,
    input,
    open: Object.values(kernel?.open ?? {}).map(({ effect, attempt }) => ({
      id: effect.id,
      kind: effect.kind,
      attempt,
      at: standsAt(effect),
    })),
    state: {},
    asksLeft: asksLeftIn(kernel?.budgets ?? []),
    budgets: kernel?.budgets ?? [],
    outcome: kernel?.outcome?.outcome ?? null,
    summary: kernel?.outcome?.summary ?? null,
    reasons: kernel?.outcome?.reasons ?? [],
    commit: null,
    delivered,
  }
}
