/** Reads the coverage that a test run left behind, whatever its form. */

import type { CoverageForm } from '../runners/runner.ts'
import type { CoverageFolder } from './coverage-folder.ts'
import type { FileCounts } from './file-counts.ts'
import { readIstanbul } from './istanbul-report.ts'
import { readV8Report } from './v8-report.ts'

export interface CoverageReport {
  /** The counts of a source file whose text is `code`, in places of that text. */
  countsOf(file: string, code: string): Promise<Counts>
  /** Comments that the runner obeyed, and that take code out of the count. */
  readonly obeys: RegExp | null
}

/** `counted`: by several processes maybe, to be merged. */
export type Counts =
  | { readonly kind: 'counted'; readonly views: readonly FileCounts[] }
  | { readonly kind: 'never-loaded' }
  | Unreadable

/** `reason` is a sentence. */
export interface Unreadable {
  readonly kind: 'unreadable'
  readonly reason: string
}

/** `root` is the real path of the checkout. */
export function readCoverage(
  form: CoverageForm,
  folder: CoverageFolder,
  root: string,
): Promise<CoverageReport | Unreadable> {
  return form === 'v8' ? readV8Report(folder, root) : readIstanbul(folder, root)
}

export const isUnreadable = <Read extends CoverageReport>(read: Read | Unreadable): read is Unreadable => 'kind' in read
