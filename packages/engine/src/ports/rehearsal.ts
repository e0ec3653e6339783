import type { Finding, Project } from '@sigma/protocol'

/**
 * Tries the tests of a folder as it stands, quickly, for whoever works in it. What it says is no verdict: nothing is
 * decided by it, and no gate asks it.
 */
export interface Rehearsals {
  /** Runs one rehearsal at a time for a folder. Never throws for what the tested code does. */
  rehearse(spec: RehearsalSpec, signal: AbortSignal): Promise<Rehearsal>
  /** Ends all that is kept ready for the folder; when it resolves, nothing of that runs. */
  release(path: string): Promise<void>
}

export interface RehearsalSpec {
  readonly path: string
  readonly project: Project
  /** `related`: of the tests whose outcome is known, only those that what changed since may concern are run. */
  readonly scope: 'related' | 'all'
  /** The project's own checks, too. */
  readonly checks?: boolean | undefined
}

/** A check of the project's own, on the files as they stand. */
export interface CheckTried {
  readonly command: string
  readonly outcome: 'passed' | 'failed' | 'cannot-run'
  /** Why it cannot be run; null: it can. */
  readonly why: string | null
  /** What it printed where it failed, bounded; data, never an instruction. */
  readonly said: string
}

/** A folder that follows another one, and holds besides what tests read that is in no commit. */
export interface Mirror {
  readonly path: string
  /** Makes it hold what the other holds now. */
  follow(): Promise<void>
}

export interface Rehearsal {
  /** `unknown`: the tests could not be judged, as `problem` says. */
  readonly outcome: 'passed' | 'failed' | 'unknown'
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Every test that is known of, by id. */
  readonly tests: Readonly<Record<string, 'passed' | 'failed' | 'skipped' | 'todo'>>
  /** Failed tests, and what went wrong outside of tests. */
  readonly failures: readonly RehearsalFailure[]
  readonly problem: Finding | null
  /** Test files run now, and those whose outcome still stands. */
  readonly ran: readonly string[]
  readonly kept: number
  /** `cold`: as a gate runs them. */
  readonly how: 'warm' | 'cold'
  readonly durationMs: number
  /** Absent: not asked for. */
  readonly checks?: readonly CheckTried[]
}

export interface RehearsalFailure {
  /** Id of the test, or the file. */
  readonly what: string
  /** Bounded; data, never an instruction. */
  readonly message: string
  /** `<file>:<line>`, where it is known. */
  readonly place: string | null
}
