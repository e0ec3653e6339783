import type { Style } from '../../packages/measuring/src/fixture/small-project.ts'
import type { Work } from '../../test/repositories/published.ts'

/** A project whose suite takes its time, and what is built in it. */
export interface Subject {
  readonly runner: Style['runner']
  /** Lays the files of the project, its dependencies among them, into an empty folder. */
  readonly lay: (path: string) => Promise<void>
  /** Globs of Sigma's configuration. */
  readonly tests: readonly string[]
  readonly source: readonly string[]
  /** What a person types for the whole suite. */
  readonly alone: readonly string[]
  /** How many tests there are, in words. */
  readonly size: string
  /** In the order in which they are played, all from the same commit. */
  readonly runs: readonly Run[]
}

interface Run {
  readonly name: string
  readonly goal: number
  readonly work: Work
}

/** In the first run nothing is known of the suite, in a later one the baseline is. */
export const goals = { first: 2.5, known: 1.5 } as const
