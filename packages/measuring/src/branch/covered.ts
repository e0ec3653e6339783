/** Coverage of what a branch changed: by line, and by the project's thresholds. */
import type { Project } from '@sigma/protocol'
import type { Bench, Tools } from '../benches/bench.ts'
import { addedLines, type LinesSeen, linesSeen } from '../covered/changed-lines.ts'
import { emptyFolder } from '../covered/coverage-folder.ts'
import { scopeOf } from '../covered/scope.ts'
import { type CoverageResult, summarize } from '../covered/summary.ts'
import { reaches } from '../covered/thresholds.ts'
import type { CoverageTotals } from '../covered/totals.ts'
import type { TestRun } from '../runners/test-run.ts'
import { type BranchFinding, placed, told } from './finding.ts'

/** Lines that hold code, were written on the branch, and count. */
export interface ChangedLines {
  readonly covered: number
  readonly total: number
  /** Of the changed parts of files; functions as a whole. */
  readonly totals: CoverageTotals
}

export interface CoveredRun {
  readonly run: TestRun
  /** Null: nothing of the branch is to be covered, or it is not known. */
  readonly lines: ChangedLines | null
  readonly findings: readonly BranchFinding[]
}

interface Change {
  readonly base: string
  readonly head: string
}

/** The suite of the bench, which holds `head`. */
export async function coveredRun(
  { checkouts }: Pick<Tools, 'checkouts'>,
  project: Project,
  bench: Bench,
  { base, head }: Change,
): Promise<CoveredRun> {
  const scope = await scopeOf(checkouts, bench, base, head)
  if (scope.files.length === 0) return { run: await bench.suite(), lines: null, findings: [] }
  const folder = await emptyFolder(bench.checkout.scratch, 'coverage')
  const run = await bench.suite({ coverage: folder.path, covering: scope.files })
  if (run.problem !== null) return { run, lines: null, findings: [] }
  const result = await summarize(bench, folder, scope)
  const wanted = placed(reaches(project.coverage, result))
  if (result.kind === 'unknown' && wanted.length === 0) {
    const remedy = 'Let the tests end by themselves, and the source be readable.'
    const message = `How much of the change tests cover is not known: ${result.reason}`
    return { run, lines: null, findings: [told('warning', { rule: 'coverage-unknown', message, remedy })] }
  }
  if (result.kind !== 'measured') return { run, lines: null, findings: wanted }
  const { covered, uncovered, findings } = await byLine(checkouts, bench, result, { base, head })
  const lines = { covered, total: covered + uncovered, totals: result.totals }
  return { run, lines, findings: [...wanted, ...findings] }
}

const mostOfPatch = 16 * 1024 * 1024

async function byLine(
  checkouts: Tools['checkouts'],
  bench: Bench,
  { counts }: Extract<CoverageResult, { kind: 'measured' }>,
  { base, head }: Change,
): Promise<{ readonly covered: number; readonly uncovered: number; readonly findings: readonly BranchFinding[] }> {
  let [covered, uncovered] = [0, 0]
  const findings: BranchFinding[] = []
  for (const [file, own] of counts) {
    const added = addedLines(await checkouts.patch(base, head, mostOfPatch, [file]))
    const seen = linesSeen(own, await bench.text(file), added)
    covered += seen.covered.length
    uncovered += seen.uncovered.length
    for (const [from, to] of runsOf(seen, added)) {
      const which = from === to ? `Line ${from}` : `Lines ${from} to ${to}`
      const finding = {
        rule: 'change-uncovered',
        message: `${which} of ${file} ${from === to ? 'was' : 'were'} written on this branch, and no test runs ${from === to ? 'it' : 'all of them'}.`,
        remedy: 'Have a test ask for this code, or take the code out.',
      }
      findings.push(told('warning', finding, { file, line: from, ...(to !== from && { endLine: to }) }))
    }
  }
  return { covered, uncovered, findings }
}

/** Neighbouring lines together, and with them what lies between them and holds no code. */
function runsOf(
  { covered, uncovered }: LinesSeen,
  added: ReadonlySet<number>,
): readonly (readonly [from: number, to: number])[] {
  const isCovered = new Set(covered)
  const isBetween = (line: number): boolean => added.has(line) && !isCovered.has(line)
  const runs: [number, number][] = []
  for (const line of uncovered) {
    const last = runs.at(-1)
    const gap = last === undefined ? [] : Array.from({ length: line - last[1] - 1 }, (_, at) => line - 1 - at)
    if (last !== undefined && gap.every(isBetween)) last[1] = line
    else runs.push([line, line])
  }
  return runs
}
