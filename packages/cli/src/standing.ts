import type { Decision, Reader, RunResult, RunView } from '@sigma/engine'
import { isUnfinished } from './runs.ts'

/** A run with all that is known of it now. */
export interface Standing {
  readonly run: RunView
  readonly result: RunResult
  readonly decisions: readonly Decision[]
  /** A process is working on it at this moment. */
  readonly running: boolean
}

export function standingOf(reader: Reader, run: RunView, running: boolean): Standing {
  const decisions = reader.inbox(run.run)
  return { run, result: reader.result(run.run), decisions, running: running && isUnfinished(run) }
}
