/** The evidence of a gate, as a blob (SIG-50): a later gate gets it as its baseline. */
import type { Blobs, Checkouts } from '@sigma/engine'
import { type Baseline, type BlobRef, readVersion } from '@sigma/protocol'
import { z } from 'zod'
import { coverageTotalsSchema } from './covered/totals.ts'
import { comparisonSchema } from './measures/measures.ts'
import { testRunSchema } from './runners/test-run.ts'
import type { ReadBy, TakenBy } from './schema.ts'
import { testChangeSchema } from './test-changes/changes.ts'
import { meantSchema } from './test-changes/meant.ts'
import { jsonIn } from './text.ts'

/** A verdict that was taken twice (SIG-52). */
const again = z.object({
  /**
   * `recorded`: in other letters, and calls were noted. `emptied`: stubs returned nothing. `disguised`, by an earlier Sigma: signs that
   * tests are running were hidden from the source.
   */
  how: z.enum(['plain', 'recorded', 'disguised', 'emptied']),
  exit: z.number().nullable(),
  durationMs: z.number(),
  /** Tests, or files, of which the two runs said different things. */
  flaky: z.array(z.string()),
  /** By an earlier Sigma: signs that tests are running which the changed source could see, as `<file>:<line> <sign>`. */
  signs: z.array(z.string()),
  /** Test files that were run; absent: all. */
  files: z.array(z.string()).exactOptional(),
})
export type Again = ReadBy<typeof again>

/** Calls that tests made of changed source, made again where no test is (SIG-52). */
const replayed = z.object({
  /** How many tests made of it. */
  calls: z.int(),
  /** Calls whose answers were compared. */
  compared: z.int(),
  /** Why the others were not, and how many. */
  others: z.array(z.object({ why: z.string(), calls: z.int() })),
})
export type Replayed = ReadBy<typeof replayed>

/** Tests over the source as it was before the implementation (SIG-43). */
const takenBack = z.object({
  /** Where the source was taken from. */
  commit: z.string(),
  /** Ids of the tests that were tried. */
  tests: z.array(z.string()),
  /** Tests that did not pass without the implementation, as they should not. */
  failed: z.array(z.string()),
})
export type TakenBack = ReadBy<typeof takenBack>

/** A check of the project's own (`checks` of the configuration). */
const checkSeen = z.object({
  command: z.string(),
  /**
   * `fails`: it passed before the work. `grew`: it failed before, and finds something new in what the work changed.
   * `broken`: it failed before, and says no more what it found then. `failed-before`: it fails as it did. `unclear`: it failed
   * before, and nobody can tell how that compares. `cannot-run`: it says nothing of the code, also before the work.
   */
  stands: z.enum(['passes', 'fails', 'grew', 'broken', 'failed-before', 'unclear', 'cannot-run']),
  outcome: z.enum(['passed', 'failed', 'cannot-run']),
  why: z.string().nullable(),
  exit: z.number().nullable(),
  durationMs: z.number(),
  /** What it printed, a blob; null: nothing. */
  output: z.string().nullable(),
  /** False: the output lacks something. */
  isWhole: z.boolean(),
  /** How many new findings in changed files were not refused, since their words stood at HEAD for some file; absent: none. */
  asAtHead: z.int().exactOptional(),
})
export type CheckSeen = ReadBy<typeof checkSeen>

/** A small change of the source that some test should notice. */
const mutantSeen = z.object({
  file: z.string(),
  line: z.number(),
  mutator: z.string(),
  /** The text that it replaces. */
  was: z.string(),
  /** What stands there then; null: not known. */
  becomes: z.string().nullable(),
  /** The functions around it, from the outside in, with dots; absent: not known. */
  within: z.string().exactOptional(),
  /** Tests that run it; absent: not known. */
  tests: z.array(z.string()).exactOptional(),
})

/** Mutants of the lines that the work changed (`mutants` of the configuration). */
const mutantsSeen = z.object({
  /** Null: Sigma planted them itself. */
  command: z.string().nullable(),
  /** Percent that tests have to notice. */
  least: z.number(),
  exit: z.number().nullable(),
  durationMs: z.number(),
  /** What the command printed, a blob; null: nothing. */
  output: z.string().nullable(),
  /** Its report, a blob; null: none that can be read. */
  report: z.string().nullable(),
  noticed: z.int(),
  survivors: z.array(mutantSeen),
  /** Ignored by the project's settings, or no program that runs; of Sigma's own those of which the tests can say nothing. */
  leftOut: z.int(),
  /** Mutants for which there was no time; absent: none. */
  untried: z.int().exactOptional(),
  /** Mutants that a person said need not be noticed, each with the reason; absent: none. */
  waived: z.array(mutantSeen.extend({ reason: z.string() })).exactOptional(),
  /** Why nothing is known of Sigma's own; absent: something is. */
  why: z.string().exactOptional(),
  /** How many of those that the report calls noticed Sigma planted itself. */
  tried: z.int(),
  /** Those of them on which every test passes. */
  unnoticed: z.array(mutantSeen),
})
export type MutantsSeen = ReadBy<typeof mutantsSeen>

/** How many mutants of a whole file tests notice, where the project has a floor for that (`gates.strength`). */
const strengthSeen = z.object({
  file: z.string(),
  noticed: z.int(),
  unnoticed: z.int(),
  /** Percent that tests have to notice. */
  least: z.number(),
  /** Percent before the work; absent: not measured. */
  before: z.number().exactOptional(),
})
export type StrengthSeen = ReadBy<typeof strengthSeen>

const evidenceSchema = z.object({
  gate: z.string(),
  commit: z.string(),
  /** Where source files were taken from instead of `commit`; null: nowhere. */
  sourceFrom: z.string().nullable(),
  /** The commit that `changes` and `patch` begin at; null: what was judged is no change of one commit. */
  from: z.string().nullable(),
  /** Every file in which `commit` differs from `from`. */
  changes: z.array(z.object({ path: z.string(), status: z.enum(['A', 'M', 'D', 'T']) })),
  /** The same as text, a blob, at most 256 KiB of it; null: nothing is changed. */
  patch: z.string().nullable(),
  before: testRunSchema.nullable(),
  after: testRunSchema,
  /** Ids of the tests that were found new. */
  newTests: z.array(z.string()),
  /** Test files by path, `sha256:<hex>`. */
  testFiles: z.record(z.string(), z.string()),
  /** Source files in the same way. */
  sourceFiles: z.record(z.string(), z.string()),
  /** Files beside the commit's that the tests could read (`tests.reads`), in the same way. */
  laid: z.record(z.string(), z.string()).default({}),
  /** In the shape of `coverage-summary.json`; null: not required and not measured, or nothing to cover. */
  coverage: coverageTotalsSchema.nullable(),
  /** Files that `coverage` is about; null: not measured. */
  coveredFiles: z.array(z.string()).nullable(),
  /** The commit that the work began with: what is unchanged since then is not its own. Null: not known. */
  coverageBase: z.string().nullable(),
  /** The second run of the same commit; null: there was none. */
  again: again.nullable().default(null),
  /** Calls that were made again where no test is; null: none were recorded. */
  replayed: replayed.nullable().default(null),
  /** The new tests, run without the implementation; null: not tried. */
  takenBack: takenBack.nullable().default(null),
  /** How hard the changed files are to follow, before and after; null: not measured. */
  measures: comparisonSchema.nullable().default(null),
  /** Changes in what tests demand; null: no test file changed. */
  testChanges: z.array(testChangeSchema).nullable().default(null),
  /** The project's own checks; null: none was run. */
  checks: z.array(checkSeen).nullable().default(null),
  /** Mutants of what the work changed; null: none were planted. */
  mutants: mutantsSeen.nullable().default(null),
  /** How strong the tests of changed files are; null: the project has no floor. */
  strength: z.array(strengthSeen).nullable().default(null),
  /** Tests that were there when the cycle began and need not be under their ids any more; null: all need to. */
  meant: meantSchema.nullable().default(null),
})
export type Evidence = TakenBy<typeof evidenceSchema>

/** A change as evidence names it: by its commits, its files and its text. */
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

/** Properties that hold ids of tests, their names, or paths: a later gate compares them with what it measures. */
const compared: ReadonlySet<string> = new Set([
  ...['id', 'names', 'file', 'files', 'test', 'tests', 'newTests', 'failed', 'flaky', 'knownFlaky', 'empty', 'leftOut'],
  ...['focused', 'path', 'frame', 'coveredFiles', 'replaced', 'from', 'to'],
])

/** Version of the schema that evidence is written by (SIG-34). */
const evidenceVersion = 1

export function writeEvidence(blobs: Blobs, evidence: Evidence): BlobRef {
  return blobs.put(JSON.stringify({ schema: evidenceVersion, ...evidence }), compared)
}

/** The evidence of a baseline; null when there is none, or it is not about exactly that commit. */
export function readEvidence(blobs: Blobs, { commit, evidence }: Baseline): Evidence | null {
  if (evidence === null) return null
  const read = parseEvidence(blobs.get(evidence))
  return read?.commit === commit ? read : null
}

/** The evidence in a blob; null: the blob holds none, or was written by a later schema than this sigma reads. */
export function parseEvidence(blob: Uint8Array): Evidence | null {
  const read = readVersion(jsonIn(new TextDecoder().decode(blob)), [evidenceSchema])
  return read.kind === 'read' ? read.record : null
}
