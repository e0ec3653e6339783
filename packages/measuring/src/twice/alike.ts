/**
 * Compares like with like. A test that passes among all others and fails among a few may need the others, which is no chance; so what a
 * part of the tests says otherwise than the whole did is looked at again before it is called flaky.
 */
import type { TestRun } from '../runners/test-run.ts'
import { asPart, type Part } from './chosen.ts'
import { type Flake, flakesOf } from './twice.ts'

export interface Compared {
  /** The run that the first one was compared with in the end. */
  readonly second: Part
  readonly flakes: readonly Flake[]
}

/** The same tree once more, in a fresh checkout; null: all files. */
export type Rerun = (files: readonly string[] | null) => Promise<TestRun>

/** Where two runs of the same files differ, as far as that counts. */
export type Differ = (first: TestRun, second: TestRun) => readonly Flake[]

/** How often files are run again of which a part says something else than the whole. */
const looks = 2

/** Flaky is what has two outcomes in runs of the same files. What differs between part and whole alone stands as the whole has it. */
export async function comparedAlike(again: Rerun, first: TestRun, second: Part, differ: Differ): Promise<Compared> {
  const flakes = second.run.problem === null ? differ(asPart(first, second), second.run) : []
  if (second.files === null || flakes.length === 0) return { second, flakes }
  const files = filesOf(flakes, first, second.run)
  const part = asPart(second.run, { files })
  const varying = new Set<string>()
  for (let look = 0; look < looks && flakes.some(({ id }) => !varying.has(id)); look += 1) {
    const run = await again(files)
    if (run.problem === null) for (const { id } of flakesOf(part, run)) varying.add(id)
  }
  const seen = flakes.filter(({ id }) => varying.has(id))
  if (seen.length === flakes.length) return { second, flakes }
  const whole = await again(null)
  const among = whole.problem === null ? differ(first, whole).filter(({ id }) => !varying.has(id)) : []
  return { second: { run: whole, files: null }, flakes: [...seen, ...among] }
}

/**
 * What differed in a run that had others beside it, and in none since: the machine may have been busy, or two runs in each other's way. So its
 * files are run again with nothing beside them; what differs then is flaky.
 */
export async function flakyInQuiet(
  again: Rerun,
  first: TestRun,
  seen: readonly Flake[],
  differ: Differ,
): Promise<readonly Flake[]> {
  const files = filesOf(seen, first)
  for (let look = 0; look < looks && files.length > 0; look += 1) {
    const run = await again(files)
    const flakes = run.problem === null ? differ(asPart(first, { files }), run) : []
    if (flakes.length > 0) return flakes
  }
  return []
}

/** Test files that hold what differs, which may be a file itself. */
function filesOf(flakes: readonly Flake[], ...runs: readonly TestRun[]): readonly string[] {
  const places = new Map(runs.flatMap(({ tests }) => tests.map(({ id, file }) => [id, file] as const)))
  return [...new Set(flakes.map(({ id }) => places.get(id) ?? id))]
}
