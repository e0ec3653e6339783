/** What a gate saw, as a blob (SIG-50): a later gate is given it as its baseline. */
import type { Blobs, Checkouts, Difference } from '@sigma/engine'
import { type Baseline, type BlobRef, readVersion } from '@sigma/protocol'
import { z } from 'zod'
import { type CoverageTotals, coverageTotalsSchema } from './covered/totals.ts'
import { type Comparison, comparisonSchema } from './measures/measures.ts'
import { type TestRun, testRunSchema } from './runners/test-run.ts'
import { type TestChange, testChangeSchema } from './test-changes/changes.ts'

export interface Evidence {
  readonly gate: string
  readonly commit: string
  /** Where source files were taken from instead of `commit`; null: nowhere. */
  readonly sourceFrom: string | null
  /** The commit that `changes` and `patch` begin at; null: what was judged is no change of one commit. */
  readonly from: string | null
  /** Every file in which `commit` differs from `from`. */
  readonly changes: readonly Difference[]
  /** The same as text, at most 256 KiB of it; null: nothing is changed. */
  readonly patch: BlobRef | null
  readonly before: TestRun | null
  readonly after: TestRun
  /** Ids of the tests that were found new. */
  readonly newTests: readonly string[]
  /** Test files by path, `sha256:<hex>`. */
  readonly testFiles: Readonly<Record<string, string>>
  /** Source files in the same way. */
  readonly sourceFiles: Readonly<Record<string, string>>
  /** In the shape of `coverage-summary.json`; null: not required and not measured, or nothing to cover. */
  readonly coverage: CoverageTotals | null
  /** Files that `coverage` is about; null: not measured. */
  readonly coveredFiles: readonly string[] | null
  /** The commit that the work began with: what is unchanged since then is not its own. Null: not known. */
  readonly coverageBase: string | null
  /** What a second run of the same commit said; null: there was none. */
  readonly again?: Again | null | undefined
  /** What became of the new tests without the implementation; null: not tried. */
  readonly takenBack?: TakenBack | null | undefined
  /** How hard the changed files are to follow, before and after; null: not measured. */
  readonly measures?: Comparison | null | undefined
  /** What changed in what tests demand; null: no test file changed. */
  readonly testChanges?: readonly TestChange[] | null | undefined
}

/** A verdict that was taken twice (SIG-52). */
export interface Again {
  /** `disguised`: signs that tests are running were hidden from the source. `emptied`: stubs returned nothing. */
  readonly how: 'plain' | 'disguised' | 'emptied'
  readonly exit: number | null
  readonly durationMs: number
  /** Tests, or files, of which the two runs said different things. */
  readonly flaky: readonly string[]
  /** Signs that tests are running which the changed source could see, as `<file>:<line> <sign>`. */
  readonly signs: readonly string[]
}

/** Tests over the source as it was before the implementation (SIG-43). */
export interface TakenBack {
  /** Where the source was taken from. */
  readonly commit: string
  /** Ids of the tests that were tried. */
  readonly tests: readonly string[]
  /** Those of them that did not pass, as they should. */
  readonly failed: readonly string[]
}

const again: z.ZodType<Again> = z.object({
  how: z.enum(['plain', 'disguised', 'emptied']),
  exit: z.number().nullable(),
  durationMs: z.number(),
  flaky: z.array(z.string()),
  signs: z.array(z.string()),
})

const takenBack: z.ZodType<TakenBack> = z.object({
  commit: z.string(),
  tests: z.array(z.string()),
  failed: z.array(z.string()),
})

const evidenceSchema: z.ZodType<Evidence> = z.object({
  gate: z.string(),
  commit: z.string(),
  sourceFrom: z.string().nullable(),
  from: z.string().nullable(),
  changes: z.array(z.object({ path: z.string(), status: z.enum(['A', 'M', 'D', 'T']) })),
  patch: z.string().nullable(),
  before: testRunSchema.nullable(),
  after: testRunSchema,
  newTests: z.array(z.string()),
  testFiles: z.record(z.string(), z.string()),
  sourceFiles: z.record(z.string(), z.string()),
  coverage: coverageTotalsSchema.nullable(),
  coveredFiles: z.array(z.string()).nullable(),
  coverageBase: z.string().nullable(),
  again: again.nullable().default(null),
  takenBack: takenBack.nullable().default(null),
  measures: comparisonSchema.nullable().default(null),
  testChanges: z.array(testChangeSchema).nullable().default(null),
})

/** What was changed, as evidence names it: by its commits, its files and its text. */
export type Changes = Pick<Evidence, 'from' | 'changes' | 'patch'>

const patchCharacters = 256 * 1024

export async function changesBetween(
  { checkouts, blobs }: { readonly checkouts: Checkouts; readonly blobs: Blobs },
  from: string,
  to: string,
): Promise<Changes> {
  const changes = await checkouts.diff(from, to)
  const patch = changes.length === 0 ? null : blobs.put(await checkouts.patch(from, to, patchCharacters))
  return { from, changes, patch }
}

export const noChanges: Changes = { from: null, changes: [], patch: null }

/** Version of the schema that evidence is written by (SIG-34). */
const evidenceVersion = 1

export function writeEvidence(blobs: Blobs, evidence: Evidence): BlobRef {
  return blobs.put(JSON.stringify({ schema: evidenceVersion, ...evidence }))
}

/** The evidence of a baseline; null when there is none, or it is not about exactly that commit. */
export function readEvidence(blobs: Blobs, { commit, evidence }: Baseline): Evidence | null {
  if (evidence === null) return null
  const read = parseEvidence(blobs.get(evidence))
  return read?.commit === commit ? read : null
}

/** What a blob holds; null: it is no evidence of a gate's, or written by a later schema than this sigma reads. */
export function parseEvidence(blob: Uint8Array): Evidence | null {
  try {
    const record: unknown = JSON.parse(new TextDecoder().decode(blob))
    const read = readVersion(record, [evidenceSchema])
    return read.kind === 'read' ? read.record : null
  } catch {
    return null
  }
}
