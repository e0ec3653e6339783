/**
 * Mutants of the lines that a change wrote: small changes of the source, each of which some test should notice. The project's
 * own program plants them and reports, or Sigma plants them; what tests do not notice is refused where the share is less than
 * the project wants.
 */
import type { Finding, Project } from '@sigma/protocol'
import type { Tools } from '../benches/bench.ts'
import type { MutantsSeen } from '../evidence.ts'
import { bounded } from '../text.ts'
import { cannotJudge, isClean, noReasons } from '../verdicts/reasons.ts'
import { changedSource } from './changed-source.ts'
import { ownMutantsIn } from './own/own-mutants.ts'
import { plant } from './planting.ts'
import { type Mutant, readReport } from './report.ts'
import { type MutantsResult, nothingSeen, type PlantedIn, type Planting, reasonsOf, sortedOut } from './seen.ts'
import { switchedOff } from './switched-off.ts'
import { tryAgain } from './tried-again.ts'

export const plantsMutants = (project: Project): project is Planting => project.mutants !== undefined

export async function mutantsIn(
  tools: Tools,
  project: Planting,
  { commit, from, run, waiver }: PlantedIn,
  signal: AbortSignal,
): Promise<MutantsResult> {
  const { command, least, limitMs } = project.mutants
  if (command === null) return await ownMutantsIn(tools, project, { commit, from, run, waiver }, signal)
  const changed = await changedSource(tools, project, from, commit)
  const off = await switchedOff(tools, project, command, { from, commit, changed })
  if (!isClean(off)) return { reasons: off, seen: null }
  if (changed.length === 0) return { reasons: noReasons, seen: { ...nothingSeen, command, least } }
  const lines = changed.reduce((sum, each) => sum + each.lines.size, 0)
  tools.acts?.(
    `mutants of ${lines} changed ${lines === 1 ? 'line' : 'lines'} are tried (at most ${Math.round(limitMs / 60_000)} min)`,
  )
  const asked = { ...project, mutants: { ...project.mutants, command } }
  const { run: planting, report, why } = await plant(tools, asked, commit, changed, signal)
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
  const survivors = mutants.filter(({ status }) => status === 'survived')
  const seen: MutantsSeen = {
    ...ran,
    noticed: count('noticed'),
    leftOut: count('left-out'),
    ...sortedOut(project.mutants, survivors.map(asSeen), waiver),
    tried: tried.length,
    unnoticed: unnoticed.map(asSeen),
  }
  return { reasons: reasonsOf(seen), seen }
}

/** Cut as evidence has it. */
const asSeen = ({ file, line, mutator, from, to }: Mutant): MutantsSeen['survivors'][number] => ({
  ...{ file, line, mutator },
  was: bounded(from, 300),
  becomes: to === null ? null : bounded(to, 300),
})

const unjudged = (command: string, why: string, printed = ''): Finding => ({
  rule: 'mutants-unknown',
  message: `What tests notice of mutants is not known: of \`${command}\`, ${why}.${printed === '' ? '' : ` It prints:\n${endOf(printed)}`}`,
  remedy: `Run \`${command}\` by hand and see why; \`mutants\` in sigma.config.json has the command, its report and its time limit.`,
})

const endOf = (printed: string): string => (printed.length <= 800 ? printed : `… ${printed.slice(-800)}`)
