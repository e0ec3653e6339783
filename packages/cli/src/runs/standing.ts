import type { AskedPerson, Decision, Holder, Note, Reader, RunResult, RunUsage, RunView } from '@sigma/engine'
import { askedIn, familyCourseOf, notesIn, type TurnWait, usageOf, waitsIn } from '@sigma/engine/reading'
import { confinedText } from '../playing/confined.ts'
import { breachesOf, changedParts } from '../render/changed.ts'
import { type Told, toldIn } from '../render/told.ts'

/** A run with all that is known of it now. */
export interface Standing {
  readonly run: RunView
  /** The runs that it began, oldest first: its stages. */
  readonly parts: readonly RunView[]
  readonly result: RunResult
  readonly decisions: readonly Decision[]
  /** Turns that wait for people. */
  readonly asked: readonly AskedPerson[]
  /** Why open turns wait, while some process performs them. */
  readonly waits: readonly TurnWait[]
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
  const asked = reader.family(run.run).flatMap((each) => askedOf(reader, each))
  const [changed, breaches] = [changedParts(course), breachesOf(course)]
  const [running, sandbox] = [isPlayed(run, holder), confinedText(folder, run.run)]
  const usage = usageOf(course)
  const waits = running ? waitsIn(run, notes, now) : []
  const [result, told] = [reader.result(run.run), await toldOf(run, notes)]
  const parts = reader.family(run.run).flatMap((each) => (each === run.run ? [] : (reader.run(each) ?? [])))
  return { run, parts, result, decisions, asked, waits, changed, told, breaches, running, sandbox, usage }
}

function askedOf(reader: Reader, run: string): readonly AskedPerson[] {
  const view = reader.run(run)
  return view === null ? [] : askedIn(view, reader.notes(run))
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
  'snapshot',
  'stopped',
  'undelivered',
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
