/** Takes a run apart by test files, and puts one together. */
import { hasFailed, nothingToRun, type TestRun } from '../runners/test-run.ts'
import type { Outcome } from './record.ts'

/** By file; null: something failed there. Null for all: a fault belongs to none of these files. */
export function outcomesOf(run: TestRun, files: readonly string[]): ReadonlyMap<string, Outcome | null> | null {
  const asked = new Set(files)
  if (run.problem !== null || [...run.faults, ...run.tests].some(({ file }) => !asked.has(file))) return null
  const tests = Map.groupBy(run.tests, ({ file }) => file)
  const focused = Map.groupBy(run.focused, (place) => place.slice(0, place.lastIndexOf(':')))
  const faulty = new Set(run.faults.map(({ file }) => file))
  const empty = new Set(run.empty)
  const leftOut = new Map(run.leftOut?.map(({ file, message }) => [file, message]))
  return new Map(
    files.map((file) => {
      const own = tests.get(file) ?? []
      // A test to do may fail, and is not held against anybody: its words would be lost.
      if (faulty.has(file) || own.some(({ state, failure }) => state === 'failed' || failure !== null))
        return [file, null]
      const kept = { isEmpty: empty.has(file), leftOut: leftOut.get(file) ?? null, focused: focused.get(file) ?? [] }
      return [file, { tests: own, ...kept }]
    }),
  )
}

/** The whole suite: what ran now, and what stands of the others; files in the order that is given. */
export function together(
  runner: string,
  ran: TestRun | null,
  stood: ReadonlyMap<string, Outcome>,
  files: readonly string[],
): TestRun {
  const run = ran ?? nothingToRun(runner)
  const tests = Map.groupBy(run.tests, ({ file }) => file)
  const standing = [...stood.values()]
  const leftOut = new Map(run.leftOut?.map((each) => [each.file, each]))
  for (const [file, { leftOut: message }] of stood) if (message !== null) leftOut.set(file, { file, message })
  const empty = new Set([...run.empty, ...[...stood].filter(([, { isEmpty }]) => isEmpty).map(([file]) => file)])
  return {
    ...run,
    tests: files.flatMap((file) => stood.get(file)?.tests ?? tests.get(file) ?? []),
    empty: files.filter((file) => empty.has(file)),
    ...(leftOut.size > 0 && { leftOut: files.flatMap((file) => leftOut.get(file) ?? []) }),
    focused: [...run.focused, ...standing.flatMap(({ focused }) => focused)],
  }
}

/** Of these files something failed in the run, or something that belongs to no file. */
export const failedIn = (run: TestRun, files: ReadonlySet<string>): boolean =>
  hasFailed({
    tests: run.tests.filter(({ file }) => files.has(file)),
    faults: run.faults.filter(({ file }) => files.has(file) || file === ''),
  })
