/** What is recorded of a run and shown of it. Worked out again only when something was recorded since. */
import {
  type AskedPerson,
  askedIn,
  type Decision,
  type Following,
  following,
  notesIn,
  type Progress,
  protocolOf,
  type Reader,
  type RunView,
  type UsageSum,
  usageOf,
  type Word,
  wordsOf,
} from '@sigma/engine'
import type { Allowance, Finding } from '@sigma/protocol'
import { kits } from '@sigma/protocols'
import { confinedText } from '../playing/confined.ts'

export interface Recorded {
  readonly run: string
  readonly protocol: string
  readonly module: string
  /** The outcome, as the run's Result has it. */
  readonly outcome: string
  readonly startedAt: string
  readonly lastAt: string
  readonly events: number
  /** What is being done in a few words, e.g. `refactoring tests`; null: the run has ended. */
  readonly phase: string | null
  /** How far it is; null: nothing is counted now. */
  readonly progress: Progress | null
  /** What is counted. */
  readonly unit: Word
  readonly budgets: readonly Allowance[]
  /** Used by the turns that are over. */
  readonly used: UsageSum
  readonly sandbox: string
  readonly branch: string | null
  readonly reasons: readonly Finding[]
  readonly decisions: readonly Decision[]
  /** Turns that wait for people. */
  readonly asked: readonly AskedPerson[]
}

interface Kept {
  readonly mark: string
  readonly journal: Following
  readonly recorded: Recorded
}

/** Remembers what it worked out of each run. */
export function recordedIn(folder: string, reader: Reader): (view: RunView) => Recorded {
  const kept = new Map<string, Kept>()
  return (view) => {
    const { run, events, status, delivered } = view
    const known = kept.get(run)
    const journal = known?.journal ?? following(reader, run)
    // A person is asked after the turn has begun, by a note that is no event.
    journal.read()
    const asked = askedIn(view, notesIn(journal.course))
    const mark = `${events} ${status} ${delivered?.commit ?? ''} ${asked.length}`
    if (known?.mark === mark) return known.recorded
    const recorded = { ...recordedOf(folder, reader, view, usageOf(journal.course).whole), asked }
    kept.set(run, { mark, journal, recorded })
    return recorded
  }
}

function recordedOf(folder: string, reader: Reader, view: RunView, used: UsageSum): Omit<Recorded, 'asked'> {
  const { run, protocol, startedAt, lastAt, events, budgets } = view
  const { outcome, delivered, reasons } = reader.result(run)
  return {
    run,
    protocol,
    module: view.subject ?? '',
    outcome,
    startedAt,
    lastAt,
    events,
    ...standingOf(view),
    unit: wordsOf(kits, view).unit,
    budgets,
    used,
    sandbox: confinedText(folder, run),
    branch: delivered?.branch ?? null,
    reasons,
    decisions: reader.inbox(run),
  }
}

/** Where the protocol is not known, the name of the state is shown. */
function standingOf(view: RunView): Pick<Recorded, 'phase' | 'progress'> {
  const { state, status } = view
  const standing = protocolOf(kits, view)?.standing(state) ?? null
  const { kind } = state
  const step = standing?.step ?? (typeof kind === 'string' ? kind.replaceAll('-', ' ') : null)
  return { phase: status === 'ended' ? null : step, progress: standing?.progress ?? null }
}
