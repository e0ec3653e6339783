/**
 * What commits of a run hold, for people to look at, beside a running host as well: nothing is written but in a git
 * folder that is gone afterwards.
 */
import { join } from 'node:path'
import type { Blobs, Difference } from '@sigma/engine'
import { borrow } from '../git/borrowed.ts'
import { plainDiff } from '../git/patch.ts'
import { findRepository } from '../git/repository.ts'
import type { SigmaGit } from '../git/sigma-git.ts'
import { differencesOf } from './differences.ts'
import { createFolders } from './folders.ts'
import { recordOf, withDocuments } from './handed-out.ts'
import { commitStanding } from './intake.ts'
import { survey, usualLimits } from './survey.ts'
import { createWholes } from './whole.ts'

export interface HistorySpec {
  /** Any folder in the user's repository. */
  readonly folder: string
  readonly dataFolder: string
  readonly cacheFolder: string
  readonly path: string
  readonly blobs: Pick<Blobs, 'get'>
  /** The commit that the history begins with. */
  readonly from: string
}

export interface History extends Disposable {
  /** Fails with `lost-commit`. */
  files(from: string, to: string): Promise<readonly FileDifference[]>
  /** The difference as text, in the form that `git apply` reads. */
  patch(from: string, to: string): Promise<string>
  /** The commits after the beginning, oldest first. */
  commits(to: string): Promise<readonly WorkCommit[]>
  /** A commit of what stands in a workspace at this moment; null: there is no such workspace. */
  snapshot(run: string, workspace: string): Promise<string | null>
}

export interface FileDifference extends Difference {
  /** Lines; null for what is no text. */
  readonly added: number | null
  readonly removed: number | null
}

export interface WorkCommit {
  readonly commit: string
  readonly parents: readonly string[]
  readonly subject: string
  /** By name, e.g. `Sigma-Phase`. */
  readonly trailers: Readonly<Record<string, string | undefined>>
  /** Changed paths; of a merge only those whose content is in none of its parents. */
  readonly paths: readonly string[]
}

export function openHistory(spec: HistorySpec): History {
  const repository = findRepository(spec.folder)
  const sources = [join(spec.dataFolder, 'git', 'objects'), join(repository.commonDir, 'objects')]
  const borrowed = borrow({ path: spec.path, repository, sources, from: [spec.from] })
  const { git: own } = borrowed
  const folders = createFolders(repository.root, spec.dataFolder, spec.cacheFolder)
  const wholeOf = createWholes(own, repository)
  const ready = async (...commits: readonly string[]): Promise<void> => {
    await borrowed.opened
    for (const commit of commits) await own.ensure(commit)
  }

  return {
    async files(from, to) {
      await ready(from, to)
      const options = [...plainDiff, '-z', '--numstat']
      const lines = readLines((await own.run({ verb: 'diff-tree', options, revisions: [from, to] })).fields())
      const unread = { added: null, removed: null }
      return differencesOf(await own.tree(from), await own.tree(to)).map((each) => ({
        ...each,
        ...(lines.get(each.path) ?? unread),
      }))
    },
    async patch(from, to) {
      await ready(from, to)
      const options = [...plainDiff, '-p', '--no-color', '--src-prefix=a/', '--dst-prefix=b/']
      return (await own.run({ verb: 'diff-tree', options, revisions: [from, to] })).stdout.toString('utf8')
    },
    async commits(to) {
      await ready(spec.from, to)
      return await commitsUpTo(own, spec.from, to)
    },
    async snapshot(run, workspace) {
      const record = recordOf(folders, run, workspace)
      if (record === null) return null
      const { commit, documents } = record
      const folder = folders.workspace(run, workspace)
      await ready(commit)
      const { entries } = withDocuments(own, spec.blobs, await wholeOf(commit), documents)
      const { changes } = await survey(own, folder, entries, usualLimits)
      if (changes.length === 0) return commit
      const about = { parent: commit, message: `What stands in ${workspace}\n`, finder: null }
      return await commitStanding(own, { folder, expected: entries }, changes, about)
    },
    [Symbol.dispose]: () => borrowed[Symbol.dispose](),
  }
}

/** `<added> <removed> <path>` each, with `-` for what is no text. */
function readLines(fields: readonly string[]): ReadonlyMap<string, Pick<FileDifference, 'added' | 'removed'>> {
  return new Map(
    fields.map((field) => {
      const [added = '', removed = '', ...path] = field.split('\t')
      const [more, less] = [added, removed].map((count) => (count === '-' ? null : Number(count)))
      return [path.join('\t'), { added: more ?? null, removed: less ?? null }]
    }),
  )
}

async function commitsUpTo(git: SigmaGit, from: string, to: string): Promise<readonly WorkCommit[]> {
  const options = ['--topo-order', '--reverse', '--no-commit-header', '--format=%H%x00%P%x00%B%x00']
  const listed = (await git.run({ verb: 'rev-list', options, revisions: [to, `^${from}`] })).stdout.toString('utf8')
  const parts = listed.split('\0')
  const found = Array.from({ length: Math.floor(parts.length / 3) }, (_, at) => ({
    commit: (parts[3 * at] ?? '').trim(),
    parents: (parts[3 * at + 1] ?? '').split(' ').filter(Boolean),
    message: parts[3 * at + 2] ?? '',
  }))
  const paths = await pathsOf(
    git,
    found.map(({ commit }) => commit),
  )
  return found.map(({ commit, parents, message }) => ({
    commit,
    parents,
    subject: message.split('\n')[0] ?? '',
    trailers: trailersOf(message),
    paths: paths.get(commit) ?? [],
  }))
}

async function pathsOf(git: SigmaGit, commits: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const paths = new Map<string, string[]>(commits.map((commit) => [commit, []]))
  const options = ['--stdin', '-c', '-r', '-z', '--name-only', '--no-renames']
  const answer = await git.run({ verb: 'diff-tree', options, stdin: commits.map((commit) => `${commit}\n`).join('') })
  let current: string[] = []
  for (const field of answer.fields()) {
    const next = paths.get(field)
    if (next === undefined) current.push(field)
    else current = next
  }
  return paths
}

function trailersOf(message: string): Readonly<Record<string, string>> {
  const last = message.trimEnd().split('\n\n').at(-1) ?? ''
  return Object.fromEntries(
    [...last.matchAll(/^(Sigma-\w+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
}
