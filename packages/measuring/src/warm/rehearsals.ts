/**
 * Tries tests for whoever writes them: warm where a runner is kept ready, cold where that cannot tell. What holds:
 *
 *  1. Nothing here is a verdict; no gate asks it.
 *  2. The outcome of a test file stands only while nothing has changed that it may lead to.
 *  3. What was started before a change of what decides how tests run is not used after it.
 */
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as afterwards, setTimeout as delay } from 'node:timers/promises'
import type {
  Confinement,
  LivingProcesses,
  Mirror,
  Processes,
  Rehearsal,
  RehearsalSpec,
  Rehearsals,
} from '@sigma/engine'
import type { Project } from '@sigma/protocol'
import { runnerNamed, sortingOf, testFilesIn } from '../benches/bench.ts'
import { confinedTo, livingConfinedTo } from '../benches/confining.ts'
import { withSurroundings } from '../benches/surroundings.ts'
import { isGround } from '../reached/kinds.ts'
import { type Relations, relationsOf } from '../reached/related.ts'
import { readTree, type Tree } from '../reached/tree.ts'
import { changesOf } from '../reached/trees.ts'
import { jest } from '../runners/jest.ts'
import { preloadedIn } from '../runners/node-arguments.ts'
import { nodeTest } from '../runners/node-test.ts'
import { hasFailed, nothingToRun, type TestRun } from '../runners/test-run.ts'
import { vitest } from '../runners/vitest.ts'
import { looseOf, type Outcomes, outcomesOf, summaryOf, withSilent } from './outcomes.ts'
import { keepReady, requestIn, type Warm, type WarmRequest, type WarmRunner } from './standby.ts'
import { tryChecks } from './trying-checks.ts'
import { warmJest, warmNodeTest, warmVitest } from './warm-runners.ts'

export interface RehearsalWorld {
  readonly processes: Processes & LivingProcesses
  /** Folder for what rehearsals need beside the tested files; made if need be. */
  readonly scratch: string
  /** Environment variables of a test command, with a home and a folder for temporary files of its own. */
  readonly environment: (
    home: string,
    temporary: string,
    /** The configuration's own; a value `$NAME` stands for the person's. */
    given: Readonly<Record<string, string>>,
  ) => Readonly<Record<string, string>>
  /** Opens a folder that follows the one at `path`, where tests read what is in no commit; absent: they are tried there itself. */
  readonly mirror?: ((path: string, into: string, reads: readonly string[]) => Promise<Mirror>) | undefined
  /** The confinement of programs that try tests in a folder, with a scratch folder of theirs; absent: they may do all that the user may. */
  readonly confined?: ((path: string, scratch: string) => Promise<Confinement>) | undefined
  /** Those that are kept ready; Sigma's own unless given. */
  readonly warmRunners?: readonly WarmRunner[]
}

/** A folder that is rehearsed in. */
interface Stage {
  readonly processes: Processes & LivingProcesses
  readonly root: string
  /** Null: `root` is the folder itself. */
  readonly mirror: Mirror | null
  readonly scratch: string
  readonly env: Readonly<Record<string, string>>
  /** As the last rehearsal has it. */
  project: Project
  readonly relations: Relations
  warm: Warm | null
  /** The folder as the last rehearsal saw it, and the outcomes that still stand. */
  tree: Tree | null
  outcomes: Outcomes
}

interface Measured {
  readonly run: TestRun
  readonly files: readonly string[]
  readonly how: Rehearsal['how']
  /** True: test files decided about each other's outcomes. */
  readonly isShared: boolean
}

/** From the first rehearsal in a folder until it is released. */
interface Session {
  readonly ended: AbortController
  /** Over when the last rehearsal asked for is; never fails. */
  last: Promise<unknown>
  stage: Stage | null
}

export function createRehearsals(world: RehearsalWorld): Rehearsals {
  const { warmRunners = [warmNodeTest, warmVitest, warmJest] } = world
  const sessions = new Map<string, Session>()

  function sessionAt(path: string): Session {
    const known = sessions.get(path)
    if (known !== undefined) return known
    const opened: Session = { ended: new AbortController(), last: Promise.resolve(), stage: null }
    sessions.set(path, opened)
    return opened
  }

  async function rehearse(spec: RehearsalSpec, given: AbortSignal): Promise<Rehearsal> {
    const session = sessionAt(spec.path)
    const signal = AbortSignal.any([given, session.ended.signal])
    const turn = session.last.then(async () => {
      signal.throwIfAborted()
      return await play(await stageOf(session, spec), spec, signal)
    })
    session.last = turn.catch(() => undefined).then(() => restock(session))
    return await turn
  }

  async function stageOf(session: Session, { path, project }: RehearsalSpec): Promise<Stage> {
    if (session.stage === null || keyOf(session.stage.project) !== keyOf(project)) {
      if (session.stage !== null) await strike(session.stage)
      session.stage = await openStage(world, path, project)
    }
    session.stage.project = project
    return session.stage
  }

  async function play(stage: Stage, spec: RehearsalSpec, signal: AbortSignal): Promise<Rehearsal> {
    const { scope, project } = spec
    const began = performance.now()
    await stage.mirror?.follow()
    const tree = await readTree(stage.root)
    if (tree === null) return tooMuch(Math.round(performance.now() - began))
    const testFiles = testFilesIn([...tree.files.keys()], sortingOf(project).isTest)
    const change = stage.tree === null ? null : changesOf(stage.tree.files, tree.files)
    const changed = change === null ? [] : [...change.added, ...change.removed, ...change.modified]
    if (stage.tree?.installed !== tree.installed || changed.some(isGround)) await cool(stage)
    const related = toRun(stage, tree, testFiles, scope)
    const measured = await measure(stage, related, testFiles, signal)
    const { files, how, isShared } = measured
    const run = await withSilent(measured.run, stage.root)
    const kept = keptOf(stage, testFiles, files)
    const fresh = run.problem === null ? outcomesOf(run, files) : null
    // A change made while the tests run is seen the next time. Outcomes that files share are not kept.
    stage.tree = isShared ? null : tree
    stage.outcomes = new Map(isShared ? [] : [...kept, ...(fresh ?? [])])
    if (run.problem?.rule === 'timed-out') await cool(stage)
    const all = new Map([...kept, ...(fresh ?? (run.problem === null ? looseOf(run) : []))])
    const checks = spec.checks === true ? await tryChecks(stage, tree, signal) : null
    return {
      ...summaryOf(all),
      ...(run.problem === null ? {} : { outcome: 'unknown' as const, problem: run.problem }),
      ran: files,
      kept: kept.size,
      how,
      durationMs: Math.round(performance.now() - began),
      ...(checks !== null && { checks }),
    }
  }

  async function measure(
    stage: Stage,
    files: readonly string[],
    testFiles: readonly string[],
    signal: AbortSignal,
  ): Promise<Measured> {
    const { runner, checkLimitMs } = stage.project
    if (files.length === 0) return { run: nothingToRun(runner), files, how: 'warm', isShared: false }
    const kind = warmRunners.find((each) => each.runner.name === runner)
    if (kind !== undefined) stage.warm ??= keepReady(kind, placeOf(stage))
    const request = { files, limitMs: checkLimitMs, signal }
    const warm = (await stage.warm?.run(request)) ?? 'unclear'
    if (typeof warm !== 'string') return { run: warm, files, how: 'warm', isShared: false }
    const isShared = warm === 'shared'
    const asked = isShared ? testFiles : files
    return { run: await runCold(stage, { ...request, files: asked }), files: asked, how: 'cold', isShared }
  }

  return {
    rehearse,
    release: async (path) => {
      const session = sessions.get(path)
      if (session === undefined) return
      sessions.delete(path)
      session.ended.abort()
      await Promise.race([session.last, delay(patienceMs, undefined, { ref: false })])
      if (session.stage !== null) await strike(session.stage)
    },
  }
}

const placeOf = ({ project, ...stage }: Stage) => ({
  ...stage,
  folder: project.folder,
  node: project.node,
  isSource: sortingOf(project).isSource,
})

/** In a folder of its own for what the runner keeps, as a gate has it. */
async function runCold(stage: Stage, request: WarmRequest): Promise<TestRun> {
  const scratch = await mkdtemp(join(stage.scratch, 'cold-'))
  const runner = runnerNamed(stage.project.runner, [nodeTest, vitest, jest])
  try {
    return await runner.run(requestIn({ ...placeOf(stage), scratch }, stage.processes, request))
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Settings that the outcome of a test depends on, beside the files. */
const keyOf = ({ runner, folder, tests, source, env, reads, node }: Project): string =>
  JSON.stringify({ runner, folder, tests, source, env, reads, node })

async function openStage(world: RehearsalWorld, path: string, project: Project): Promise<Stage> {
  await mkdir(world.scratch, { recursive: true, mode: 0o700 })
  const scratch = await mkdtemp(join(world.scratch, 'rehearsal-'))
  const [home, temporary] = [join(scratch, 'home'), join(scratch, 'tmp')]
  await Promise.all([home, temporary].map((each) => mkdir(each)))
  const { reads = [] } = project
  const mirror = reads.length === 0 ? null : ((await world.mirror?.(path, join(scratch, 'tree'), reads)) ?? null)
  const root = await realpath(mirror?.path ?? path)
  const confined = await world.confined?.(root, scratch)
  const given = { path: root, env: world.environment(home, temporary, project.env ?? {}) }
  const { env } = await withSurroundings(given, project)
  return {
    processes: { ...confinedTo(world.processes, confined), ...livingConfinedTo(world.processes, confined) },
    root,
    mirror,
    scratch,
    env,
    project,
    relations: relationsOf(root, project.folder, preloadedIn(project)),
    warm: null,
    tree: null,
    outcomes: new Map(),
  }
}

/** Running programs end by their signal long before that; anything else that a rehearsal waits for holds nobody up. */
const patienceMs = 10_000

const tooMuch = (durationMs: number): Rehearsal => ({
  ...summaryOf(new Map()),
  problem: {
    rule: 'too-many-files',
    message: 'There are more files here than Sigma looks through.',
    remedy: 'Take what is made by tools out of the folder.',
  },
  ran: [],
  kept: 0,
  how: 'cold',
  durationMs,
})

/** Ends a runner that is kept ready: it is as old as what it has loaded. */
async function cool(stage: Stage): Promise<void> {
  await stage.warm?.[Symbol.asyncDispose]()
  stage.warm = null
}

/** Once the answer is on its way. */
async function restock({ stage, ended }: Session): Promise<void> {
  await afterwards()
  if (!ended.signal.aborted) stage?.warm?.restock()
}

async function strike(stage: Stage): Promise<void> {
  await cool(stage)
  await rm(stage.scratch, { recursive: true, force: true, maxRetries: 5 })
}

/** Test files that a change may concern, whose outcome is not known, or that failed: that may have had another reason. */
function toRun(
  { tree: before, outcomes, relations }: Stage,
  tree: Tree,
  testFiles: readonly string[],
  scope: RehearsalSpec['scope'],
): readonly string[] {
  if (scope === 'all' || before === null) return testFiles
  const related = relations.related(before, tree, testFiles)
  if (related === null) return testFiles
  const concerned = new Set(related)
  return testFiles.filter((file) => {
    const outcome = outcomes.get(file)
    return outcome === undefined || hasFailed(outcome) || concerned.has(file)
  })
}

const keptOf = ({ outcomes }: Stage, testFiles: readonly string[], ran: readonly string[]): Outcomes =>
  new Map([...outcomes].filter(([file]) => testFiles.includes(file) && !ran.includes(file)))
