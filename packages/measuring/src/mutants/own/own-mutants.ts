/** Mutants that Sigma plants itself in the lines that a change wrote, for projects that name no program for it. */

import type { Tools } from '../../benches/bench.ts'
import type { MutantsSeen } from '../../evidence.ts'
import { bounded } from '../../text.ts'
import { changedSource } from '../changed-source.ts'
import type { Mutant } from '../report.ts'
import { type MutantsResult, nothingSeen, type PlantedIn, type Planting, reasonsOf, sortedOut } from '../seen.ts'
import { tryAgain } from '../tried-again.ts'
import { type Outcome, outcomesOf } from './outcomes.ts'
import { tryMutants } from './trial.ts'

/** How many times the time of one run of the test files it may take; one more run plants a mutant alone. */
const runs = 2

/**
 * A gate tries mutants for at least so many milliseconds, since a busy machine would leave none of a short suite tried; but never for longer
 * than `runs` of its own runs took.
 */
const leastMs = 500

export async function ownMutantsIn(
  tools: Tools,
  project: Planting,
  { commit, from, run, waiver }: PlantedIn,
  signal: AbortSignal,
): Promise<MutantsResult> {
  const { least, limitMs } = project.mutants
  const changed = await changedSource(tools, project, from, commit)
  const nothing: MutantsSeen = { ...nothingSeen, command: null, least }
  if (changed.length === 0) return { reasons: reasonsOf(nothing), seen: nothing }
  tools.acts?.('mutants of what was written are tried')
  const wanted = changed.map(({ path, lines }) => ({ path, lines }))
  const bound = { runs, leastMs: Math.min(leastMs, runs * run.durationMs), limitMs }
  const tried = await tryMutants(tools, project, { commit }, wanted, bound, signal)
  const outcomes = outcomesOf(tried)
  const of = (...standings: readonly Outcome['standing'][]): readonly Outcome[] =>
    outcomes.filter(({ standing }) => standings.includes(standing))
  const noticed = of('noticed')
  const survivors = of('survived', 'unreached')
  const isKnown = outcomes.length === 0 || noticed.length + survivors.length > 0
  const doubtful = isKnown ? await unnoticedAlone(tools, project, { commit, changed, run, noticed }, signal) : none
  const seen: MutantsSeen = {
    ...{ command: null, least, exit: tried.exit, durationMs: tried.durationMs + doubtful.durationMs, report: null },
    output: isKnown || tried.printed === '' ? null : tools.blobs.put(tried.printed),
    noticed: noticed.length,
    ...sortedOut(project.mutants, survivors.map(asSeen), waiver),
    leftOut: of('unsure').length,
    ...(of('untried').length > 0 && { untried: of('untried').length }),
    ...(!isKnown && { why: whyUnknown(tried.account.files) }),
    tried: doubtful.tried,
    unnoticed: doubtful.unnoticed,
  }
  return { reasons: reasonsOf(seen), seen }
}

const whyUnknown = (files: readonly { readonly file: string; readonly failed: string | null }[]): string => {
  const failed = files.find((file) => file.failed !== null)
  return failed === undefined
    ? 'no test file told what it runs of them'
    : `${failed.file} does not pass over source in which they stand`
}

const asSeen = ({ file, line, mutator, from, to, within, tests }: Outcome): MutantsSeen['survivors'][number] => ({
  ...{ file, line, mutator, within },
  was: bounded(from, 300),
  becomes: bounded(to, 300),
  tests: tests.slice(0, 20),
})

interface Alone {
  readonly tried: number
  readonly unnoticed: MutantsSeen['unnoticed']
  readonly durationMs: number
}

const none: Alone = { tried: 0, unnoticed: [], durationMs: 0 }

/** These may keep a loop going, which only the switch in the source ends soon. */
const ofLoops: ReadonlySet<string> = new Set(['UpdateOperator', 'AssignmentOperator', 'Statement'])

interface Noticed extends Omit<PlantedIn, 'from' | 'waiver'> {
  readonly changed: Parameters<typeof tryAgain>[2]['changed']
  readonly noticed: readonly Outcome[]
}

/**
 * Tests that fail on the switch instead of the mutant are found out by planting one alone. Where nobody notices that one, more are
 * planted: a single difference may be a test that fails by chance, which is no proof.
 */
async function unnoticedAlone(
  tools: Tools,
  project: Planting,
  { commit, changed, run, noticed }: Noticed,
  signal: AbortSignal,
): Promise<Alone> {
  const began = performance.now()
  const candidates = noticed.filter(({ mutator }) => !ofLoops.has(mutator))
  const mutants = candidates.map((each): Mutant => ({ ...each, status: 'noticed', noticedBy: each.tests[0] ?? null }))
  const work = { commit, changed, mutants, run, reportMs: 0 }
  const first = await tryAgain(tools, project, { ...work, least: 1 }, signal)
  const again = first.unnoticed.length === 0 ? first : await tryAgain(tools, project, { ...work, least: 4 }, signal)
  const isProof = again.unnoticed.length >= Math.min(2, mutants.length)
  const byId = new Map(candidates.map((each) => [`${each.file} ${each.start} ${each.end} ${each.to}`, each]))
  const unnoticed = again.unnoticed.flatMap(({ file, start, end, to }) => {
    const found = byId.get(`${file} ${start} ${end} ${to}`)
    return found === undefined ? [] : [asSeen(found)]
  })
  return {
    tried: again.tried.length,
    unnoticed: isProof ? unnoticed : [],
    durationMs: Math.round(performance.now() - began),
  }
}
