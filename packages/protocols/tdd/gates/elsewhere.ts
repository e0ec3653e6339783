/**
 * Work that passes, asked where lying does not help: its calls made again where no test is, its answers replaced by others, its text
 * written otherwise. What passes only as it lies there is refused.
 */
import {
  all,
  type Bench,
  demandsNothing,
  type Early,
  type Evidence,
  inputsOf,
  isClean,
  type Lanes,
  never,
  noReasons,
  type Reasons,
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
  /** Time limit of each run. */
  readonly limitMs: number
  /** True: the design names nothing that a call may depend on beside what it is given. */
  readonly isStateless: boolean
}

/** Begins the runs beside others; what is given back ends them. */
export function beginElsewhere(tools: Tools, project: Project, bench: Bench, recorded: Asking, lanes: Lanes) {
  // What is held back is in no words of a call that was made again.
  const shown = { ...recorded, hides: isHeld }
  const beside = <Result>(run: (signal: AbortSignal) => Promise<Result>): Early<Result> =>
    recorded.sources.length === 0 ? never : lanes.beside(run)
  const recording = beside((signal) => record(tools, project, shown, signal))
  const altering = beside((signal) => runAltered(tools, project, recorded, { how: 'each', gone: {} }, signal))

  /** `isNew`: is a test one that the work is about? */
  return async (run: TestRun, isNew: (test: TestCase) => boolean, signal: AbortSignal): Promise<Elsewhere> => {
    const tests = run.tests.filter((test) => test.state === 'passed' && isNew(test))
    if (recorded.sources.length === 0 || tests.length === 0) return notElsewhere
    const first = (await recording()) ?? (await record(tools, project, shown, signal))
    const readers = await readersOfText(tools, project, { recorded, tests, seen: first.run }, signal)
    if (readers.length > 0) return { reasons: refuse(...readers.map(readsText)), replayed: null }
    const { reasons, replayed } = await replay(tools, project, shown, first, signal)
    const weak = isClean(reasons) ? await undemanding(tools, project, { recorded, tests, early: altering }, signal) : []
    const lonely = weak.length === 0 ? weak : await withoutOthers(bench, tests, weak)
    return { reasons: all(reasons, refuse(...lonely.map(demandsNothing))), replayed }
  }
}

/** Weak tests of what no other new test demands; a wish for nothing is honest beside one for something. */
async function withoutOthers(
  bench: Bench,
  tests: readonly TestCase[],
  weak: readonly TestCase[],
): Promise<readonly TestCase[]> {
  const texts = await bench.texts([...new Set(tests.map(({ file }) => file))])
  const called = (test: TestCase): readonly string[] =>
    inputsOf({ ...test, text: texts.get(test.file) ?? '' })?.called ?? []
  const isWeak = new Set(weak.map(({ id }) => id))
  const demanded = new Set(tests.filter(({ id }) => !isWeak.has(id)).flatMap(called))
  return weak.filter((test) => {
    const names = called(test)
    return names.length === 0 || names.some((name) => !demanded.has(name))
  })
}

export const notElsewhere: Elsewhere = { reasons: noReasons, replayed: null }
