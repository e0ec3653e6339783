/** Which test files a run of the suite has to run, and why: the others stand as they were measured. */
import type { Project } from '@sigma/protocol'
import type { Closures } from '../reached/closure.ts'
import { concerned } from '../reached/concerned.ts'
import type { Reach, Reaches } from '../reached/reach.ts'
import { suiteMsOf, type TestRun } from '../runners/test-run.ts'
import type { Near } from './nearest.ts'
import type { SuiteRecord } from './record.ts'

export interface Plan {
  /** What stands, stands by this one, and what always runs is known from it; null: nothing is known. */
  readonly base: SuiteRecord | null
  /** Null: everything runs. */
  readonly files: readonly string[] | null
  /** A sentence without its full stop. */
  readonly why: string
  /** Of those that run, the ones that nothing new is known of: what fails there may depend on what ran before it. */
  readonly steady: ReadonlySet<string>
}

/** A suite that takes less is run as a whole: that is soon done, and nothing needs to be explained. */
const shortMs = 10_000

export interface Asked {
  readonly project: Pick<Project, 'scope' | 'reads'>
  readonly testFiles: readonly string[]
  /** Everything runs on this very tree, unless it did. */
  readonly final: boolean
}

export const everything = (why: string, base: SuiteRecord | null = null): Plan => ({
  base,
  files: null,
  why,
  steady: new Set(),
})

/** On the very tree of a record. */
export function planAgain(record: SuiteRecord, { project, testFiles, final }: Asked): Plan {
  const others = testFiles.filter((file) => !record.here.has(file))
  const isRest = final && project.scope !== 'all' && others.length < testFiles.length && haveNothingInCommon(record)
  const whole = others.length === 0 || isRest ? null : wholeAnyway(record, project, final)
  if (whole !== null) return everything(whole, record)
  const files = testFiles.filter((file) => !stands(record, file) || (isRest && !record.here.has(file)))
  if (isRest) return { base: record, files, why: rest, steady: new Set(others.filter((file) => stands(record, file))) }
  const why =
    files.length === 0 ? 'nothing changed since it was measured' : 'nothing changed, so only what failed is run again'
  return { base: record, files, why, steady: new Set() }
}

/** Test files leave one another nothing in the checkout: each was seen, and is seen to write nothing. What is made is both there and missing. */
function haveNothingInCommon({ files }: SuiteRecord): boolean {
  return files.values().every(({ reach, outcome }) => {
    if (outcome === null || reach === null || reach.open !== null) return false
    const missing = new Set(reach.missing)
    return !reach.files.some((path) => missing.has(path)) && !reach.folders.some((path) => missing.has(path))
  })
}

const rest = 'here everything is run once, on the very tree, and the others already were'

/** On another tree. */
export function planBeside({ record, change, odd }: Near, closures: Closures, asked: Asked): Plan {
  const { project, testFiles, final } = asked
  const whole = wholeAnyway(record, project, final)
  if (whole !== null) return everything(whole, record)
  const observed = reachesOf(record)
  const found = concerned(change, { testFiles, observed, closures }, odd)
  if (found.kind === 'everything') return everything(found.why, record)
  const isConcerned = new Set(found.files)
  const { reads = [] } = project
  // Each commit has another history.
  const isOfHistory = (file: string): boolean => reads.includes('.git') && readsHistory(observed.get(file))
  const files = testFiles.filter((file) => isConcerned.has(file) || isOfHistory(file) || !stands(record, file))
  const changed = new Set([...change.added, ...change.modified])
  const steady = new Set(files.filter((file) => !changed.has(file) && stands(record, file)))
  const count = changed.size + change.removed.length
  const why = `${count} ${count === 1 ? 'file' : 'files'} changed, and only what reaches ${count === 1 ? 'it' : 'them'} is run`
  return { base: record, files, why, steady }
}

/** Whatever the change is; null: what it reaches is enough. */
function wholeAnyway(record: SuiteRecord, { scope = 'auto' }: Pick<Project, 'scope'>, final: boolean): string | null {
  if (final) return 'here everything is run once, on the very tree'
  if (scope === 'all') return 'tests.scope is all'
  if (scope === 'auto' && record.suiteMs < shortMs) return `the suite takes only ${secondsText(record.suiteMs)}`
  return null
}

/** What the gates of a run will do with the suite, told as it begins. */
export function scopeText(
  { scope = 'auto' }: Pick<Project, 'scope'>,
  run: Pick<TestRun, 'durationMs' | 'suiteMs'>,
): string {
  const ms = suiteMsOf(run)
  const takes = `the suite takes ${secondsText(ms)}`
  if (scope === 'all') return `${takes}; tests.scope has all of it run each time`
  if (scope === 'auto' && ms < shortMs) return `${takes}, so all of it is run each time`
  return `${takes}; between phases only what a change reaches is run`
}

const secondsText = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 1000)} s`)

export const reachesOf = ({ files }: SuiteRecord): Reaches =>
  new Map([...files].flatMap(([file, { reach }]) => (reach === null ? [] : [[file, reach] as const])))

const stands = ({ files, always }: SuiteRecord, file: string): boolean =>
  !always.has(file) && (files.get(file)?.outcome ?? null) !== null

function readsHistory(reach: Reach | undefined): boolean {
  if (reach === undefined) return true
  return [...reach.files, ...reach.folders, ...reach.missing].some(
    (path) => path === '.git' || path.startsWith('.git/'),
  )
}
