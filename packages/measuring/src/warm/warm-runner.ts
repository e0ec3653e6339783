import type { LivingProcesses } from '@sigma/engine'
import type { TestRun } from '../runners/test-run.ts'

/**
 * A runner of tests that is kept ready. What it says is for whoever works in the folder: nothing is accepted by it, the
 * gates have runners of their own, which begin anew each time.
 */
export interface WarmRunner {
  /** As in `tests.runner` of the configuration. */
  readonly name: string
  open(place: WarmPlace): Warm
}

export interface WarmPlace {
  readonly processes: LivingProcesses
  /** Real path of the folder that holds the project. */
  readonly root: string
  /** Where the runner is started, relative to the root. */
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  /** A folder outside of the root, for reports and caches. */
  readonly scratch: string
  /** Is this path, relative to the root, code under test? */
  readonly isSource: (path: string) => boolean
}

/** A runner that is kept ready for one folder. One run at a time. */
export interface Warm extends AsyncDisposable {
  /**
   * Runs exactly these files as they are now. `unclear`: it cannot tell; run them cold. `shared`: test files may decide
   * about each other's outcome, so only all of them together, cold, can tell.
   */
  run(request: WarmRequest): Promise<TestRun | 'unclear' | 'shared'>
  /** Starts what the next run takes, behind the answer of the last: to start a program holds this one up. */
  restock(): void
}

export interface WarmRequest {
  /** Test files, relative to the root; at least one. */
  readonly files: readonly string[]
  readonly limitMs: number
  readonly signal: AbortSignal
}
