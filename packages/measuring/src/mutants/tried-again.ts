/**
 * Whether mutants that a report calls noticed are: a few of them are planted once more by Sigma itself, in the plain source,
 * and the project's tests run on it. Tests that tell a tool for mutants from a developer, and reports that somebody else
 * wrote, are found out so.
 */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Project } from '@sigma/protocol'
import { openBench, type Tools } from '../benches/bench.ts'
import { suiteMsOf, type TestRun } from '../runners/test-run.ts'
import type { ChangedSource } from './changed-source.ts'
import { chosen } from './chosen.ts'
import type { Mutant } from './report.ts'

/** Mutants that Sigma plants itself, whatever it costs, unless it is told another number. */
const usualLeast = 4
/** The same where they cost no more time than the report did. */
const most = 24

export interface TryAgain {
  readonly commit: string
  readonly changed: readonly ChangedSource[]
  readonly mutants: readonly Mutant[]
  /** The tests on the commit as it is. */
  readonly run: TestRun
  /** How long the report took; more are planted for as long as that. */
  readonly reportMs: number
  /** So many are planted, whatever it costs. */
  readonly least?: number
}

export interface TriedAgain {
  readonly tried: readonly Mutant[]
  /** Those on which every test passes as before. */
  readonly unnoticed: readonly Mutant[]
}

export async function tryAgain(
  tools: Tools,
  project: Project,
  { commit, changed, mutants, run: plain, reportMs, least = usualLeast }: TryAgain,
  signal: AbortSignal,
): Promise<TriedAgain> {
  const candidates = chosen(
    mutants.filter(({ status, to }) => status === 'noticed' && to !== null),
    commit,
  ).slice(0, most)
  const unnoticed: Mutant[] = []
  const limitMs = Math.min(project.checkLimitMs, 30_000 + 5 * suiteMsOf(plain))
  const tried: Mutant[] = []
  let tookMs = 0
  for (const mutant of candidates) {
    if (tried.length >= least && tookMs >= reportMs) break
    tried.push(mutant)
    const text = changed.find(({ path }) => path === mutant.file)?.text ?? ''
    await using bench = await openBench(tools, project, { commit }, signal)
    const planted = `${text.slice(0, mutant.start)}${mutant.to}${text.slice(mutant.end)}`
    const place = join(bench.checkout.path, mutant.file)
    await rm(place, { force: true })
    await writeFile(place, planted)
    const reaching = (await bench.reaching([mutant.file])) ?? []
    const run = await bench.run({ limitMs, ...(reaching.length > 0 && { files: reaching }) })
    tookMs += run.durationMs
    if (!isNoticed(plain, run)) unnoticed.push(mutant)
  }
  return { tried, unnoticed }
}

/** A run that says nothing counts too: on the commit as it is, it said something. */
function isNoticed(plain: TestRun, run: TestRun): boolean {
  const passing = new Set(run.tests.filter(({ state }) => state === 'passed').map(({ id }) => id))
  const ran = new Set(run.tests.map(({ file }) => file))
  const isKnown = (file: string): boolean => plain.faults.some((fault) => fault.file === file)
  return (
    run.problem !== null ||
    run.faults.some(({ file }) => !isKnown(file)) ||
    plain.tests.some(({ id, file, state }) => state === 'passed' && ran.has(file) && !passing.has(id))
  )
}
