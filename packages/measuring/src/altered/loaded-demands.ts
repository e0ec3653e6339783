/**
 * Helpers, fixtures and set-ups that tests load belong to what the tests demand. Where a change touches them, the same
 * tests meet other answers of the source before it and after it: one that noticed before, and does not now, demands less.
 */
import type { Finding, Project } from '@sigma/protocol'
import { openBench, sortingOf, type Tools } from '../benches/bench.ts'
import type { TestCase, TestRun } from '../runners/test-run.ts'
import { listed } from '../text.ts'
import { type Reasons, refuse } from '../verdicts/reasons.ts'
import { runAltered } from './undemanding.ts'

export interface HelpersChanged {
  /** Commits. */
  readonly from: string
  readonly to: string
  /** Paths in which they differ. */
  readonly changed: readonly string[]
  /** The suite at `from`. */
  readonly before: TestRun
}

/** More source files than this are not looked through. */
const mostSources = 200

export async function weakerHelpers(
  tools: Tools,
  project: Project,
  { from, to, changed, before }: HelpersChanged,
  signal: AbortSignal,
): Promise<Reasons> {
  const { isTest } = sortingOf(project)
  const holding = new Set(before.tests.map(({ file }) => file))
  const known = new Set(await tools.checkouts.files(from))
  const helpers = changed.filter((path) => isTest(path) && known.has(path) && !holding.has(path))
  if (helpers.length === 0) return refuse()
  const { sources, files } = await reachedBy(tools, project, { to, helpers, holding }, signal)
  if (files.length === 0 || sources.length === 0 || sources.length > mostSources) return refuse()
  const altered = async (commit: string): Promise<TestRun> =>
    (await runAltered(tools, project, { commit, sources, files }, { how: 'others', gone: {} }, signal)).run
  const passing = new Map(before.tests.map((test) => [test.id, test]))
  const lost = (earlier: TestRun, later: TestRun): readonly TestCase[] => {
    if (earlier.problem !== null || later.problem !== null) return []
    const noticed = new Set(earlier.tests.flatMap(({ id, state }) => (state === 'failed' ? [id] : [])))
    return later.tests.filter(
      ({ id, state }) => state === 'passed' && noticed.has(id) && passing.get(id)?.state === 'passed',
    )
  }
  const first = lost(await altered(from), await altered(to))
  if (first.length === 0) return refuse()
  const again = new Set(lost(await altered(from), await altered(to)).map(({ id }) => id))
  return refuse(...first.filter(({ id }) => again.has(id)).map((test) => weakerBy(test, helpers)))
}

async function reachedBy(
  tools: Tools,
  project: Project,
  {
    to,
    helpers,
    holding,
  }: { readonly to: string; readonly helpers: readonly string[]; readonly holding: ReadonlySet<string> },
  signal: AbortSignal,
): Promise<{ readonly sources: readonly string[]; readonly files: readonly string[] }> {
  await using bench = await openBench(tools, project, { commit: to }, signal)
  const there = helpers.filter((path) => bench.files.includes(path))
  const reaching = there.length === helpers.length ? await bench.reaching(there) : null
  const files = (reaching ?? bench.testFiles).filter((file) => holding.has(file))
  return { sources: bench.sourceFiles, files }
}

const weakerBy = ({ id }: TestCase, helpers: readonly string[]): Finding => ({
  rule: 'assertion-weakened',
  message: `${id} noticed other answers of the source before ${listed(helpers, 3)} changed, and notices them no more.`,
  remedy: 'Have the helper demand what it demanded; a weaker one goes under a name of its own.',
})
