/**
 * Runs of a whole suite of which only a part need run: the outcome of a test file stands while nothing changed that the file
 * reached. Only plain runs of a commit's own tree are kept and looked up; whoever wants a second opinion does not ask here.
 */
import type { Checkout, Checkouts } from '@sigma/engine'
import type { BlobRef, Project } from '@sigma/protocol'
import type { TestCounts } from '../benches/progress.ts'
import { type Closures, closuresOf, type KnownLeads } from '../reached/closure.ts'
import { reachingAny } from '../reached/concerned.ts'
import type { Reaches } from '../reached/reach.ts'
import { type Entries, treeName } from '../reached/trees.ts'
import { preloadedIn } from '../runners/node-arguments.ts'
import type { TestRun } from '../runners/test-run.ts'
import { type Care, CareWanted } from './care.ts'
import { nearestOf } from './nearest.ts'
import { failedIn, outcomesOf, together } from './outcomes.ts'
import { everything, type Plan, planAgain, planBeside, reachesOf } from './plan.ts'
import type { FileRecord, SuiteRecord } from './record.ts'
import type { Records } from './records.ts'
import { failsMore, isDoubtful, isWorthWide } from './wide.ts'

/** What is known of suites that ran, in this process and before it. */
export interface Known {
  readonly records: Records
  readonly leads: KnownLeads
  readonly counts: TestCounts
}

export interface SuiteOptions {
  readonly coverage?: string | undefined
  /** Test files that run in any case, asked where not all do; null: all of them. */
  readonly include?: (() => Promise<readonly string[] | null>) | undefined
  /** Files that coverage is wanted of; absent: all. */
  readonly covering?: readonly string[] | undefined
  /** The verdict is final: everything runs on this very tree, unless it did. */
  readonly final?: boolean | undefined
}

export interface SuiteRequest {
  /** True: a test file at a time for each core. */
  readonly wide?: boolean
  readonly coverage?: string
  readonly covering?: readonly string[]
  readonly files?: readonly string[]
  readonly onReached?: (reaches: Reaches) => void
}

/** The bench that the suite lies on. */
export interface Ground {
  readonly project: Project
  readonly commit: string
  readonly checkout: Checkout
  readonly checkouts: Pick<Checkouts, 'entries'>
  /** Null: nobody can tell them from others. */
  surroundings(): Promise<string | null>
  readonly testFiles: readonly string[]
  readonly care: Care
  /** True: a run can take all cores. Nothing else runs, tests reach nothing outside of their checkout, and the project does not say how many test files run at a time. */
  canWiden(): boolean
  run(request: SuiteRequest): Promise<TestRun>
}

export interface Standing {
  run(options?: SuiteOptions): Promise<TestRun>
  /** Test files that reach any of these paths; null: not known, so all of them may. */
  reaching(paths: readonly string[]): Promise<readonly string[] | null>
  /** Keeps what was run, with the evidence that tells of it. `flaky`: ids of tests, and files, that never stand. */
  keep(evidence: BlobRef | null, flaky?: readonly string[]): void
}

interface Placed {
  readonly surroundings: string
  readonly tree: string
  readonly entries: Entries
  readonly closures: Closures
}

export function standingOn(ground: Ground, { records, leads, counts }: Known): Standing {
  const { project, commit, checkout, testFiles, care } = ground
  let placing: Promise<Placed | null> | null = null
  let unkept: {
    readonly surroundings: string
    readonly record: SuiteRecord
    readonly ran: ReadonlySet<string>
  } | null = null

  async function place(): Promise<Placed | null> {
    const surroundings = await ground.surroundings()
    if (surroundings === null) return null
    const entries = await ground.checkouts.entries(commit)
    const lying = { root: checkout.path, tree: entries, folder: project.folder, preloaded: preloadedIn(project) }
    return { surroundings, tree: treeName(entries), entries, closures: closuresOf(lying, leads) }
  }
  const placed = (): Promise<Placed | null> => {
    placing ??= place()
    return placing
  }
  const own = ({ surroundings, tree }: Placed): SuiteRecord | null => unkept?.record ?? records.of(surroundings, tree)

  async function plan(at: Placed, final: boolean): Promise<Plan> {
    const asked = { project, testFiles, final }
    const same = own(at)
    // With its history the very same commit is meant.
    if (same !== null && (same.commit === commit || project.reads?.includes('.git') !== true))
      return planAgain(same, asked)
    const found = await nearestOf(records.all(at.surroundings), ground.checkouts, at.entries)
    return found === null ? everything('nothing is known of an earlier run') : planBeside(found, at.closures, asked)
  }

  /** What is known of the tests of this tree; what a change concerns may reach another thing now. */
  async function observedHere(at: Placed): Promise<Reaches> {
    const same = own(at)
    if (same !== null) return reachesOf(same)
    const found = await nearestOf(records.all(at.surroundings), ground.checkouts, at.entries)
    if (found === null) return new Map()
    const { files } = planBeside(found, at.closures, {
      project: { ...project, scope: 'reached' },
      testFiles,
      final: false,
    })
    return files === null ? new Map() : new Map([...reachesOf(found.record)].filter(([file]) => !files.includes(file)))
  }

  /** Fails with `CareWanted` where the run may have gone wrong by how it was made. */
  async function runAll(at: Placed, options: SuiteOptions, { why, base }: Plan): Promise<TestRun> {
    const wide = canBeWide(base, testFiles.length)
    const { run, reaches } = await observed({ ...countingOf(options), wide })
    if (wide && isDoubtful(run)) throw new CareWanted({ ...care, wide: run })
    note(at, run, reaches, { ran: testFiles, base, suiteMs: run.durationMs, isNarrow: isNarrowBy(base, run) })
    return { ...run, why }
  }

  /** The same. */
  async function runSome(at: Placed, options: SuiteOptions, { base, files, why, steady }: Planned): Promise<TestRun> {
    const none = { run: null, reaches: new Map() }
    const wide = canBeWide(base, files.length)
    const { run, reaches } = files.length === 0 ? none : await observed({ files, ...countingOf(options), wide })
    if (run !== null && wide && isDoubtful(run)) throw new CareWanted({ ...care, wide: run })
    if (run !== null && run.problem !== null) return { ...run, why }
    // The suite may depend on its order, so that is judged as it runs as a whole.
    if (run !== null && failedIn(run, steady)) throw new CareWanted({ ...care, why: orderly })
    const isRun = new Set(files)
    const standing = testFiles.filter((file) => !isRun.has(file)).flatMap((file) => recordOf(base, file))
    const outcomes = new Map(standing.flatMap(([file, { outcome }]) => (outcome === null ? [] : [[file, outcome]])))
    const whole = together(project.runner, run, outcomes, testFiles)
    const here = ranHere(at, base, files)
    const isWhole = testFiles.every((file) => here.has(file))
    const { suiteMs } = base
    if (run !== null) note(at, run, reaches, { ran: files, base, suiteMs, isNarrow: isNarrowBy(base, run) })
    const stood = standing.map(([file, record]) => ({ file, commit: record.commit, evidence: record.evidence }))
    const told = { stood, ...(isWhole && { wholeTree: true as const }) }
    return { ...whole, version: whole.version ?? base.version, suiteMs, ...told, ran: [...files], why }
  }

  async function observed(request: SuiteRequest): Promise<{ readonly run: TestRun; readonly reaches: Reaches }> {
    let reaches: Reaches = new Map()
    const run = await ground.run({
      ...request,
      ...(project.scope !== 'all' && { onReached: (seen: Reaches) => (reaches = seen) }),
    })
    return { run, reaches }
  }

  const canBeWide = (base: SuiteRecord | null, count: number): boolean =>
    care.why === null && care.wide === null && isWorthWide(base, count, testFiles.length) && ground.canWiden()
  const isNarrowBy = (base: SuiteRecord | null, run: TestRun): boolean =>
    (base?.isNarrow ?? false) || (care.wide !== null && failsMore(care.wide, run))

  function note(at: Placed, run: TestRun, reaches: Reaches, noted: Noted): void {
    const { ran, base, suiteMs, isNarrow } = noted
    const outcomes = outcomesOf(run, ran)
    if (outcomes === null) return
    const isRun = new Set(ran)
    const files = new Map<string, FileRecord>()
    for (const file of testFiles) {
      const old = base?.files.get(file)
      if (isRun.has(file))
        files.set(file, {
          outcome: outcomes.get(file) ?? null,
          reach: reaches.get(file) ?? null,
          commit,
          evidence: null,
        })
      else if (old !== undefined) files.set(file, old)
    }
    const always = new Set(base?.always)
    if (base?.tree === at.tree) for (const file of ran) if (differs(base, files, file)) always.add(file)
    const here = ranHere(at, base, ran)
    const record = { commit, tree: at.tree, version: run.version, suiteMs, here, isNarrow, files, always }
    unkept = { surroundings: at.surroundings, record, ran: isRun }
    records.show(at.surroundings, record)
  }

  return {
    run: async (options = {}) => {
      const at = await placed()
      if (at === null) return await ground.run(countingOf(options))
      const planned = await plan(at, options.final ?? false)
      const { files, base } = planned
      if (base !== null) countKept(counts, base)
      if (files === null || base === null) return await runAll(at, options, planned)
      if (care.why !== null) return await runAll(at, options, everything(care.why, base))
      const included = options.include === undefined ? [] : ((await options.include()) ?? testFiles)
      const wanted = new Set([...files, ...included])
      const some = testFiles.filter((file) => wanted.has(file))
      if (some.length > 0 && some.length === testFiles.length) return await runAll(at, options, planned)
      return await runSome(at, options, { ...planned, base, files: some })
    },
    reaching: async (paths) => {
      const at = await placed()
      if (at === null) return null
      const { entries, closures } = at
      if (paths.some((path) => !entries.has(path))) return null
      return reachingAny(paths, { testFiles, observed: await observedHere(at), closures })
    },
    keep: (evidence, flaky = []) => {
      if (unkept === null) return
      const { surroundings, record, ran } = unkept
      unkept = null
      const named = [...record.files].map(
        ([file, each]) => [file, ran.has(file) ? { ...each, evidence } : each] as const,
      )
      // Of a file in which something failed no test is known by its id.
      const isWavering = (file: string): boolean => flaky.some((each) => each === file || each.startsWith(`${file} › `))
      const always = new Set([...record.always, ...[...record.files.keys()].filter(isWavering)])
      records.keep(surroundings, { ...record, files: new Map(named), always })
    },
  }
}

function countingOf({ coverage, covering }: SuiteOptions): SuiteRequest {
  return coverage === undefined ? {} : { coverage, ...(covering !== undefined && { covering }) }
}

interface Planned extends Plan {
  readonly base: SuiteRecord
  readonly files: readonly string[]
}

interface Noted {
  readonly ran: readonly string[]
  readonly base: SuiteRecord | null
  readonly suiteMs: number
  readonly isNarrow: boolean
}

/** Test files that were run on the tree at hand, earlier or now. */
const ranHere = ({ tree }: Placed, base: SuiteRecord | null, ran: readonly string[]): ReadonlySet<string> =>
  base?.tree === tree ? base.here.union(new Set(ran)) : new Set(ran)

const orderly =
  'something failed that the change did not touch, and the order of tests may matter, so everything is run'

const recordOf = ({ files }: SuiteRecord, file: string): readonly (readonly [string, FileRecord])[] => {
  const found = files.get(file)
  return found === undefined ? [] : [[file, found]]
}

/** What was run by another process is counted by its record. */
function countKept(counts: TestCounts, { files }: SuiteRecord): void {
  for (const [file, { outcome }] of files)
    if (outcome !== null && !counts.has(file)) counts.set(file, outcome.tests.length)
}

/** Two outcomes on one tree. */
function differs(base: SuiteRecord, files: ReadonlyMap<string, FileRecord>, file: string): boolean {
  const [old, now] = [base.files.get(file), files.get(file)]
  return old !== undefined && now !== undefined && (old.outcome === null) !== (now.outcome === null)
}
