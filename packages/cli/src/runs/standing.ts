import type { AskedPerson, Decision, Holder, Reader, RunResult, RunUsage, RunView } from '@sigma/engine'
import { askedIn, type TurnWait, usageOf, waitsIn } from '@sigma/engine/reading'
import { confinedText } from '../playing/confined.ts'
import { breachesOf, changedParts } from '../render/changed.ts'
import { type Told, toldIn } from '../render/told.ts'

/** A run with all that is known of it now. */
export interface Standing {
  readonly run: RunView
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

export function standingOf(folder: string, reader: Reader, run: RunView, holder: Holder | null, now: number): Standing {
  const decisions = reader.inbox(run.run)
  const notes = reader.notes(run.run)
  const asked = askedIn(run, notes)
  const [changed, breaches] = [changedParts(reader, run.run), breachesOf(reader, run.run)]
  const [running, sandbox] = [isPlayed(run, holder), confinedText(folder, run.run)]
  const usage = usageOf(reader.events(run.run))
  const waits = running ? waitsIn(run, notes, now) : []
  const [result, told] = [reader.result(run.run), toldIn(notes)]
  return { run, result, decisions, asked, waits, changed, told, breaches, running, sandbox, usage }
}

/** Some process performs it, or would if it did not wait for a person. */
export function isPlayed({ run }: RunView, holder: Holder | null): boolean {
  return holder?.plays.includes(run) ?? false
}
