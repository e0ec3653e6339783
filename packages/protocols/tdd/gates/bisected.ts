/**
 * Which cycles make a combination fail (DPTR-102). They are taken in order until it turns red; then the one that turned it is
 * looked at alone, and with each of those before it. Only files with what failed are run, and of what is known nothing.
 */
import { newFailures, newFaults, openBench, readEvidence, type TestRun, type Tools } from '@sigma/measuring'
import type { Baseline, Project } from '@sigma/protocol'

/** A test by its id, or a file that cannot be run whole by its path. */
export interface Failing {
  readonly id: string
  readonly file: string
}

/** Names of the cycles that together make it fail, by what fails; absent: nobody can tell, so that it is all of them. */
export type Culprits = ReadonlyMap<string, readonly string[]>

/** Which of what failed does so with the work of these cycles and no other; null: nobody can tell. */
export type FailsWith = (names: readonly string[], failing: readonly Failing[]) => Promise<ReadonlySet<string> | null>

/** What all the cycles together make fail, put down to as few of them as do. Names are in the order of combining. */
export async function bisect(
  names: readonly string[],
  failing: readonly Failing[],
  failsWith: FailsWith,
): Promise<Culprits> {
  const culprits = new Map<string, readonly string[]>()
  let green = failing
  for (const [at, name] of names.entries()) {
    const earlier = names.slice(0, at)
    const upTo = [...earlier, name]
    const red = at === names.length - 1 ? new Set(green.map(({ id }) => id)) : await failsWith(upTo, green)
    if (red === null) return culprits
    let left = green.filter(({ id }) => red.has(id))
    green = green.filter(({ id }) => !red.has(id))
    const pairs = at < 2 ? [] : earlier.map((each) => [each, name])
    for (const suspects of at === 0 ? [] : [[name], ...pairs]) {
      const failed = left.length === 0 ? null : await failsWith(suspects, left)
      for (const { id } of left) if (failed?.has(id)) culprits.set(id, suspects)
      left = left.filter(({ id }) => !failed?.has(id))
    }
    for (const { id } of left) culprits.set(id, upTo)
  }
  return culprits
}

export interface Bisected {
  readonly project: Project
  readonly commit: string
  readonly cycles: readonly { readonly name: string; readonly accepted: Baseline }[]
  /** What each cycle was accepted with, in the same order. */
  readonly runs: readonly TestRun[]
  /** What all of them knew. */
  readonly before: TestRun
  /** Ids of the tests that the cycles are about. */
  readonly wanted: ReadonlySet<string>
}

/** The same, of a commit that is the merge of the cycles and nothing else; of any other nobody can tell. */
export async function bisected(
  tools: Tools,
  { project, commit, cycles, runs, before, wanted }: Bisected,
  failing: readonly Failing[],
  signal: AbortSignal,
): Promise<Culprits> {
  const { checkouts, blobs } = tools
  const together = async (names: readonly string[]): Promise<string | null> =>
    await checkouts.merged(cycles.flatMap(({ name, accepted }) => (names.includes(name) ? [accepted.commit] : [])))
  const whole = cycles.length < 2 || failing.length === 0 ? null : await together(cycles.map(({ name }) => name))
  if (whole === null || (await checkouts.diff(whole, commit)).length > 0) return new Map()

  const failedIn = (run: TestRun): ReadonlySet<string> =>
    new Set([
      ...newFailures(before, run, wanted).map(({ id }) => id),
      ...newFaults(before, run, []).map(({ file }) => file),
    ])
  const measured = async (at: string, files: ReadonlySet<string>): Promise<ReadonlySet<string> | null> => {
    await using bench = await openBench(tools, project, { commit: at }, signal)
    const there = bench.testFiles.filter((file) => files.has(file))
    if (there.length === 0) return new Set()
    const run = await bench.run({ files: there })
    return run.problem === null ? failedIn(run) : null
  }
  /** As its gate saw it; a file that stood there was not run, and is run now. */
  const alone = async (name: string, asked: readonly Failing[]): Promise<ReadonlySet<string> | null> => {
    const at = cycles.findIndex((cycle) => cycle.name === name)
    const [cycle, run] = [cycles[at], runs[at]]
    if (cycle === undefined || run === undefined || run.problem !== null) return null
    const after = readEvidence(blobs, cycle.accepted)?.after
    const stood = new Set(after?.wholeTree === true ? [] : after?.stood?.map(({ file }) => file))
    const unrun = new Set(asked.map(({ file }) => file).filter((file) => stood.has(file)))
    const found = unrun.size === 0 ? new Set<string>() : await measured(cycle.accepted.commit, unrun)
    return found === null ? null : new Set([...failedIn(run), ...found])
  }
  return await bisect(
    cycles.map(({ name }) => name),
    failing,
    async (names, asked) => {
      const [only, ...others] = names
      if (only !== undefined && others.length === 0) return await alone(only, asked)
      const merged = await together(names)
      return merged === null ? null : await measured(merged, new Set(asked.map(({ file }) => file)))
    },
  )
}
