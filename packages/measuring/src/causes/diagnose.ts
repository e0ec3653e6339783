/** Finds out why tests fail in a checkout: by running them again with more of what a person's own folder has, else by signs. */
import { join, relative } from 'node:path'
import type { Project } from '@sigma/protocol'
import { type Bench, openBench, type Tools } from '../benches/bench.ts'
import { suiteMsOf, type TestRun } from '../runners/test-run.ts'
import { bounded, listed } from '../text.ts'
import { type Cause, type Gives, given } from './cause.ts'
import {
  type Asking,
  filesInTexts,
  filesNamed,
  languages,
  type Offer,
  type Offers,
  repository,
  timeZones,
  toldOf,
  variables,
} from './offers.ts'
import { buildsMissing, packagesMissing } from './packages.ts'
import { services } from './services.ts'
import { type Trouble, troublesOf } from './troubles.ts'

export interface Failing {
  readonly commit: string
  /** Of the commit as it is, still open. */
  readonly bench: Bench
  /** The whole suite there. */
  readonly run: TestRun
  /** Ids of tests, and files, of which it is known that they fail a second time, too; absent: that is tried first. */
  readonly steady?: ReadonlySet<string> | undefined
}

export interface Diagnosing {
  readonly signal: AbortSignal
  /** Is told what is being tried, in a few words. */
  readonly tell?: ((what: string) => void) | undefined
}

const mostTrials = 8
const mostText = 200_000
/** Beside three times as long as the suite took: a trial that hangs is given up. */
const patienceMs = 20_000
/** No trial begins later than that, or than four times the suite's own time. */
const leastMs = 120_000

/** What was given so far, and the tests that fail all the same. */
interface Standing {
  readonly project: Project
  readonly left: readonly Trouble[]
  readonly trials: number
}

/** What a trial gave, and the tests that said something else with it. */
interface Tried {
  readonly offer: Offer
  readonly changed: ReadonlySet<string>
}

/** Nothing is found where no cause shows. Never says of a test what it passes without. */
export async function diagnose(
  tools: Tools,
  project: Project,
  { commit, bench, run, steady }: Failing,
  { signal, tell }: Diagnosing,
): Promise<readonly Cause[]> {
  const all = run.problem === null ? troublesOf(run) : [wholeRun(run, bench)]
  const troubles = all.filter(({ id }) => steady?.has(id) ?? true)
  const manifest = await bench.text(join(project.folder, 'package.json'))
  const packaged = { manifest, files: bench.files, folder: project.folder }
  const told = [...services(troubles), ...packagesMissing(troubles, packaged)]
  const isTold = new Set(told.flatMap(({ tests }) => tests))
  const first = troubles.filter(({ id }) => !isTold.has(id))
  const asking: Asking = {
    checkouts: tools.checkouts,
    commit,
    project,
    env: bench.checkout.env,
    // Enough of any test; a bundle would hold everybody up.
    text: async (path) => (await bench.text(path)).slice(0, mostText),
  }
  const untried: Offer[] = []
  const tried: Tried[] = []
  const seen = new Map<string, Trouble>()
  let standing: Standing = { project, left: first, trials: 0 }
  const until = performance.now() + Math.max(leastMs, 4 * run.durationMs)

  /** Kept is what makes tests pass, or say something else: behind what is there now something further may lack. */
  const attempt = async (offers: readonly Offer[], kept: 'changing' | 'passing' = 'changing'): Promise<void> => {
    const { left } = standing
    if (left.length === 0 || standing.trials >= mostTrials || performance.now() > until) return
    tell?.(offers.length === 0 ? 'once more' : toldOf(offers))
    const next = withOffers(standing.project, offers)
    const again = await rerun(tools, next, { commit, left, run, signal })
    standing = { ...standing, trials: standing.trials + 1 }
    if (again === null) return
    const still = again.filter(({ id, file }) => left.some((each) => each.id === id || each.id === file))
    const changed = left.filter(({ id, text }) => said(again, id) !== same(text)).map(({ id }) => id)
    const isKept = kept === 'passing' ? changed.some((id) => said(again, id) === null) : changed.length > 0
    if (offers.length > 0 && !isKept) return
    for (const each of still) seen.set(each.id, each)
    standing = { ...standing, project: next, left: still }
    tried.push(...offers.map((offer) => ({ offer, changed: new Set(changed) })))
  }
  const attemptAll = async ({ tried: offers, untried: others }: Offers): Promise<void> => {
    untried.push(...others.filter(({ needs }) => untried.every((each) => each.needs !== needs)))
    if (offers.length > 0) await attempt(offers)
  }
  const now = (): Asking => ({ ...asking, project: standing.project })

  // What passes the second time by itself lacks nothing.
  if (steady === undefined) await attempt([])
  seen.clear()
  for (const each of standing.left) seen.set(each.id, each)
  await attemptAll(await filesNamed(standing.left, now()))
  await attemptAll(await filesNamed(standing.left, now()))
  await attemptAll(repository(standing.left, now()))
  await attemptAll(await variables(standing.left, now()))
  await attemptAll(await filesInTexts(standing.left, now()))
  for (const zone of await timeZones(standing.left, asking, settingsIn(bench.files, project.folder)))
    await attempt([zone], 'passing')
  for (const language of await languages(standing.left, asking)) await attempt([language], 'passing')

  const passing = [...seen.values()].filter(({ id }) => !standing.left.some((each) => each.id === id))
  if (passing.length > 0) tell?.('once more without and with that')
  const solved = await needing(
    tools,
    { without: project, with: standing.project },
    { commit, left: passing, run, signal },
  )
  return [
    ...told,
    ...tried.flatMap(({ offer, changed }) =>
      shownByTrial(
        project,
        offer,
        [...changed].filter((id) => solved.has(id)),
      ),
    ),
    ...buildsMissing(standing.left, packaged),
    ...untried.flatMap((offer) => shownBySign(project, offer, standing.left)),
  ]
}

/** Of tests that passed in a trial, those that fail again without what it gave, and pass again with it: one may have passed by chance. */
async function needing(
  tools: Tools,
  projects: { readonly without: Project; readonly with: Project },
  rerunning: Rerunning,
): Promise<ReadonlySet<string>> {
  if (rerunning.left.length === 0) return new Set()
  const without = await rerun(tools, projects.without, rerunning)
  const given = await rerun(tools, projects.with, rerunning)
  const fails = (troubles: readonly Trouble[], { id, file }: Trouble): boolean =>
    troubles.some((each) => each.id === id || each.id === file)
  const isNeedy = (each: Trouble): boolean =>
    without !== null && given !== null && fails(without, each) && !fails(given, each)
  return new Set(rerunning.left.filter(isNeedy).map(({ id }) => id))
}

/** The run as a whole, where it tells of no test. */
function wholeRun({ problem }: TestRun, { testFiles }: Bench): Trouble {
  return { id: problem?.rule ?? '', file: '', text: problem?.message ?? '', places: testFiles.slice(0, 5) }
}

/** A trial of tests that failed. */
interface Rerunning {
  readonly commit: string
  readonly left: readonly Trouble[]
  /** The whole suite. */
  readonly run: TestRun
  readonly signal: AbortSignal
}

/** Null: the trial itself cannot be judged. */
async function rerun(
  tools: Tools,
  project: Project,
  { commit, left, run, signal }: Rerunning,
): Promise<readonly Trouble[] | null> {
  await using bench = await openBench(tools, project, { commit }, signal)
  const files = [...new Set(left.map(({ file }) => file))].filter((file) => bench.testFiles.includes(file))
  const limitMs = Math.min(project.checkLimitMs, 3 * suiteMsOf(run) + patienceMs)
  const again = await bench.run({ limitMs, ...(files.length > 0 && { files }) })
  if (again.problem === null) return troublesOf(again)
  return run.problem === null ? null : [wholeRun(again, bench)]
}

function withOffers(project: Project, offers: readonly Offer[]): Project {
  const env = Object.assign({}, project.env ?? {}, ...offers.map((each) => each.env ?? {}))
  const reads = [...new Set([...(project.reads ?? []), ...offers.flatMap((each) => each.reads ?? [])])]
  return { ...project, env, reads }
}

/** Numbers differ from run to run. */
const same = (text: string): string => text.replace(/[0-9a-f]*\d[0-9a-f.]*/gi, '#')

function said(troubles: readonly Trouble[], id: string): string | null {
  const found = troubles.find((each) => each.id === id)
  return found === undefined ? null : same(found.text)
}

function shownByTrial(project: Project, offer: Offer, passing: readonly string[]): readonly Cause[] {
  const tests = passing.filter((id) => offer.ids?.has(id) ?? true)
  if (tests.length === 0) return []
  const { cause, needs } = offer
  return [
    {
      cause,
      needs,
      tests,
      ...given(givesOf(project, offer)),
      shown: 'trial',
      sign: `${tests.length === 1 ? 'it passes' : 'they pass'} with it`,
    },
  ]
}

function shownBySign(project: Project, offer: Offer, left: readonly Trouble[]): readonly Cause[] {
  const concerned = left.filter(({ id }) => offer.ids?.has(id) ?? true)
  const { cause, needs } = offer
  return concerned.length === 0
    ? []
    : [
        {
          cause,
          needs,
          tests: concerned.map(({ id }) => id),
          ...given(givesOf(project, offer)),
          shown: 'sign',
          sign: bounded(listed([...new Set(concerned.map(({ text }) => text.split('\n')[0] ?? ''))], 1), 200),
        },
      ]
}

/** With paths as the configuration has them. */
const givesOf = ({ folder }: Project, { env, reads }: Offer): Gives => ({
  ...(env !== undefined && { env }),
  ...(reads !== undefined && { reads: reads.map((path) => (path === '.git' ? path : relative(folder, path))) }),
})

/** Where a project says by which zone its tests run. */
function settingsIn(files: readonly string[], folder: string): readonly string[] {
  const isOne =
    /^\.github\/workflows\/[^/]+\.ya?ml$|^\.gitlab-ci\.yml$|(^|\/)(package\.json|(vitest|vite|jest)\.(config|setup)\.\w+)$/
  return files
    .filter((path) => isOne.test(path) && (path.startsWith('.g') || !relative(folder, path).startsWith('..')))
    .slice(0, 20)
}
