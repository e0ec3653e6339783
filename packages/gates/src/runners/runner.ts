import type { Checkout, Processes } from '@sigma/engine'
import type { TestRun } from './test-run.ts'

/** One way of running tests. Never throws for what the tests do. */
export interface Runner {
  readonly name: string
  run(request: RunRequest): Promise<TestRun>
}

export interface RunRequest {
  readonly processes: Processes
  readonly checkout: Checkout
  /** Test files, relative to the checkout; exactly these are run. */
  readonly files: readonly string[]
  /** Where the runner is started, relative to the checkout. */
  readonly folder: string
  /** Is this path, relative to the checkout, code under test? */
  readonly isSource: (path: string) => boolean
  readonly limitMs: number
  /** Folder for V8's coverage; null: none is collected. */
  readonly coverage: string | null
  /** Runs this test alone, or `nothing` but what loading does; null: everything. */
  readonly only: Selection | null
  readonly signal: AbortSignal
  /** Called with the process that runs the tests. */
  readonly onStarted?: ((pid: number) => void) | undefined
}

export type Selection =
  | { readonly kind: 'nothing'; readonly version: string }
  | { readonly kind: 'test'; readonly names: readonly string[]; readonly version: string }
