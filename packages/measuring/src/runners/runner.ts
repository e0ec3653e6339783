import type { Checkout, Processes } from '@sigma/engine'
import type { Reaches } from '../reached/reach.ts'
import type { TestRun } from './test-run.ts'

/** One way of running tests. Never throws for what the tests do. */
export interface Runner {
  /** As in `tests.runner` of the configuration. */
  readonly name: string
  readonly coverage: CoverageForm
  /**
   * The text of a test file that loads source files: one test for each, named as its `file`. With it a gate has the
   * runner load what plain Node cannot, such as TypeScript and JSX. Null: tests load files as plain Node does.
   */
  readonly loading: ((files: readonly Loaded[]) => string) | null
  run(request: RunRequest): Promise<TestRun>
}

export interface Loaded {
  /** Relative to the checkout. */
  readonly file: string
  /** As the test file has to import it, e.g. `../src/a.ts`. */
  readonly specifier: string
}

/**
 * The files that a run leaves in the folder of its `coverage`, which was empty before it (SIG-67).
 *
 * - `v8`: files `coverage-<pid>-….json` as Node writes them for NODE_V8_COVERAGE, which also what the tests start may
 *   add to. For a script that was transformed, `sources` has by its url the name of a file there, `{ code, map }`: the
 *   text that V8 counted in, and the source map (version 3) to the file. Hints that take code out of the count are disregarded.
 * - `istanbul`: `coverage-final.json`, by absolute path. The runner obeys hints, so a hint in what the work changed is refused.
 *
 * A run of one test, or of `nothing`, is asked for calls of functions alone, which are read in either form.
 *
 * A source file that is not in it counts as never loaded.
 */
export type CoverageForm = 'v8' | 'istanbul'

export interface RunRequest {
  readonly processes: Processes
  readonly checkout: Checkout
  /** Test files, relative to the checkout; exactly these are run. */
  readonly files: readonly string[]
  /** Where the runner is started, relative to the checkout. */
  readonly folder: string
  /** Is this path, relative to the checkout, code under test? */
  readonly isSource: (path: string) => boolean
  /** Takes known secrets out of what is compared and kept, such as ids of tests; absent: none is known. */
  readonly known?: ((text: string) => string) | undefined
  /** Arguments that tests need Node to have, where the runner starts Node for each test file; absent: none. */
  readonly node?: readonly string[] | undefined
  readonly limitMs: number
  /** Empty folder for coverage, in the runner's form; null: none is collected, whatever the project configures. */
  readonly coverage: string | null
  /** The files that coverage is wanted of; absent: whatever is loaded. A runner may count more than these. */
  readonly covering?: readonly string[] | undefined
  /** True: as many test files at a time as there are cores, where the project does not say how many. */
  readonly wide?: boolean | undefined
  /** Runs this test alone, or `nothing` but what loading does; null: everything. */
  readonly only: Selection | null
  readonly signal: AbortSignal
  /** Called with how many tests are done, as far as anybody can tell: for people alone, for tested code could have a say in it. */
  readonly onProgress?: ((done: number) => void) | undefined
  /** Called with the process that runs the tests. */
  readonly onStarted?: ((pid: number) => void) | undefined
  /** Has the runner observe what each test file reaches: called once at most, after the run. A runner that cannot observe never calls it. */
  readonly onReached?: ((reaches: Reaches) => void) | undefined
}

export type Selection =
  | { readonly kind: 'nothing'; readonly version: string }
  | { readonly kind: 'test'; readonly names: readonly string[]; readonly version: string }
