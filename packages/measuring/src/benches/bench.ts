import { createHash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Blobs,
  type Checkout,
  type CheckoutSpec,
  type Checkouts,
  createMatcher,
  type Processes,
  type Secrets,
} from '@sigma/engine'
import type { Baseline, BlobRef, Project } from '@sigma/protocol'
import type { CheckRun } from '../checks/check-run.ts'
import { readEvidence } from '../evidence.ts'
import { type Care, noCare } from '../kept/care.ts'
import { type Known, type SuiteOptions, standingOn } from '../kept/standing.ts'
import { surroundingsOf } from '../kept/surroundings.ts'
import { closuresOf } from '../reached/closure.ts'
import { reachingAny } from '../reached/concerned.ts'
import type { Reaches } from '../reached/reach.ts'
import { preloadedIn } from '../runners/node-arguments.ts'
import type { Runner, Selection } from '../runners/runner.ts'
import { notRun, type Problem, type TestRun } from '../runners/test-run.ts'
import { canWiden as widens } from '../runners/workers.ts'
import { listed } from '../text.ts'
import { isClosed, type SideBySide } from '../twice/side-by-side.ts'
import { confinedTo } from './confining.ts'
import { isCode } from './is-code.ts'
import { overhear } from './output.ts'
import { withSurroundings } from './surroundings.ts'

export interface Tools {
  readonly processes: Processes
  readonly checkouts: Checkouts
  readonly blobs: Blobs
  /** Absent: nothing is secret. */
  readonly secrets?: Pick<Secrets, 'known'> | undefined
  readonly runners: readonly Runner[]
  /** Baselines measured so far: a commit never changes, so checks that begin there share one run. */
  readonly baselines: Map<string, Promise<TestRun>>
  /** Which runs go side by side; absent: none. */
  readonly sideBySide?: SideBySide | undefined
  /** Checks of the project's own that were run on such commits, in the same way. */
  readonly checked: Map<string, Promise<readonly CheckRun[]>>
  /** Suites that ran, in this process and before it; absent: every run runs everything. */
  readonly kept?: Known | undefined
  /** Told what is done beside runs of tests, for a screen; absent: nobody looks. */
  readonly acts?: ((text: string) => void) | undefined
  /** With what care suites are run; absent: with none beyond the usual. */
  readonly care?: Care | undefined
}

/** Which files are what in a project. */
export interface Sorting {
  readonly isTest: (path: string) => boolean
  /** Code under test: a source file that is no test. */
  readonly isSource: (path: string) => boolean
  readonly isGuarded: (path: string) => boolean
}

export function sortingOf(project: Project): Sorting {
  const tests = createMatcher(project.tests)
  const source = createMatcher(project.source)
  const isTest = (path: string): boolean => tests(path) || isSnapshot(path)
  return { isTest, isSource: (path) => source(path) && !isTest(path), isGuarded: createMatcher(project.guarded) }
}

/** Snapshot files hold what tests expect, also where they lie among the source. */
const isSnapshot = (path: string): boolean => /(^|\/)__snapshots__\/[^/]+\.snap$/.test(path)

/** Files that a runner is given. */
export const testFilesIn = (files: readonly string[], isTest: Sorting['isTest']): readonly string[] =>
  files.filter((path) => isTest(path) && isCode(path) && !isFixture(path))

/** A commit in a fresh folder, ready to be measured. Gone when disposed of. */
export interface Bench extends AsyncDisposable {
  readonly checkout: Checkout
  readonly runner: Runner
  readonly files: readonly string[]
  /** Files that the runner is given. */
  readonly testFiles: readonly string[]
  readonly sourceFiles: readonly string[]
  /** Empty when there is no such file. */
  text(path: string): Promise<string>
  texts(paths: readonly string[]): Promise<ReadonlyMap<string, string>>
  hashes(paths: readonly string[]): Promise<Readonly<Record<string, string>>>
  run(options?: RunOptions): Promise<TestRun>
  /** The whole suite on the commit as it is, of which only what has to is run; the rest stands as it was measured. */
  suite(options?: SuiteOptions): Promise<TestRun>
  /** Keeps what `suite` ran, for later gates and runs, with the evidence that tells of it; what is `flaky` there never stands. */
  proven(evidence: BlobRef, flaky?: readonly string[]): void
  /** These test files were wrong where they stood: from now on they are run each time. */
  doubt(files: readonly string[]): void
  /** Test files that reach any of these paths; null: not known, so all of them may. */
  reaching(paths: readonly string[]): Promise<readonly string[] | null>
}

export interface RunOptions {
  readonly coverage?: string
  /** The files that coverage is wanted of; absent: all. */
  readonly covering?: readonly string[]
  readonly files?: readonly string[]
  /** True: a test file at a time for each core, where the project does not say how many. */
  readonly wide?: boolean
  readonly only?: Selection
  readonly onStarted?: (pid: number) => void
  /** Time limit of this run; the project's unless given. */
  readonly limitMs?: number
  /** Has the runner observe what each test file reaches. */
  readonly onReached?: (reaches: Reaches) => void
}

/** Tools for benches that are closed before this one. */
export const benchesWithin = (tools: Tools, { checkout }: Pick<Bench, 'checkout'>): Tools => ({
  ...tools,
  checkouts: { ...tools.checkouts, open: (spec) => tools.checkouts.open({ ...spec, within: checkout }) },
})

export async function openBench(
  tools: Tools,
  project: Project,
  spec: CheckoutSpec,
  signal: AbortSignal,
): Promise<Bench> {
  const files = await filesOf(tools.checkouts, spec)
  const { env, reads } = project
  const checkout = await withSurroundings(await tools.checkouts.open({ env, reads, ...spec }), project)
  const { isTest, isSource } = sortingOf(project)
  const testFiles = testFilesIn(files, isTest)
  const runner = runnerNamed(project.runner, tools.runners)
  const read = (path: string): Promise<Buffer> => readFile(join(checkout.path, path)).catch(() => Buffer.alloc(0))
  const { processes, checkouts, kept } = tools
  const surroundings = once(() => surroundingsOf(processes, project, checkout))
  async function run(options: RunOptions = {}): Promise<TestRun> {
    const marks = marksOf(checkout.path, testFiles)
    const heard = overhear(confinedTo(tools.processes, checkout.confined), checkout)
    using _going = tools.sideBySide?.going()
    const told = await runner.run({
      processes: heard.processes,
      checkout,
      files: testFiles,
      folder: project.folder,
      isSource,
      node: project.node,
      known: tools.secrets?.known,
      limitMs: project.checkLimitMs,
      coverage: null,
      only: null,
      signal,
      ...options,
    })
    // Output is not kept for a run of one test alone.
    const measured = options.only === undefined ? { ...told, output: heard.keep(tools.blobs) } : told
    const left = marksOf(checkout.path, testFiles)
    const rewritten = testFiles.filter((_, at) => marks[at] !== left[at])
    return rewritten.length === 0 ? measured : { ...measured, problem: measured.problem ?? testsRewritten(rewritten) }
  }
  const { care = noCare, sideBySide } = tools
  const canWiden = (): boolean =>
    isClosed(checkout) && sideBySide?.isQuiet(project) === true && widens(project.runner, project.folder, checkout.path)
  const { commit, overlay } = spec
  // What is laid over a commit is no tree of its own.
  const standing =
    kept === undefined || overlay !== undefined
      ? null
      : standingOn(
          {
            project,
            commit,
            checkout,
            checkouts,
            surroundings,
            testFiles,
            care,
            canWiden,
            run,
          },
          kept,
        )
  async function suite(options: SuiteOptions): Promise<TestRun> {
    if (standing !== null) return await standing.run(options)
    const { coverage, covering } = options
    return await run(coverage === undefined ? {} : { coverage, ...(covering !== undefined && { covering }) })
  }
  return {
    checkout,
    runner,
    files,
    testFiles,
    sourceFiles: files.filter((path) => isSource(path) && isCode(path)),
    text: async (path) => (await read(path)).toString('utf8'),
    texts: async (paths) =>
      new Map(await Promise.all(paths.map(async (path) => [path, (await read(path)).toString('utf8')] as const))),
    hashes: async (paths) =>
      Object.fromEntries(await Promise.all(paths.map(async (path) => [path, hashOf(await read(path))] as const))),
    run,
    suite: async (options = {}) => {
      signal.throwIfAborted()
      return await suite(options)
    },
    proven: (evidence, flaky) => standing?.keep(evidence, flaky),
    doubt: (files) => tools.kept?.records.doubt(files),
    reaching: async (paths) => {
      if (standing !== null) return await standing.reaching(paths)
      const tree = new Map(files.map((path) => [path, '']))
      const lying = { root: checkout.path, tree, folder: project.folder, preloaded: preloadedIn(project) }
      const isThere = paths.every((path) => tree.has(path))
      return isThere ? reachingAny(paths, { testFiles, observed: new Map(), closures: closuresOf(lying) }) : null
    },
    [Symbol.asyncDispose]: async () => {
      standing?.keep(null)
      await checkout[Symbol.asyncDispose]()
    },
  }
}

/** The test run of a baseline: as it was judged, or measured now. */
export async function baselineRun(
  tools: Tools,
  project: Project,
  baseline: Baseline,
  signal: AbortSignal,
): Promise<TestRun> {
  const known = readEvidence(tools.blobs, baseline)
  if (known !== null && known.sourceFrom === null) return known.after
  const { runner, folder, tests, source, env, reads, node } = project
  const key = JSON.stringify({ commit: baseline.commit, runner, folder, tests, source, env, reads, node })
  const measured = tools.baselines.get(key)
  // Another check may have begun this run; its result is shared only if it succeeded.
  const shared = await measured?.catch(() => null)
  if (shared?.problem === null) return shared
  const measuring = measure(tools, project, baseline.commit, signal)
  tools.baselines.set(key, measuring)
  return await measuring
}

async function measure(tools: Tools, project: Project, commit: string, signal: AbortSignal): Promise<TestRun> {
  await using bench = await openBench(tools, project, { commit }, signal)
  return await bench.suite()
}

/** However often it is asked for. */
function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | null = null
  return () => {
    made ??= make()
    return made
  }
}

/** A mark changes with whatever is done to its file: the time of the last change of state cannot be set back. */
const marksOf = (root: string, files: readonly string[]): readonly string[] =>
  files.map((file) => {
    const stat = lstatSync(join(root, file), { bigint: true, throwIfNoEntry: false })
    return stat === undefined ? 'gone' : `${stat.ino} ${stat.size} ${stat.mode} ${stat.ctimeNs}`
  })

/** The tests that ran may not be those that were committed. */
const testsRewritten = (files: readonly string[]): Problem => ({
  rule: 'tests-rewritten',
  message: `Test files were changed while the tests ran: ${listed(files)}.`,
  remedy: 'Let neither code nor tests write, move or remove test files; write to a temporary folder.',
})

/** Code that tests read or run; much of it is broken on purpose. */
const isFixture = (path: string): boolean =>
  /(^|\/)(fixtures?|__fixtures__)\//.test(path) && !/[._-](test|spec)\.[^/]+$/.test(path)

const hashOf = (content: Uint8Array): string => `sha256:${createHash('sha256').update(content).digest('hex')}`

async function filesOf(checkouts: Checkouts, { commit, overlay }: CheckoutSpec): Promise<readonly string[]> {
  const files = await checkouts.files(commit)
  if (overlay === undefined) return files
  const replaced = createMatcher(overlay.globs)
  const others = await checkouts.files(overlay.commit)
  return [...files.filter((path) => !replaced(path)), ...others.filter(replaced)]
}

/** One that runs nothing, and says so, where no runner has this name. */
export const runnerNamed = (name: string, known: readonly Runner[]): Runner =>
  known.find((each) => each.name === name) ?? {
    name,
    coverage: 'v8',
    loading: null,
    run: async () =>
      notRun(name, {
        rule: 'runner-unknown',
        message: `Sigma cannot run tests with ${name}.`,
        remedy: `Set \`tests.runner\` in sigma.config.json to ${listed(known.map((each) => each.name))}.`,
      }),
  }
