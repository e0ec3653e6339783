import type { Json } from '@sigma/protocol'
import { runNameUnfit, runTaken, runUnfinished, SigmaError } from '../errors.ts'
import { canonical } from '../identity/canonical.ts'
import { isRunName } from '../kit/run-name.ts'
import { text } from '../store/columns.ts'
import { orFault } from '../store/database.ts'
import type { RunView } from '../views/views.ts'
import type { Begun } from './host.ts'
import type { HostContext } from './host-context.ts'

/** How runs are played. */
interface Playing {
  readonly isPlayed: (run: string) => boolean
  readonly start: (protocol: string, input: Json, run: string) => string
  readonly resume: (run: string) => void
}

/**
 * Who may begin: of each subject there is one run at a time (SIG-92). What is asked here is answered in one go, by the
 * only host, so of any number of equal requests exactly one begins a run.
 */
export function admissionOf(
  { ledger, reader, store: { database } }: HostContext,
  { isPlayed, start, resume }: Playing,
) {
  function openRuns(protocol: string, subject: string): readonly string[] {
    return database
      .all("SELECT run FROM runs WHERE protocol = ? AND status = 'running'", protocol)
      .flatMap((row) => reader.run(text(row, 'run')) ?? [])
      .filter((view) => view.parent === null && view.subject === subject && !isReport(view))
      .map(({ run }) => run)
  }

  /** A run of a protocol that is not known any more is taken for none. */
  function isReport({ protocol, version, input }: RunView): boolean {
    const known = orFault(database, () => ledger.protocol(protocol, version))
    return !(known instanceof SigmaError) && known.about(input)?.isReport === true
  }

  /** A request may be made again because a host died on the way: it finds the run that the first one began. */
  function again({ run, status, protocol, input }: RunView, asked: Pick<RunView, 'protocol' | 'input'>): Begun {
    if (protocol !== asked.protocol || canonical(input) !== canonical(asked.input)) throw runTaken(run)
    if (status === 'running') resume(run)
    return { run, joined: false, lost: [] }
  }

  return {
    begin: (protocol: string, input: Json, run: string): Begun => {
      if (!isRunName(run)) throw runNameUnfit(protocol, run)
      const known = reader.run(run)
      if (known !== null) return again(known, { protocol, input })
      const { subject = null, isReport: reports } = ledger.protocol(protocol, null).about(input) ?? {}
      const lost: string[] = []
      for (const other of subject === null || reports === true ? [] : openRuns(protocol, subject)) {
        const fold = orFault(database, () => ledger.fold(other))
        if (fold instanceof SigmaError) lost.push(fold.message)
        else if (isPlayed(other)) return { run: other, joined: true, lost: [] }
        else throw runUnfinished(subject ?? '', other)
      }
      return { run: start(protocol, input, run), joined: false, lost }
    },
    /** The run of this subject that is being played; null: none is. */
    playing: (protocol: string, subject: string): string | null => openRuns(protocol, subject).find(isPlayed) ?? null,
  }
}
