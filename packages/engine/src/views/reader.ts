import { setTimeout as sleep } from 'node:timers/promises'
import type { Ahead, Recorded } from '@sigma/protocol'
import { protocolUnknown, runUnknown } from '../errors.ts'
import { protocolOf } from '../host/protocol-of.ts'
import type { Registered } from '../host/registered.ts'
import { blobsBeginning, blobsIn } from '../journal/blobs.ts'
import { verifyChain } from '../journal/chain.ts'
import { childrenOf, familyOf } from '../journal/family.ts'
import { lastSequence, linesOf, rowOf } from '../journal/journal.ts'
import {
  decisionsOf,
  type KernelIn,
  notesOf,
  openRuns,
  runOf,
  runsOf,
  statusOf,
  verdictsOf,
} from '../journal/reading.ts'
import { behind, foldNow, kernelOf, type StoredKernel } from '../journal/snapshot.ts'
import { droppedIn } from '../journal/tidying.ts'
import { replay } from '../recovery/replay.ts'
import type { Database } from '../store/database.ts'
import { openForReading } from '../store/readable.ts'
import { type RunFacts, resultOf } from './result.ts'
import type { Reader } from './views.ts'

export interface ReaderSpec {
  readonly folder: string
  /** To show runs with a large state as they stand; without theirs they are shown as of their last snapshot. */
  readonly protocols?: readonly Registered[]
}

/** Reads a project's store, beside a running host or without one. Fails with `store-missing`, `store-newer`. */
export function openReader({ folder, protocols }: ReaderSpec): Reader {
  return readerOver(openForReading(folder), protocols)
}

/** A follower hears of an event within twice this time; each look costs two rows. */
const pollMs = 50

/**
 * `known`: how a run stands that is in memory, null where it is not. A host is asked for its runs at every call, and to fold
 * a large one anew from its snapshot takes longer than all else that it does.
 */
export function readerOver(
  database: Database,
  protocols: readonly Registered[] = [],
  known: (run: string) => StoredKernel | null = () => null,
): Reader {
  const kernelIn: KernelIn = (row) => known(row.run) ?? kernelOf(database, row, protocols)
  const blobs = blobsIn(database)
  /** A decision is told in more than one place, and to walk what follows takes a fifth of a second. */
  let walked: { readonly at: string; readonly ahead: ReadonlyMap<string, Ahead> } = { at: '', ahead: new Map() }

  async function* follow(run: string, since: number, signal: AbortSignal | undefined): AsyncGenerator<Recorded> {
    let reached = since
    while (signal?.aborted !== true) {
      // Status first: what ends the run is then among the lines.
      const status = statusOf(database, run)
      if (status === null) throw runUnknown(run)
      for (const { recorded } of linesOf(database, run, reached)) {
        reached = recorded.envelope.sequence
        yield recorded
      }
      if (status === 'ended') return
      await sleep(pollMs, undefined, signal === undefined ? {} : { signal }).catch(() => undefined)
    }
  }

  /** Those of the run and what belongs to it, each before its own children. */
  const openIn = (run: string): readonly string[] =>
    familyOf(database, run).filter((each) => statusOf(database, each) === 'running')

  function factsOf(run: string): RunFacts {
    const view = runOf(database, run, kernelIn)
    if (view === null) throw runUnknown(run)
    return {
      view,
      decisions: decisionsOf(database, run, kernelIn),
      verdicts: verdictsOf(database, run),
      notes: notesOf(database, run, 0),
      children: childrenOf(database, run).map(factsOf),
    }
  }

  return {
    runs: () => runsOf(database, kernelIn),
    run: (run) => runOf(database, run, kernelIn),
    dropped: () => droppedIn(database),
    behind: () => behind(database),
    events: (run, since) => linesOf(database, run, since).map(({ recorded }) => recorded),
    notes: (run, since) => notesOf(database, run, since ?? 0),
    verdicts: (run) => verdictsOf(database, run),
    family: (run) => familyOf(database, run),
    inbox: (run) => {
      const asking = run === undefined ? openRuns(database) : openIn(run)
      return asking
        .flatMap((open) => decisionsOf(database, open, kernelIn))
        .sort((a, b) => (a.askedAt < b.askedAt ? -1 : 1))
    },
    ahead: ({ run, consult }) => {
      const row = rowOf(database, run)
      const protocol = row === null ? null : protocolOf(protocols, row)
      if (row === null || protocol === null) return new Map()
      const at = `${run} ${lastSequence(database, row)} ${consult.id}`
      if (walked.at === at) return walked.ahead
      const fold = foldNow(database, row, protocol)
      const ahead = new Map(
        consult.options.flatMap(({ name }) => {
          const leads = fold.ahead(consult.id, name)
          return leads === null ? [] : [[name, leads] as const]
        }),
      )
      walked = { at, ahead }
      return ahead
    },
    result: (run) => resultOf(factsOf(run)),
    verify: (run, known) => {
      const row = rowOf(database, run)
      if (row === null) throw runUnknown(run)
      const protocol = protocolOf(known, row)
      if (protocol === null) throw protocolUnknown(row.protocol, row.version)
      replay(database, protocol, row)
    },
    intact: (run) => {
      verifyChain(database, run)
    },
    blob: (ref) => blobs.get(ref),
    blobsBeginning: (beginning) => blobsBeginning(database, beginning),
    follow: (run, since = 0, signal) => follow(run, since, signal),
    [Symbol.dispose]: () => database.close(),
  }
}
