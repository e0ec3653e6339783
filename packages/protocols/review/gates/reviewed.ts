/** What all parts of a review look at. */
import { matches } from '@sigma/engine'
import type { sortingOf } from '@sigma/measuring'
import type { DesignInterface } from '@sigma/protocol'
import type { ReviewParameters } from '../machine/gate-parameters.ts'
import type { ReviewedCycle } from '../machine/input.ts'

export interface Reviewed extends ReviewParameters {
  readonly commit: string
  readonly sorting: ReturnType<typeof sortingOf>
  /** Paths of the commit. */
  readonly files: readonly string[]
  /** Paths in which it differs from the base. */
  readonly changed: readonly { readonly path: string; readonly status: string }[]
  readonly interfaces: readonly DesignInterface[]
  texts(paths: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/** Test files of the commit that are a cycle's: those that it was given to write. */
export const testsOf = ({ files, sorting }: Reviewed, { tests }: ReviewedCycle): readonly string[] =>
  files.filter((path) => sorting.isTest(path) && matches(path, tests))
