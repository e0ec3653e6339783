/** The whole suite on one commit, with coverage where it is required. */
import type { JsonObject, Project } from '@sigma/protocol'
import { emptyFolder } from '../covered/coverage-folder.ts'
import type { Scope } from '../covered/scope.ts'
import { type CoverageResult, summarize } from '../covered/summary.ts'
import { isRequired, reaches } from '../covered/thresholds.ts'
import { type CoverageTotals, dimensions } from '../covered/totals.ts'
import type { SuiteOptions } from '../kept/standing.ts'
import type { TestRun } from '../runners/test-run.ts'
import { noReasons, type Reasons } from '../verdicts/reasons.ts'
import type { Bench } from './bench.ts'

export interface Suite {
  readonly run: TestRun
  /** Null: not required and not measured, or nothing of this work to cover. */
  readonly coverage: CoverageTotals | null
  /** Files that were measured, none where there was nothing to cover; null: not required, or not known. */
  readonly coveredFiles: readonly string[] | null
  /** Thresholds missed, or not known. */
  readonly covered: Reasons
}

/** `scope` is asked only where coverage is required. */
export async function runSuite(
  bench: Bench,
  project: Project,
  scope: () => Promise<Scope>,
  { final = false }: Pick<SuiteOptions, 'final'> = {},
): Promise<Suite> {
  if (!isRequired(project.coverage)) {
    return { run: await bench.suite({ final }), coverage: null, coveredFiles: null, covered: noReasons }
  }
  const folder = await emptyFolder(bench.checkout.scratch, 'coverage')
  const measured = await scope()
  // What reaches these files has to run for the numbers to be those of a run of everything.
  const include = (): Promise<readonly string[] | null> => bench.reaching(measured.files)
  const run = await bench.suite({ coverage: folder.path, covering: measured.files, include, final })
  const result = await summarize(bench, folder, measured)
  const coverage = result.kind === 'measured' ? result.totals : null
  return { run, coverage, coveredFiles: filesOf(result), covered: reaches(project.coverage, result) }
}

function filesOf(result: CoverageResult): readonly string[] | null {
  switch (result.kind) {
    case 'measured':
      return result.files
    case 'nothing':
      return []
    case 'unknown':
      return null
  }
}

export function dataOf({ run, coverage, coveredFiles }: Pick<Suite, 'run' | 'coverage' | 'coveredFiles'>): JsonObject {
  const count = (state: string): number => run.tests.filter((test) => test.state === state).length
  return {
    tests: run.tests.length,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped') + count('todo'),
    exitCode: run.exit,
    durationMs: run.durationMs,
    ...dataOfStanding(run),
    coverage:
      coverage === null
        ? null
        : Object.fromEntries(dimensions.map((dimension) => [dimension, coverage[dimension].pct])),
    ...(coveredFiles !== null && { coveredFiles: coveredFiles.slice(0, 50) }),
    ...(coveredFiles?.length === 0 && { coverageNote: 'nothing of this work to cover' }),
  }
}

/** How many test files were run and how many stand as they were measured, and why; nothing where all were run. */
export const dataOfStanding = ({ ran, stood, why }: TestRun): JsonObject =>
  ran === undefined || stood === undefined || why === undefined ? {} : { ran: ran.length, stood: stood.length, why }
