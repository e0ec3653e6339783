/**
 * Whether a test was flaky before the work. The suite is measured once before it, so a test that fails now and then mostly passes unknown.
 * Where such a test would be held against the work, its file is run again, alone, at the commit that the run of the protocol began
 * from: no agent had a hand in that tree, so two outcomes there are no matter of the work.
 */
import type { Project } from '@sigma/protocol'
import { sortingOf, type Tools, testFilesIn } from '../benches/bench.ts'
import { suiteMsOf, type TestRun } from '../runners/test-run.ts'
import { isKnownFlaky, knowing } from '../verdicts/known.ts'
import { flakesOf, flakyIds, runAgain, writtenAt } from './twice.ts'

/** Work that may be held to have broken something. */
export interface Held {
  readonly commit: string
  readonly before: TestRun
  /** Tests, and files that cannot be run whole, by which the work would be refused. */
  readonly held: readonly string[]
  /** What the work's own run has, where tests of other names than before are held against it. */
  readonly run?: TestRun
  /** Files in which no test is excused, beside those in which the work differs from HEAD. */
  readonly apart?: readonly string[]
}

/** How often a file is run; a test that fails in half of its runs shows both outcomes in 99 of 100 cases. */
const mostLooks = 8
/** Work that breaks more files than that is no victim of chance. */
const mostFiles = 20
/** Beside three times as long as the suite took. */
const patienceMs = 10_000

/** The run of before, which then knows those of `held` to be flaky that are so at HEAD. Where HEAD is not known, none is. */
export async function lookedBack(tools: Tools, project: Project, work: Held, signal: AbortSignal): Promise<TestRun> {
  const { before, run: own } = work
  const { head } = before
  if (head === undefined || before.problem !== null) return before
  let left = await excusable(tools, project, { ...work, head })
  if (new Set(left.values()).size > mostFiles) return before
  const limitMs = Math.min(project.checkLimitMs, 3 * suiteMsOf(before) + patienceMs)
  const until = performance.now() + project.checkLimitMs
  let known = before
  // A test may need others beside it, so what it did among the whole suite is not compared with what it does alone.
  let first: TestRun | null = null
  for (let looks = 0; left.size > 0 && looks < mostLooks && performance.now() < until; looks += 1) {
    const files = [...new Set(left.values())]
    const run = await runAgain(tools, project, { commit: head, files, limitMs }, signal)
    if (run.problem !== null) break
    first ??= run
    const flakes = flakesOf(first, run)
    const seen = flakes.filter(({ id }) => left.has(id) || files.includes(id))
    const unsteady = new Set(flakes.flatMap(({ renamedAt }) => renamedAt ?? []))
    const renamed = [...before.tests, ...(own?.tests ?? [])].filter(
      (test) => left.has(test.id) && unsteady.has(writtenAt(test) ?? ''),
    )
    known = knowing({ knownFlaky: [...flakyIds(seen, before), ...renamed.map(({ id }) => id)] }, known)
    left = new Map([...left].filter(([id]) => !isKnownFlaky(known, id)))
  }
  return known
}

/** What is held against the work and may not be its own doing, each with the file that it lies in. */
async function excusable(
  { checkouts }: Tools,
  project: Project,
  { head, commit, before, run, held, apart = [] }: Held & { readonly head: string },
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(held.filter((id) => !isKnownFlaky(before, id)))
  if (ids.size === 0) return new Map()
  const changed = new Set([...apart, ...(await checkouts.diff(head, commit)).map(({ path }) => path)])
  const { isTest } = sortingOf(project)
  const tests = [...before.tests, ...(run?.tests ?? [])]
  const places = [...tests.map(({ id, file }) => [id, file] as const), ...held.map((id) => [id, id] as const)]
  return new Map(
    places.filter(([id, file]) => ids.has(id) && !changed.has(file) && testFilesIn([file], isTest).length > 0),
  )
}
