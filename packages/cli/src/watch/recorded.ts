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
  type Reminder,
  type RunView,
  remindersIn,
  type UsageSum,
  usageOf,
  type Word,
  wordsOf,
} from '@sigma/engine'
import type { Allowance, Finding } from '@sigma/protocol'
import { kits } from '@sigma/protocols'
import { leadsOf } from '../people/leads.ts'
import { confinedText } from '../playing/confined.ts'
import type { Leads } from '../render/decision-text.ts'
import { partName } from '../runs/part-name.ts'

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
  /** What the options of each decision lead to, by its id. */
  readonly leads: ReadonlyMap<string, Leads>
  /** Turns that wait for people. */
  readonly asked: readonly AskedPerson[]
  /** Turns that take longer than their limit. */
  readonly reminders: readonly Reminder[]
  /** The runs that it began, oldest first: what is recorded of them is recorded of it. */
  readonly parts: readonly Part[]
}

/** A run that another began, and how far it is. */
export interface Part extends Pick<Recorded, 'run' | 'protocol' | 'phase' | 'progress' | 'unit'> {
  /** What it is called beside the others, e.g. its module; empty: it has no name of its own. */
  readonly name: string
}

interface Kept {
  readonly mark: string
  readonly recorded: Recorded
}

/** Remembers what it worked out of each run. `view`: a run that no other began. */
export function recordedIn(folder: string, reader: Reader): (view: RunView) => Recorded {
  const kept = new Map<string, Kept>()
  const journals = new Map<string, Following>()

  /** What is new of it is read. */
  function journalOf(run: string): Following {
    const journal = journals.get(run) ?? following(reader, run)
    journals.set(run, journal)
    journal.read()
    return journal
  }

  return (view) => {
    const { run } = view
    const members = membersOf(reader, view).map((each) => ({ view: each, course: journalOf(each.run).course }))
    // A person is asked after the turn has begun, by a note that is no event.
    const asked = members.flatMap(({ view: each, course }) => askedIn(each, notesIn(course)))
    const reminders = members.flatMap(({ view: each, course }) => remindersIn(each, notesIn(course)))
    const marks = members.map(({ view: each }) => `${each.events} ${each.status} ${each.delivered?.commit ?? ''}`)
    const mark = [...marks, asked.length, reminders.length].join(' ')
    const known = kept.get(run)
    if (known?.mark === mark) return known.recorded
    const { whole } = usageOf({ turns: members.flatMap(({ course }) => course.turns) })
    const views = members.map((each) => each.view)
    const recorded = { ...recordedOf(folder, reader, views, view, whole), asked, reminders }
    kept.set(run, { mark, recorded })
    return recorded
  }
}

/** The run and those that it began, oldest first. */
export const membersOf = (reader: Reader, { run }: RunView): readonly RunView[] =>
  reader.family(run).flatMap((each) => reader.run(each) ?? [])

function recordedOf(
  folder: string,
  reader: Reader,
  members: readonly RunView[],
  view: RunView,
  used: UsageSum,
): Omit<Recorded, 'asked' | 'reminders'> {
  const { run, protocol, startedAt, budgets } = view
  const { outcome, delivered, reasons } = reader.result(run)
  const decisions = reader.inbox(run)
  return {
    run,
    protocol,
    module: view.subject ?? '',
    outcome,
    startedAt,
    lastAt:
      members
        .map(({ lastAt }) => lastAt)
        .toSorted()
        .at(-1) ?? view.lastAt,
    events: members.reduce((sum, { events }) => sum + events, 0),
    ...standingOf(view),
    unit: wordsOf(kits, view).unit,
    budgets,
    used,
    sandbox: confinedText(folder, run),
    branch: delivered?.branch ?? null,
    reasons,
    decisions,
    leads: new Map(decisions.map((each) => [each.id, leadsOf(reader, each)])),
    parts: members.filter((each) => each.run !== run).map((each) => partOf(view, each)),
  }
}

const partOf = (whole: RunView, view: RunView): Part => ({
  run: view.run,
  name: partName(whole, view),
  protocol: view.protocol,
  ...standingOf(view),
  unit: wordsOf(kits, view).unit,
})

/** Where the protocol is not known, the name of the state is shown. */
function standingOf(view: RunView): Pick<Recorded, 'phase' | 'progress'> {
  const { state, status } = view
  const standing = protocolOf(kits, view)?.standing(state) ?? null
  const { kind } = state
  const step = standing?.step ?? (typeof kind === 'string' ? kind.replaceAll('-', ' ') : null)
  return { phase: status === 'ended' ? null : step, progress: standing?.progress ?? null }
}
