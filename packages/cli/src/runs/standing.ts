import type { AskedPerson, Decision, Holder, Note, Reader, RunResult, RunUsage, RunView } from '@sigma/engine'
import {
  askedIn,
  familyCourseOf,
  notesIn,
  type Reminder,
  remindersIn,
  type TurnWait,
  usageOf,
  waitsIn,
} from '@sigma/engine/reading'
import { confinedText } from '../playing/confined.ts'
import { breachesOf, changedParts } from '../render/changed.ts'
import { type Told, toldIn } from '../render/told.ts'

/** A run with all that is known of it now. */
export interface Standing {
  readonly run: RunView
  /** The runs that it began, oldest first. */
  readonly stages: readonly RunView[]
  /** Those of them that are not over. */
  readonly parts: readonly RunView[]
  /** How many events all of them have, and when the latest was. */
  readonly events: number
  readonly lastAt: string
  readonly result: RunResult
  readonly decisions: readonly Decision[]
  /** The command that calls it, where nothing else is left to do; null: something is, or nobody has to. */
  readonly next: string | null
  /** Turns that wait for people. */
  readonly asked: readonly AskedPerson[]
  /** Why open turns wait, while some process performs them. */
  readonly waits: readonly TurnWait[]
  /** Open turns that take longer than their limit, while some process performs them. */
  readonly reminders: readonly Reminder[]
  /** What of the user's repository changed while its agents worked (D21). */
  readonly changed: readonly string[]
  /** What tests demand no more, and what got harder to follow, though it was accepted. */
  readonly told: readonly Told[]
  /** Asks whose agents are proved to have changed it. */
  readonly breaches: readonly string[]
  /** A process is working on it at this moment. */
  readonly running: boolean
  /** How its agents and tests were started, e.g. `sandboxed (bubblewrap 0.8.0)`. */
  readonly sandbox: string
  readonly usage: RunUsage
}

/** What is looked at to tell how a run stands. */
export interface Looking {
  readonly folder: string
  readonly reader: Reader
  readonly holder: Holder | null
  readonly now: number
}

export async function standingOf({ folder, reader, holder, now }: Looking, run: RunView): Promise<Standing> {
  const decisions = reader.inbox(run.run)
  const course = familyCourseOf(reader, run.run)
  const notes = notesIn(course)
  const members = reader.family(run.run).flatMap((each) => reader.run(each) ?? [])
  const stages = members.filter((each) => each.run !== run.run)
  const parts = stages.filter((each) => each.status !== 'ended')
  const lastAt =
    members
      .map((each) => each.lastAt)
      .toSorted()
      .at(-1) ?? run.lastAt
  const events = members.reduce((sum, each) => sum + each.events, 0)
  const asked = members.flatMap((each) => askedIn(each, reader.notes(each.run)))
  const [changed, breaches] = [changedParts(course), breachesOf(course)]
  const [running, sandbox] = [isPlayed(run, holder), confinedText(folder, run.run)]
  const usage = usageOf(course)
  const played = running ? [run, ...parts] : []
  const waits = played.flatMap((each) => waitsIn(each, notes, now))
  const reminders = played.flatMap((each) => remindersIn(each, notes))
  const [result, told] = [reader.result(run.run), await toldOf(run, notes)]
  const isCalled = result.outcome === 'waiting' && decisions.length + asked.length === 0 && !running
  return {
    run,
    stages,
    parts,
    events,
    lastAt,
    result,
    decisions,
    next: isCalled ? await nextOf(run) : null,
    asked,
    waits,
    reminders,
    changed,
    told,
    breaches,
    running,
    sandbox,
    usage,
  }
}

/** Notes that mean the same in every protocol, most of them the host's. One that is missing here only costs time. */
const plain: ReadonlySet<string> = new Set([
  'answered-too',
  'asked',
  'changed-meanwhile',
  'isolation-breach',
  'limited',
  'log',
  'model-answers',
  'model-waits',
  'refused-request',
  'reminder',
  'snapshot',
  'stopped',
  'undelivered',
  'unwritten',
  'waited',
])

/** Protocols are loaded only where one may have told something of its own: people wait for this. */
async function toldOf(run: RunView, notes: readonly Note[]): Promise<readonly Told[]> {
  if (notes.every(({ type }) => plain.has(type))) return []
  const [{ kits }, { wordsOf }] = await Promise.all([import('@sigma/protocols'), import('@sigma/engine')])
  return toldIn(notes, wordsOf(kits, run))
}

/** True: some process performs the run, or would if it did not wait for a person. */
export function isPlayed({ run }: RunView, holder: Holder | null): boolean {
  return holder?.plays.includes(run) ?? false
}

async function nextOf(run: RunView): Promise<string | null> {
  const [{ kits }, { protocolOf }] = await Promise.all([import('@sigma/protocols'), import('@sigma/engine')])
  return protocolOf(kits, run)?.standing(run.state)?.next ?? null
}
