/**
 * Test files that stood in a cycle, for nothing that they were seen to reach had changed, and that fail where everything runs. What is
 * known of what they reach was wrong, so they are run each time from then on. Or the world has changed since they were measured:
 * then they fail at HEAD as well.
 */
import {
  bounded,
  brokenIn,
  newFailures,
  newFaults,
  openBench,
  readEvidence,
  type TestRun,
  type Tools,
} from '@sigma/measuring'
import type { Baseline, JsonObject, Project } from '@sigma/protocol'

/** By file, the cycle in which it stood. */
export type Stood = ReadonlyMap<string, string>

interface AcceptedCycle {
  readonly name: string
  readonly accepted: Baseline
}

export function stoodIn({ blobs }: Pick<Tools, 'blobs'>, cycles: readonly AcceptedCycle[]): Stood {
  return new Map(
    cycles.flatMap(({ name, accepted }) => {
      const after = readEvidence(blobs, accepted)?.after
      // What ran on the very tree is no matter of what is known.
      return after?.wholeTree === true ? [] : (after?.stood ?? []).map(({ file }) => [file, name] as const)
    }),
  )
}

/** Files that stood, and in which something passes no more. */
export function failedAmong(stood: Stood, before: TestRun, run: TestRun): readonly string[] {
  if (run.problem !== null) return []
  const broken = new Set(brokenIn(before, run))
  const lost = before.tests.filter(({ id }) => broken.has(id))
  const failed = [...lost, ...newFailures(before, run), ...newFaults(before, run, [])].map(({ file }) => file)
  return [...new Set(failed)].filter((file) => stood.has(file))
}

/** To be said of a failure in that file; nothing where the file did not stand. */
export function standingNote(stood: Stood, file: string): string {
  const found = stood.get(file)
  return found === undefined
    ? ''
    : ` (In cycle ${found} this file was not run: nothing changed that it was seen to reach. It is run each time from now on.)`
}

/**
 * What was seen before the work, where files stood and fail now: HEAD is measured once more, and what fails there is
 * no matter of this work. A service may be gone by now, or a day be over.
 */
export async function asTodayAtHead(
  tools: Tools,
  project: Project,
  { before, run, stood }: { readonly before: TestRun; readonly run: TestRun; readonly stood: Stood },
  signal: AbortSignal,
): Promise<TestRun> {
  const { head } = before
  const suspect = failedAmong(stood, before, run)
  if (head === undefined || suspect.length === 0 || before.problem !== null || run.problem !== null) return before
  await using bench = await openBench(tools, project, { commit: head }, signal)
  const today = await bench.run()
  if (today.problem !== null) return before
  const isSuspect = ({ file }: { readonly file: string }): boolean => suspect.includes(file)
  const broken = new Set(brokenIn(before, today))
  const now = new Map(
    today.tests.filter((test) => isSuspect(test) && broken.has(test.id)).map((test) => [test.id, test]),
  )
  return {
    ...before,
    tests: before.tests.map((test) => now.get(test.id) ?? test),
    faults: [...before.faults, ...newFaults(before, today, []).filter(isSuspect)],
  }
}

/** What failed nowhere as the run began and does so at HEAD by now, to be told: `seen` is what was known before that look. */
export function dataOfToday(seen: TestRun, today: TestRun): JsonObject {
  const ids = [...brokenIn(seen, today), ...newFaults(seen, today, []).map(({ file }) => file)]
  return ids.length === 0 ? {} : { failsToday: [...new Set(ids)].slice(0, 50).map((id) => bounded(id, 200)) }
}
