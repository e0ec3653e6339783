/**
 * Work that passes, asked where lying does not help: its calls made again where no test is, its answers replaced by others, its text
 * written otherwise. What passes only as it lies there is refused.
 */
import {
  all,
  type Bench,
  type Choice,
  demandsNothing,
  type Early,
  type Evidence,
  inputsOf,
  isClean,
  type Lanes,
  never,
  noReasons,
  type Part,
  type Reasons,
  type Recordings,
  type ReplayResult,
  readersOfText,
  readsText,
  record,
  refuse,
  replay,
  runAltered,
  type TestCase,
  type TestRun,
  type Tools,
  undemanding,
} from '@sigma/measuring'
import { isHeld, type Project } from '@sigma/protocol'
import { goingBy } from './held-out.ts'
import { sameCalls } from './same-calls.ts'

export interface Elsewhere {
  readonly reasons: Reasons
  /** For the evidence. */
  readonly replayed: Evidence['replayed']
}

export interface Asking {
  readonly commit: string
  /** Source files with code that the work changed. */
  readonly sources: readonly string[]
  /** Test files that hold what the work is about. */
  readonly files: readonly string[]
  /** Test files that a second run of the work takes in. */
  readonly among: Choice
  /** Time limit of each run. */
  readonly limitMs: number
  /** True: the design names nothing that a call may depend on beside what it is given. */
  readonly isStateless: boolean
}

/** Runs that have begun beside others. */
export interface Begun {
  /** A second run of the work, with its source in other letters. */
  readonly second: Early<Part>
  /** The second run once more. */
  readonly recorded: (signal: AbortSignal) => Promise<Part>
  /** `isNew`: is a test one that the work is about? */
  readonly asked: (run: TestRun, isNew: (test: TestCase) => boolean, signal: AbortSignal) => Promise<Elsewhere>
}

/** Null: no source was changed, so nothing can be asked of it. */
export function beginElsewhere(
  tools: Tools,
  project: Project,
  bench: Bench,
  recorded: Asking,
  lanes: Lanes,
): Begun | null {
  if (recorded.sources.length === 0) return null
  const { among, ...own } = recorded
  // What is held back is in no words of a call that was made again.
  const shown = { ...own, hides: isHeld }
  const recordAll = (signal: AbortSignal): Promise<Recordings> => record(tools, project, { ...shown, among }, signal)
  let again: Recordings | null = null
  let replaying: Early<ReplayResult> = never
  const recording = lanes.beside(async (signal) => {
    const first = await recordAll(signal)
    if (isWhole(first.run)) replaying = lanes.beside((signal) => replay(tools, project, shown, first, signal))
    return first
  })
  const altering = lanes.beside((signal) => runAltered(tools, project, recorded, { how: 'others', gone: {} }, signal))
  const recordNow = async (signal: AbortSignal): Promise<Recordings> => {
    const now = await recordAll(signal)
    // Nothing that a broken run noted can be trusted, so an earlier recording stays.
    if (now.run.problem === null) again = now
    return now
  }
  const asked: Begun['asked'] = async (run, isNew, signal) => {
    const tests = run.tests.filter((test) => test.state === 'passed' && isNew(test))
    if (tests.length === 0) return notElsewhere
    const early = await recording()
    const first = again ?? early ?? (await recordNow(signal))
    const repeated = sameCalls(first)
    if (repeated.length > 0) return { reasons: refuse(...repeated), replayed: null }
    const readers = await readersOfText(tools, project, { recorded, tests, seen: first.run }, signal)
    if (readers.length > 0) return { reasons: refuse(...readers.map(readsText)), replayed: null }
    const begun = first === early ? await replaying() : null
    const inQuiet = async (): Promise<ReplayResult> => {
      // A refusal counts only if no other run went on beside the replay.
      await lanes.quiet()
      return await replay(tools, project, shown, first, signal)
    }
    const { reasons, replayed } = begun !== null && isClean(begun.reasons) ? begun : await inQuiet()
    const weak = isClean(reasons)
      ? await undemanding(tools, project, { recorded, tests, texts: bench.texts, early: altering }, signal)
      : []
    const lonely = weak.length === 0 ? weak : await withoutOthers(bench, tests, weak)
    return { reasons: all(reasons, refuse(...lonely.map(demandsNothing))), replayed }
  }
  return { second: recording, recorded: recordNow, asked }
}

/** Everything in it passed. */
const isWhole = ({ problem, faults, tests }: TestRun): boolean =>
  problem === null && faults.length === 0 && tests.every(({ state }) => state !== 'failed')

/**
 * Weak tests of what no other new test demands; a wish for nothing is honest beside one for something. One that is held back is in
 * the place of a test that demands something only if it does as well, or another does that is held back: the developer knows the rest.
 */
async function withoutOthers(
  bench: Bench,
  tests: readonly TestCase[],
  weak: readonly TestCase[],
): Promise<readonly TestCase[]> {
  const texts = await bench.texts([...new Set(tests.map(({ file }) => file))])
  const inputs = new Map(tests.map((test) => [test.id, inputsOf({ ...test, text: texts.get(test.file) ?? '' })]))
  const asked = ({ id }: TestCase): readonly string[] => inputs.get(id)?.asked ?? []
  const goesWith = goingBy(({ id }) => inputs.get(id)?.titles ?? [])
  const isWeak = new Set(weak.map(({ id }) => id))
  const strong = tests.filter(({ id }) => !isWeak.has(id))
  return weak.filter((test) => {
    const standsForStrong = isHeld(test.file) && strong.some((other) => goesWith(test, other))
    const others = standsForStrong ? strong.filter(({ file }) => isHeld(file)) : strong
    const demanded = new Set(others.flatMap(asked))
    const names = asked(test)
    return names.length === 0 || names.some((name) => !demanded.has(name))
  })
}

export const notElsewhere: Elsewhere = { reasons: noReasons, replayed: null }
