/** Ways in which the judged work itself could keep mutants from being planted, or known: each is refused where it is new. */
import { posix } from 'node:path'
import { commandWords, type Finding, type Project } from '@sigma/protocol'
import { sortingOf, type Tools } from '../benches/bench.ts'
import { listed } from '../text.ts'
import { all, type Reasons, refuse } from '../verdicts/reasons.ts'
import type { ChangedSource } from './changed-source.ts'

/** `from` and `commit` are those between which the work lies. */
export async function switchedOff(
  { checkouts }: Pick<Tools, 'checkouts'>,
  project: Project,
  command: string,
  {
    from,
    commit,
    changed,
  }: { readonly from: string; readonly commit: string; readonly changed: readonly ChangedSource[] },
): Promise<Reasons> {
  const { isTest, isSource } = sortingOf(project)
  const named = namedIn(project, command)
  const settings = (await checkouts.diff(from, commit))
    .map(({ path }) => path)
    .filter((path) => (isSettings(path) && !isTest(path) && !isSource(path)) || named.has(path))
  return all(
    refuse(...(settings.length === 0 ? [] : [settingsChanged(settings)])),
    refuse(...changed.flatMap((file) => commentsIn(file).map((line) => commentAdded(file.path, line)))),
  )
}

/** How Stryker calls its settings, and the results that it takes over from an earlier time. */
const isSettings = (path: string): boolean =>
  /(^|\/)(\.?stryker\.conf(ig)?\.[^/]+|[^/]*stryker[^/]*incremental[^/]*\.json)$/i.test(path)

/** Files that the command itself names. */
function namedIn({ folder }: Project, command: string): ReadonlySet<string> {
  const words = commandWords(command) ?? []
  return new Set(words.slice(1).map((word) => posix.join(folder, word)))
}

/** Numbers of changed lines that tell Stryker where to plant nothing. */
const commentsIn = ({ text, lines }: ChangedSource): readonly number[] =>
  text
    .split('\n')
    .flatMap((line, at) => (lines.has(at + 1) && /\bStryker\s+(disable|restore)\b/i.test(line) ? [at + 1] : []))

const commentAdded = (path: string, line: number): Finding => ({
  rule: 'mutants-switched-off',
  message: `${path}:${line} tells Stryker to plant nothing there; the work that is judged does not decide that.`,
  remedy: 'Take the comment out. A person writes such a comment before a run, where a place is to be left out.',
})

const settingsChanged = (paths: readonly string[]): Finding => ({
  rule: 'mutant-settings-changed',
  message: `The work changed how mutants are planted: ${listed(paths, 5)}.`,
  remedy: 'Put these files back as they were before the run.',
})
