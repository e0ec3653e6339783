/** Tests over the source as it was at another commit: what passes there all the same is not passed by what changed since. */
import type { Project } from '@sigma/protocol'
import type { TestRun } from '../runners/test-run.ts'
import { isClosed } from '../twice/side-by-side.ts'
import { openBench, sortingOf, type Tools } from './bench.ts'
import { isCode } from './is-code.ts'

/** Globs of what is taken back: the code under test, never a test nor what a test expects. */
export const implementationGlobs = ({ source, tests }: Project): readonly string[] => [
  ...source,
  ...tests.filter((glob) => !glob.startsWith('!')).map((glob) => `!${glob}`),
  '!**/__snapshots__/*.snap',
]

/** A run over the earlier source. */
export interface RunTakenBack {
  readonly run: TestRun
  /** It could share nothing with other runs but the machine's time. */
  readonly isClosed: boolean
}

export interface TakenBackTo {
  /** Its tests are run. */
  readonly commit: string
  /** The source comes from there. */
  readonly to: string
  /** Test files; only these are run. */
  readonly files: readonly string[]
  /** Time limit; the project's unless given. */
  readonly limitMs?: number
}

export async function runTakenBack(
  tools: Tools,
  project: Project,
  { commit, to, files, limitMs }: TakenBackTo,
  signal: AbortSignal,
): Promise<RunTakenBack> {
  const { paths } = await othersChanged(tools, project, to, commit)
  const globs = [...implementationGlobs(project), ...paths.map(asGlob)]
  await using bench = await openBench(tools, project, { commit, overlay: { commit: to, globs } }, signal)
  const there = [...new Set(files)].filter((file) => bench.testFiles.includes(file))
  const run = await bench.run({ files: there, ...(limitMs !== undefined && { limitMs }) })
  return { run, isClosed: isClosed(bench.checkout) }
}

/**
 * Of the files that are neither tests nor source: data, such as translations, belongs to the implementation; code that
 * `source` does not take in, such as a set-up of the tests, does not.
 */
export async function othersChanged(
  { checkouts }: Pick<Tools, 'checkouts'>,
  project: Project,
  from: string,
  to: string,
): Promise<{ readonly paths: readonly string[]; readonly code: readonly string[] }> {
  const { isTest, isSource, isGuarded } = sortingOf(project)
  const changed = (await checkouts.diff(from, to)).map(({ path }) => path)
  const others = changed.filter((path) => !isTest(path) && !isSource(path) && !isGuarded(path))
  return { paths: others.filter((path) => !isCode(path)), code: others.filter(isCode) }
}

/** A path in which nothing is a pattern. */
export const asGlob = (path: string): string => path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&')
