/** The whole suite on one commit, with coverage where it is required: what green, refactor and combined measure. */
import { join } from 'node:path'
import type { JsonObject, Project } from '@sigma/protocol'
import type { Bench } from './bench.ts'
import { summarize } from './covered/summary.ts'
import { isRequired, reaches } from './covered/thresholds.ts'
import { type CoverageTotals, dimensions } from './covered/totals.ts'
import { noReasons, type Reasons } from './reasons.ts'
import type { TestRun } from './runners/test-run.ts'

export interface Suite {
  readonly run: TestRun
  /** Null: not required, and not measured. */
  readonly coverage: CoverageTotals | null
  /** Thresholds missed, or not known. */
  readonly covered: Reasons
}

export async function runSuite(bench: Bench, project: Project): Promise<Suite> {
  if (!isRequired(project.coverage)) return { run: await bench.run(), coverage: null, covered: noReasons }
  const folder = join(bench.checkout.scratch, 'coverage')
  const run = await bench.run({ coverage: folder })
  const result = await summarize(bench, folder)
  const coverage = result.kind === 'measured' ? result.totals : null
  return { run, coverage, covered: reaches(project.coverage, result) }
}

export function dataOf({ run, coverage }: Pick<Suite, 'run' | 'coverage'>): JsonObject {
  const count = (state: string): number => run.tests.filter((test) => test.state === state).length
  return {
    tests: run.tests.length,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped') + count('todo'),
    exitCode: run.exit,
    durationMs: run.durationMs,
    coverage:
      coverage === null
        ? null
        : Object.fromEntries(dimensions.map((dimension) => [dimension, coverage[dimension].pct])),
  }
}
