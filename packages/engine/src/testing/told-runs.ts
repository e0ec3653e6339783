/** A store that was never written: runs as tests tell them, read as a reader reads them. */
import type { Recorded } from '@sigma/protocol'
import type { Registered } from '../host/registered.ts'
import { viewIn } from '../journal/reading.ts'
import type { StoredKernel } from '../journal/snapshot.ts'
import { aboutNothing } from '../kit/about.ts'
import type { JournalReader } from '../projecting/archive.ts'
import type { RunView } from '../views/views.ts'

export interface ToldRun {
  readonly events: readonly Recorded[]
  readonly delivered?: RunView['delivered']
}

/** Oldest first. `blobs` is what evidence is looked up in; what it lacks is empty. */
export function readerOfRuns(
  protocol: Registered,
  runs: readonly ToldRun[],
  blobs: Readonly<Record<string, string>> = {},
): JournalReader {
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
  const kernel: StoredKernel & Pick<RunView, 'status'> = JSON.parse(JSON.stringify(fold.kernel))
  const { run } = first.envelope
  const view = viewIn({ run, protocol: protocol.name, version: protocol.version, parent: null }, kernel, {
    first,
    last,
  })
  const { subject, documents } = protocol.about(view.input) ?? aboutNothing
  return { ...view, subject, documents, status: kernel.status, delivered }
}
