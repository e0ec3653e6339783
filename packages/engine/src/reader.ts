import { setTimeout as sleep } from 'node:timers/promises'
import type { Recorded } from '@sigma/protocol'
import { protocolUnknown, runUnknown } from './errors.ts'
import { replay } from './replay.ts'
import { resultOf } from './result.ts'
import { blobsIn } from './store/blobs.ts'
import type { Database } from './store/database.ts'
import { linesOf, verifyChain } from './store/journal.ts'
import { decisionsOf, notesOf, runOf, runsOf, verdictsOf } from './store/reading.ts'
import { openForReading } from './store/store.ts'
import type { Reader } from './views.ts'

/** Reads a project's store, beside a running host or without one. Fails with `store-missing`, `store-newer`. */
export function openReader({ folder }: { readonly folder: string }): Reader {
  return readerOver(openForReading(folder))
}

const pollMs = 100

export function readerOver(database: Database): Reader {
  const blobs = blobsIn(database)

  async function* follow(run: string, since: number, signal: AbortSignal | undefined): AsyncGenerator<Recorded> {
    let reached = since
    while (signal?.aborted !== true) {
      // Status first: what ends the run is then among the lines.
      const view = runOf(database, run)
      if (view === null) throw runUnknown(run)
      for (const { recorded } of linesOf(database, run, reached)) {
        reached = recorded.envelope.sequence
        yield recorded
      }
      if (view.status === 'ended') return
      await sleep(pollMs, undefined, signal === undefined ? {} : { signal }).catch(() => undefined)
    }
  }

  return {
    runs: () => runsOf(database),
    run: (run) => runOf(database, run),
    events: (run, since) => linesOf(database, run, since).map(({ recorded }) => recorded),
    notes: (run, since) => notesOf(database, run, since ?? 0),
    verdicts: (run) => verdictsOf(database, run),
    inbox: (run) =>
      runsOf(database)
        .filter((view) => view.status === 'running' && (run === undefined || view.run === run))
        .flatMap((view) => decisionsOf(database, view.run))
        .sort((a, b) => (a.askedAt < b.askedAt ? -1 : 1)),
    result: (run) => {
      const view = runOf(database, run)
      if (view === null) throw runUnknown(run)
      return resultOf({
        view,
        decisions: decisionsOf(database, run),
        verdicts: verdictsOf(database, run),
        notes: notesOf(database, run, 0),
      })
    },
    verify: (run, protocols) => {
      const view = runOf(database, run)
      if (view === null) throw runUnknown(run)
      const known = protocols.find(({ name, version }) => name === view.protocol && version === view.version)
      if (known === undefined) throw protocolUnknown(view.protocol, view.version)
      replay(database, known, run)
    },
    intact: (run) => {
      verifyChain(database, run)
    },
    blob: (ref) => blobs.get(ref),
    follow: (run, since = 0, signal) => follow(run, since, signal),
    [Symbol.dispose]: () => database.close(),
  }
}
