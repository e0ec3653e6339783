/** How a module stands by its newest run, for `sigma status` (SIG-98). */

import type { Registered } from '@sigma/engine'
import type { Thresholds } from '@sigma/protocol'
import { archiveOf, type JournalReader } from './archive.ts'
import { failedCycles } from './cycles.ts'
import { type Stands, standsAs } from './standing.ts'

export interface ModuleStatus {
  readonly run: string
  readonly stands: Stands
  /** Ids of the cycles that did not get where they should, those that wait for a person included. */
  readonly failedCycles: readonly string[]
  readonly coverageThreshold: Thresholds
  /** The plan that was accepted when the run began. */
  readonly plan: { readonly path: string; readonly blob: string }
}

/** Null: the module has no run. */
export function moduleStatus(
  reader: JournalReader,
  protocols: readonly Registered[],
  module: string,
): ModuleStatus | null {
  const course = archiveOf(reader, protocols).newest(module)
  if (course === null) return null
  return {
    run: course.run,
    stands: standsAs(course),
    failedCycles: failedCycles(course).map(({ id }) => id),
    coverageThreshold: course.input.project.coverage,
    plan: course.input.plan,
  }
}
