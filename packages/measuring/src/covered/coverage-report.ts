/** Reads the coverage that a test run left behind, whatever its form. */

import type { CoverageForm } from '../runners/runner.ts'
import type { CoverageFolder } from './coverage-folder.ts'
import { readIstanbul } from './istanbul-report.ts'
import type { CoverageReport, Unreadable } from './report-form.ts'
import { readV8Report } from './v8-report.ts'

/** `root` is the real path of the checkout. */
export function readCoverage(
  form: CoverageForm,
  folder: CoverageFolder,
  root: string,
): Promise<CoverageReport | Unreadable> {
  return form === 'v8' ? readV8Report(folder, root) : readIstanbul(folder, root)
}

export const isUnreadable = <Read extends CoverageReport>(read: Read | Unreadable): read is Unreadable => 'kind' in read
