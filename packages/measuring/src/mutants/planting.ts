/** Runs the program that plants mutants, in a checkout of the commit in which nothing else has run. */
import { lstat, readFile, realpath, rm } from 'node:fs/promises'
import { dirname, join, posix, sep } from 'node:path'
import { commandWords, type Mutants, type Project } from '@sigma/protocol'
import type { Tools } from '../benches/bench.ts'
import { type CheckRun, runCheck } from '../checks/check-run.ts'
import { type ChangedSource, rangesOf } from './changed-source.ts'

export interface Planted {
  readonly run: CheckRun
  /** What it left as its report; null: none that can be taken for one, `why` says. */
  readonly report: string | null
  readonly why: string | null
}

const mostOfReport = 32 * 1024 * 1024

export async function plant(
  { checkouts, processes }: Pick<Tools, 'checkouts' | 'processes'>,
  project: Project & { readonly mutants: Mutants & { readonly command: string } },
  commit: string,
  changed: readonly ChangedSource[],
  signal: AbortSignal,
): Promise<Planted> {
  const { env, reads, folder, mutants } = project
  const { command, limitMs } = mutants
  await using checkout = await checkouts.open({ env, reads, commit })
  const place = join(checkout.path, folder, mutants.report)
  // One that came with the commit is not of this run.
  if (await isInside(checkout.path, dirname(place))) await rm(place, { recursive: true, force: true })
  const words = [...(commandWords(command) ?? []), ...argumentsFor(changed, folder)]
  const run = await runCheck(processes, checkout, { folder, checkLimitMs: limitMs }, { command, words }, signal)
  if (run.outcome === 'cannot-run') return { run, report: null, why: run.why }
  const report = await reportAt(checkout.path, place)
  const why = report === null ? `it left no report at ${mutants.report} (exit ${run.exit})` : null
  return { run, report, why }
}

/** Bytes of one argument that a system takes for certain. */
const mostOfArgument = 100_000

/** `--force`: what an earlier run kept for the next one counts for nothing. */
export function argumentsFor(changed: readonly ChangedSource[], folder: string): readonly string[] {
  const files = changed.map(({ path, lines }) => ({ glob: globOf(posix.relative(folder, path)), lines }))
  const ranges = files.flatMap(({ glob, lines }) => rangesIn(glob, lines)).join(',')
  // Of whole files more is planted; what is on other lines does not count.
  const told = Buffer.byteLength(ranges) <= mostOfArgument ? ranges : files.map(({ glob }) => glob).join(',')
  return ['--mutate', told, '--reporters', 'json', '--force']
}

/** Stryker splits at commas, and takes no character for escaped: what could mean something is any one character. */
const globOf = (path: string): string => path.replace(/[\\*?[\]{}()!+@|,\n]/g, '?')

/** No pattern may have ranges. */
const rangesIn = (glob: string, lines: ReadonlySet<number>): readonly string[] =>
  glob.includes('?') ? [glob] : rangesOf(lines).map(([from, to]) => `${glob}:${from}-${to}`)

/** A regular file of the checkout, of a size that can be read. */
async function reportAt(root: string, place: string): Promise<string | null> {
  try {
    const stat = await lstat(place)
    const isFit = stat.isFile() && stat.size <= mostOfReport && (await isInside(root, dirname(place)))
    return isFit ? await readFile(place, 'utf8') : null
  } catch {
    return null
  }
}

/** A folder that is there, and to which no link leads out of the checkout. */
async function isInside(root: string, folder: string): Promise<boolean> {
  const real = await realpath(folder).catch(() => null)
  const top = await realpath(root)
  return real !== null && (real === top || real.startsWith(`${top}${sep}`))
}
