import type { Decision, Holder, Reader, RunResult, RunView } from '@sigma/engine'
import { changedParts } from './render/changed.ts'
import { isOpen } from './runs.ts'

/** A run with all that is known of it now. */
export interface Standing {
  readonly run: RunView
  readonly result: RunResult
  readonly decisions: readonly Decision[]
  /** What of the user's repository changed while its agents worked (D21). */
  readonly changed: readonly string[]
  /** A process is working on it at this moment. */
  readonly running: boolean
}

export function standingOf(reader: Reader, run: RunView, holder: Holder | null): Standing {
  const decisions = reader.inbox(run.run)
  const changed = changedParts(reader, run.run)
  return { run, result: reader.result(run.run), decisions, changed, running: isPlayed(run, holder) }
}

/** A holder plays the run that it began, or the one that its command names; others it only keeps the books of. */
export function isPlayed(run: RunView, holder: Holder | null): boolean {
  if (holder === null || !isOpen(run)) return false
  return run.startedAt >= holder.since || holder.command.split(/[\s/]/).includes(run.run)
}
