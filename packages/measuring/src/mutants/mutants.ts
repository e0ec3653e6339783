/**
 * Mutants of the lines that a change wrote: small changes of the source, each of which some test should notice. The project's
 * own program plants them and reports; what its tests do not notice is refused where the share is less than the project wants.
 */
import type { Finding, Project } from '@sigma/protocol'
import type { Tools } from '../benches/bench.ts'
import type { MutantsSeen } from '../evidence.ts'
import type { TestRun } from '../runners/test-run.ts'
import { bounded } from '../text.ts'
import { cannotJudge, isClean, noReasons, type Reasons, refuse } from '../verdicts/reasons.ts'
import { changedSource } from './changed-source.ts'
import { plant } from './planting.ts'
import { type Mutant, readReport } from './report.ts'
import { switchedOff } from './switched-off.ts'
import { tryAgain } from './tried-again.ts'

export interface MutantsResult {
  readonly reasons: Reasons
  /** For the evidence; null: none were planted. */
  readonly seen: MutantsSeen | null
}

export const noMutants: MutantsResult = { reasons: noReasons, seen: null }

export interface PlantedIn {
  readonly commit: string
  /** Mutants are planted in what was written since. */
  readonly from: string
  /** The tests on the commit. */
  readonly run: TestRun
}

type Planting = Project & Required<Pick<Project, 'mutants'>>

export const plantsMutants = (project: Project): project is Planting => project.mutants !== undefined

export async function mutantsIn(
  tools: Tools,
  project: Planting,
  { commit, from, run }: PlantedIn,
  signal: AbortSignal,
): Promise<MutantsResult> {
  const { command, least, limitMs } = project.mutants
  const changed = await changedSource(tools, project, from, commit)
  const off = await switchedOff(tools, project, { from, commit, changed })
  if (!isClean(off)) return { reasons: off, seen: null }
  if (changed.length === 0) return { reasons: noReasons, seen: { ...nothingSeen, command, least } }
  const lines = changed.reduce((sum, each) => sum + each.lines.size, 0)
  tools.acts?.(
    `mutants of ${lines} changed ${lines === 1 ? 'line' : 'lines'} are tried (at most ${Math.round(limitMs / 60_000)} min)`,
  )
  const { run: planting, report, why } = await plant(tools, project, commit, changed, signal)
  const ran = {
    ...{ command, least, exit: planting.exit, durationMs: planting.durationMs },
    output: planting.printed === '' ? null : tools.blobs.put(planting.printed),
    report: report === null ? null : tools.blobs.put(report),
  }
  const read = report === null ? { kind: 'unusable' as const, why } : readReport(report, changed, project.folder)
  if (read.kind === 'unusable') {
    const reasons = cannotJudge(unjudged(command, read.why ?? 'it says nothing', planting.printed))
    return { reasons, seen: { ...nothingSeen, ...ran } }
  }
  const { mutants } = read
  const count = (status: Mutant['status']): number => mutants.filter((each) => each.status === status).length
  const { tried, unnoticed } = await tryAgain(
    tools,
    project,
    { commit, changed, mutants, run, reportMs: planting.durationMs },
    signal,
  )
  const seen: MutantsSeen = {
    ...ran,
    noticed: count('noticed'),
    leftOut: count('left-out'),
    survivors: mutants.filter(({ status }) => status === 'survived').map(asSeen),
    tried: tried.length,
    unnoticed: unnoticed.map(asSeen),
  }
  return { reasons: reasonsOf(seen), seen }
}

const nothingSeen = {
  ...{ exit: null, durationMs: 0, output: null, report: null },
  ...{ noticed: 0, leftOut: 0, survivors: [], tried: 0, unnoticed: [] },
}

const asSeen = ({ file, line, mutator, from, to }: Mutant): MutantsSeen['survivors'][number] => ({
  ...{ file, line, mutator },
  was: bounded(from, 300),
  becomes: to === null ? null : bounded(to, 300),
})

/** Percent of those that count that some test notices; null: none counts. */
export function shareOf({ noticed, survivors }: Pick<MutantsSeen, 'noticed' | 'survivors'>): number | null {
  const counted = noticed + survivors.length
  return counted === 0 ? null : Math.floor((1000 * noticed) / counted) / 10
}

function reasonsOf(seen: MutantsSeen): Reasons {
  const share = shareOf(seen)
  const lacking = share !== null && share < seen.least ? seen.survivors : []
  return refuse(
    ...lacking.map((mutant) => survives(mutant, share ?? 0, seen)),
    ...seen.unnoticed.map((mutant) => wronglyNoticed(mutant, seen.command)),
  )
}

type Shown = MutantsSeen['survivors'][number]

const placed = ({ file, line, was, becomes, mutator }: Shown): string =>
  `${file}:${line}: \`${was}\` replaced by ${becomes === null ? `something else (${mutator})` : `\`${becomes}\``}`

const survives = (mutant: Shown, share: number, { least }: MutantsSeen): Finding => ({
  rule: 'mutant-survives',
  message: `${placed(mutant)}: no test notices it. Tests notice ${share} % of the mutants on changed lines; ${least} % are wanted.`,
  remedy: 'Write a test, or an assertion, that fails on this change of the source.',
})

const wronglyNoticed = (mutant: Shown, command: string): Finding => ({
  rule: 'mutant-report-wrong',
  message: `${placed(mutant)}: the report of \`${command}\` says that a test notices it, and when Sigma plants it every test passes.`,
  remedy:
    'Write a test that fails on this change of the source, and let neither tests nor source look for whoever plants it.',
})

const unjudged = (command: string, why: string, printed = ''): Finding => ({
  rule: 'mutants-unknown',
  message: `What tests notice of mutants is not known: of \`${command}\`, ${why}.${printed === '' ? '' : ` It prints:\n${endOf(printed)}`}`,
  remedy: `Run \`${command}\` by hand and see why; \`mutants\` in sigma.config.json has the command, its report and its time limit.`,
})

const endOf = (printed: string): string => (printed.length <= 800 ? printed : `… ${printed.slice(-800)}`)
