/**
 * Whether a test was flaky before the work. The suite is measured once before it, so a test that fails now and then mostly passes unknown.
 * Where such a test would be held against the work, its file is run again, alone, at the commit that the work began with: a test with
 * two outcomes there is no matter of the work, which cannot have changed that tree.
 */
import type { Project } from '@sigma/protocol'
import { sortingOf, type Tools, testFilesIn } from '../benches/bench.ts'
import type { TestRun } from '../runners/test-run.ts'
import { isKnownFlaky, knowing } from '../verdicts/known.ts'
import { flakesOf, flakyIds, runAgain, within } from './twice.ts'

export interface Begun {
  /** The commit that the work began with. */
  readonly commit: string
  /** Every file that the work changed: no test in one of them is excused. */
  readonly changed: readonly string[]
}

/** Null: it is not known where the work began. */
export async function begunAt({ checkouts }: Tools, from: string | null, to: string): Promise<Begun | null> {
  return from === null ? null : { commit: from, changed: (await checkouts.diff(from, to)).map(({ path }) => path) }
}

/** How often a file is run; a test that fails in half of its runs shows both outcomes in 99 of 100 cases. */
const mostLooks = 8
/** Work that breaks more files than that is no victim of chance. */
const mostFiles = 20
/** Beside three times as long as the suite took. */
const patienceMs = 10_000

/**
 * The run of before, which then knows those of `held` to be flaky that are so without the work. `held`: tests, and files that
 * cannot be run whole, by which the work would be refused.
 */
export async function lookedBack(
  tools: Tools,
  project: Project,
  { begun, before, held }: { readonly begun: Begun | null; readonly before: TestRun; readonly held: readonly string[] },
  signal: AbortSignal,
): Promise<TestRun> {
  if (begun === null || before.problem !== null) return before
  let left = excusable(project, begun, before, held)
  if (new Set(left.values()).size > mostFiles) return before
  const limitMs = Math.min(project.checkLimitMs, 3 * before.durationMs + patienceMs)
  const until = performance.now() + project.checkLimitMs
  const seen: TestRun[] = []
  let known = before
  while (left.size > 0 && seen.length < mostLooks && performance.now() < until) {
    const files = [...new Set(left.values())]
    const run = await runAgain(tools, project, { commit: begun.commit, files, limitMs }, signal)
    if (run.problem !== null) break
    // A test may need others beside it, so what it did among the whole suite is not compared with what it does alone.
    const flakes = seen
      .flatMap((earlier) => flakesOf(within(earlier, files), run))
      .filter(({ id }) => left.has(id) || files.includes(id))
    seen.push(run)
    known = knowing({ knownFlaky: [...(known.knownFlaky ?? []), ...flakyIds(flakes, before, ...seen)] }, known)
    left = new Map([...left].filter(([id]) => !isKnownFlaky(known, id)))
  }
  return known
}

/** What is held against the work and may not be its own doing, each with the file that it lies in. */
function excusable(
  project: Project,
  { changed }: Begun,
  before: TestRun,
  held: readonly string[],
): ReadonlyMap<string, string> {
  const ids = new Set(held)
  const { isTest } = sortingOf(project)
  const places = [...before.tests.map(({ id, file }) => [id, file] as const), ...held.map((id) => [id, id] as const)]
  return new Map(
    places.filter(
      ([id, file]) =>
        ids.has(id) && !isKnownFlaky(before, id) && !changed.includes(file) && testFilesIn([file], isTest).length > 0,
    ),
  )
}
