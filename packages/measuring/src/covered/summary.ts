/** Coverage in four dimensions over the files of a scope; one that was never loaded is uncovered. */
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
// biome-ignore lint/correctness/noUnresolvedImports: a CommonJS module, whose only export Node sees whole is the default
import coverageLibrary from 'istanbul-lib-coverage'
import type { Bench } from '../benches/bench.ts'
import type { Runner } from '../runners/runner.ts'
import { neverLoaded } from './conversion.ts'
import type { CoverageFolder } from './coverage-folder.ts'
import { isUnreadable, readCoverage } from './coverage-report.ts'
import { type FileCounts, without } from './file-counts.ts'
import { hintsIn } from './hints.ts'
import type { CoverageReport, Unreadable } from './report-form.ts'
import type { Scope } from './scope.ts'
import { type CoverageTotals, coverageTotalsSchema } from './totals.ts'

export type CoverageResult =
  | {
      readonly kind: 'measured'
      readonly totals: CoverageTotals
      readonly files: readonly string[]
      /** Places where the runner was told not to count, `<file>:<line>`. */
      readonly hints: readonly string[]
      /** Counts of each file, without what does not count in it. */
      readonly counts: ReadonlyMap<string, FileCounts>
    }
  /** No file is in the scope. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unknown'; readonly reason: string }

/** The part of a bench that coverage needs. */
export interface Measured {
  readonly runner: Pick<Runner, 'coverage'>
  readonly checkout: { readonly path: string }
  readonly text: Bench['text']
}

/** `folder` is where a test run left its coverage. */
export async function summarize(bench: Measured, folder: CoverageFolder, scope: Scope): Promise<CoverageResult> {
  if (scope.files.length === 0) return { kind: 'nothing' }
  const root = await realpath(bench.checkout.path)
  const report = await readCoverage(bench.runner.coverage, folder, root)
  if (isUnreadable(report)) return { kind: 'unknown', reason: report.reason }
  const map = coverageLibrary.createCoverageMap({})
  const hints: string[] = []
  for (const file of scope.files) {
    const code = await bench.text(file)
    const views = await viewsOf(report, root, file, code)
    if ('kind' in views) return { kind: 'unknown', reason: views.reason }
    const leftOut = await scope.leftOut(file, code)
    for (const view of views) map.addFileCoverage({ path: join(root, file), ...without(view, code, leftOut) })
    if (report.obeys !== null)
      hints.push(...hintsIn(file, code, report.obeys, leftOut).map((line) => `${file}:${line}`))
  }
  const totals = coverageTotalsSchema.safeParse(map.getCoverageSummary().toJSON())
  if (!totals.success) return { kind: 'unknown', reason: 'The coverage summary lacks a dimension or holds no number.' }
  const counts = new Map(scope.files.map((file) => [file, map.fileCoverageFor(join(root, file)).data] as const))
  return { kind: 'measured', totals: totals.data, files: scope.files, hints, counts }
}

async function viewsOf(
  report: CoverageReport,
  root: string,
  file: string,
  code: string,
): Promise<readonly FileCounts[] | Unreadable> {
  const counts = await report.countsOf(file, code)
  if (counts.kind === 'counted') return counts.views
  if (counts.kind === 'unreadable') return counts
  const view = await neverLoaded(file, join(root, file), code)
  return 'kind' in view ? view : [view]
}
