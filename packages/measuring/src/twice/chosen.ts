/**
 * Which test files are run a second time: those that the work has to do with, and those of which something is asked. What the work
 * cannot have changed was measured by the first run, and says nothing new.
 */
import type { CheckoutSpec } from '@sigma/engine'
import type { Project } from '@sigma/protocol'
import { type Bench, openBench, type RunOptions, type Tools } from '../benches/bench.ts'
import type { TestRun } from '../runners/test-run.ts'
import { within } from './twice.ts'

/** Test files of a bench, before anything was run in it; null: all of them. */
export type Choice = (bench: Bench) => Promise<readonly string[] | null>

/** A run of some test files. */
export interface Part {
  readonly run: TestRun
  /** Null: all. */
  readonly files: readonly string[] | null
}

export interface Work {
  /** Paths that the work added, changed or removed. */
  readonly changed: readonly string[]
  /** Test files that are run in any case: they hold what the work is about, or what is asked about. */
  readonly holding: readonly string[]
}

/** The test files that the work changed or that reach what it changed, and those that are run in any case. */
export const concerning =
  ({ changed, holding }: Work): Choice =>
  async (bench) => {
    const reaching = await bench.reaching(changed)
    if (reaching === null) return null
    const chosen = new Set([...reaching, ...holding, ...changed])
    const files = bench.testFiles.filter((file) => chosen.has(file))
    return files.length === 0 || files.length === bench.testFiles.length ? null : files
  }

/** These and no others, as far as they are there. */
export const only =
  (wanted: readonly string[]): Choice =>
  async ({ testFiles }) =>
    testFiles.filter((file) => wanted.includes(file))

/** Runs a part of the tests on a bench of its own. */
export async function runPart(
  tools: Tools,
  project: Project,
  { commit, overlay, ...options }: CheckoutSpec & Omit<RunOptions, 'files'>,
  choice: Choice,
  signal: AbortSignal,
): Promise<Part> {
  const spec = overlay === undefined ? { commit } : { commit, overlay }
  await using bench = await openBench(tools, project, spec, signal)
  const files = await choice(bench)
  return { run: await bench.run(files === null ? options : { ...options, files }), files }
}

/** What a run of everything says of the same files. */
export const asPart = (whole: TestRun, { files }: Pick<Part, 'files'>): TestRun =>
  files === null ? whole : within(whole, files)

/** Files in which something did not go as before: whether that is chance has to be asked. */
export function unlikeBefore(before: TestRun, run: TestRun): readonly string[] {
  const earlier = new Map(before.tests.map(({ id, state }) => [id, state]))
  const now = new Set(run.tests.map(({ id }) => id))
  const others = run.tests.filter(({ id, state }) => state !== 'passed' && state !== earlier.get(id))
  const gone = before.tests.filter(({ id }) => !now.has(id))
  return [...new Set([...others, ...gone, ...run.faults].map(({ file }) => file))]
}
