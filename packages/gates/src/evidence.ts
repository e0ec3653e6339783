/** What a gate saw, as a blob (SIG-50): a later gate is given it as its baseline. */
import type { Blobs } from '@sigma/engine'
import type { Baseline, BlobRef } from '@sigma/protocol'
import { z } from 'zod'
import { type CoverageTotals, coverageTotalsSchema } from './covered/totals.ts'
import { type TestRun, testRunSchema } from './runners/test-run.ts'

export interface Evidence {
  readonly gate: string
  readonly commit: string
  /** Where source files were taken from instead of `commit`; null: nowhere. */
  readonly sourceFrom: string | null
  readonly before: TestRun | null
  readonly after: TestRun
  /** Ids of the tests that RED found new. */
  readonly newTests: readonly string[]
  /** Test files by path, `sha256:<hex>`. */
  readonly testFiles: Readonly<Record<string, string>>
  /** Source files in the same way; none in evidence of before this was recorded. */
  readonly sourceFiles: Readonly<Record<string, string>>
  /** In the shape of `coverage-summary.json`; null: not required and not measured, or nothing to cover. */
  readonly coverage: CoverageTotals | null
  /** Files that `coverage` is about; null: not measured, or evidence of before this was recorded. */
  readonly coveredFiles: readonly string[] | null
  /** The commit that the cycle began with: what is unchanged since then is not its own. Null: not known. */
  readonly coverageBase: string | null
}

const evidenceSchema: z.ZodType<Evidence> = z.object({
  gate: z.string(),
  commit: z.string(),
  sourceFrom: z.string().nullable(),
  before: testRunSchema.nullable(),
  after: testRunSchema,
  newTests: z.array(z.string()),
  testFiles: z.record(z.string(), z.string()),
  sourceFiles: z.record(z.string(), z.string()).default({}),
  coverage: coverageTotalsSchema.nullable(),
  coveredFiles: z.array(z.string()).nullable().default(null),
  coverageBase: z.string().nullable().default(null),
})

export function writeEvidence(blobs: Blobs, evidence: Evidence): BlobRef {
  return blobs.put(JSON.stringify(evidence))
}

/** The evidence of a baseline; null when there is none, or it is not about exactly that commit. */
export function readEvidence(blobs: Blobs, { commit, evidence }: Baseline): Evidence | null {
  if (evidence === null) return null
  const read = evidenceSchema.safeParse(JSON.parse(new TextDecoder().decode(blobs.get(evidence))))
  return read.success && read.data.commit === commit ? read.data : null
}
