/** Finds out why tests fail in a checkout: by running them again with more of what a person's own folder has, else by signs. */
import type { Project } from '@sigma/protocol'
import type { Bench, Tools } from '../benches/bench.ts'
import type { TestRun } from '../runners/test-run.ts'
import type { Cause } from './cause.ts'
import { services } from './services.ts'

export interface Failing {
  readonly commit: string
  /** Of the commit as it is, still open. */
  readonly bench: Bench
  /** The whole suite there. */
  readonly run: TestRun
}

export interface Diagnosing {
  readonly signal: AbortSignal
  /** Is told what is being tried, in a few words. */
  readonly tell?: ((what: string) => void) | undefined
}

/** Nothing is found where no cause shows; a test stands in one cause at most. */
export async function diagnose(
  _tools: Tools,
  _project: Project,
  failing: Failing,
  { signal }: Diagnosing,
): Promise<readonly Cause[]> {
  signal.throwIfAborted()
  return services(failing.run)
}
