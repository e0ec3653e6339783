/**
 * What commits of a run hold, for people to look at, beside a running host as well: nothing is written but in a git
 * folder that is gone afterwards.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Blobs } from '@sigma/engine'
import { borrow } from '../git/borrowed.ts'
import { findRepository } from '../git/repository.ts'
import type { SigmaGit } from '../git/sigma-git.ts'
import { createFolders } from './folders.ts'
import { readRecord, withDocuments } from './handed-out.ts'
import { store, withoutSubmodules } from './intake.ts'
import { survey } from './survey.ts'
import { createWholes } from './whole.ts'

export interface HistorySpec {
  /** Any folder in the user's repository. */
  readonly folder: string
  readonly dataFolder: string
  readonly cacheFolder: string
  readonly path: string
  readonly blobs: Pick<Blobs, 'get'>
  /** Where the history to be looked at begins. */
  readonly from: string
}

export interface History extends Disposable {
  /** Fails with `lost-commit`. */
  files(from: string, to: string): Promise<readonly FileDifference[]>
  /** As text, in the form that `git apply` reads. */
  patch(from: string, to: string): Promise<string>
  /** What came after the beginning, oldest first. */
  commits(to: string): Promise<readonly WorkCommit[]>
  /** A commit of what stands in a workspace at this moment; null: there is no such workspace. */
  snapshot(run: string, workspace: string): Promise<string | null>
}

export interface FileDifference {
  readonly path: string
  readonly status: 'A' | 'M' | 'D' | 'T'
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
  /** What it changed; of a merge only what is in none of its parents. */
  readonly paths: readonly string[]
}

const limits = { fileBytes: 10 * 1024 * 1024, totalBytes: 64 * 1024 * 1024, entries: 20_000 }
const plainDiff: readonly string[] = ['-r', '--no-renames', '--no-ext-diff', '--no-textconv']

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
      const call = {
        verb: 'diff-tree',
        options: [...plainDiff, '-z', '--raw', '--numstat'],
        revisions: [from, to],
      } as const
      return readDifferences((await own.run(call)).fields())
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
      const [folder, file] = [folders.workspace(run, workspace), folders.record(run, workspace)]
      if (!existsSync(folder) || !existsSync(file)) return null
      const { commit, documents } = readRecord(file)
      await ready(commit)
      const { entries } = withDocuments(own, spec.blobs, await wholeOf(commit), documents)
      const { changes } = await survey(own, folder, entries, limits)
      if (changes.length === 0) return commit
      const message = `What stands in ${workspace}\n`
      return await own.commit({
        parent: commit,
        changes: withoutSubmodules(await store(own, folder, changes), entries),
        message,
      })
    },
    [Symbol.dispose]: () => borrowed[Symbol.dispose](),
  }
}

/** First the states, `:<modes and names> <status>` and a path each, then the lines, `<added> <removed> <path>`. */
function readDifferences(fields: readonly string[]): readonly FileDifference[] {
  const lines = new Map<string, readonly [number | null, number | null]>()
  const statuses: (readonly [string, FileDifference['status']])[] = []
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at] ?? ''
    const status = /^:\d+ \d+ [0-9a-f]+ [0-9a-f]+ ([AMDT])/.exec(field)?.[1]
    if (status === 'A' || status === 'M' || status === 'D' || status === 'T') {
      at += 1
      statuses.push([fields[at] ?? '', status])
      continue
    }
    const [, added = '', removed = '', path = ''] = /^(\d+|-)\t(\d+|-)\t([\s\S]*)$/.exec(field) ?? []
    lines.set(path, [added === '-' ? null : Number(added), removed === '-' ? null : Number(removed)])
  }
  return statuses.map(([path, status]) => {
    const [added, removed] = lines.get(path) ?? [null, null]
    return { path, status, added, removed }
  })
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
