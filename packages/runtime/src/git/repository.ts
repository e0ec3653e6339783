import { existsSync, lstatSync, mkdtempDisposableSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { SigmaError } from '@sigma/engine'
import {
  bareRepository,
  noCommits,
  notARepository,
  operationInProgress,
  reftable,
  repositoryGone,
  unknownCommit,
} from '../errors.ts'
import { isBare } from './bare.ts'
import { createGit, type Git, requireGit } from './git.ts'
import { headMark } from './head-mark.ts'
import { differingPaths, lookAt } from './look.ts'

/** A user's repository as it stands. Nothing in it was run or written to find this out. */
export interface Repository {
  /** Top folder of the working tree, with links resolved. */
  readonly root: string
  /** Git's folder of this working tree: `HEAD` and `index` lie there. */
  readonly gitDir: string
  /** Git's folder of the repository: refs, objects and config lie there; the same unless this is a linked worktree. */
  readonly commonDir: string
  readonly objectFormat: 'sha1' | 'sha256'
  /** Commit of `HEAD`; null before the first commit. */
  readonly head: string | null
  /** Null when `HEAD` is detached. */
  readonly branch: string | null
  /** The operation that git is in the middle of, e.g. `rebasing`; `clean`: none. */
  readonly state: string
}

export interface UsableRepository extends Repository {
  readonly head: string
}

export interface InspectedRepository extends Repository {
  /** Changed, staged or untracked paths, relative to the root; at most 1,000. */
  readonly dirty: readonly string[]
}

/**
 * Where a repository keeps what, found without starting git. Fails with `not-a-repository`, `bare-repository`,
 * `repository-gone` (a worktree or submodule whose git folder is no more) and `reftable`.
 */
export function findRepository(folder: string): Pick<Repository, 'root' | 'gitDir' | 'commonDir' | 'objectFormat'> {
  const found = findGitDir(folder)
  const commonDir = commonDirOf(found.gitDir)
  if (hasSetting(commonDir, 'refstorage', 'reftable')) throw reftable(found.root)
  return { ...found, commonDir, objectFormat: objectFormatOf(commonDir) }
}

/**
 * Finds the repository that a folder lies in, what state it is in, and how its working tree differs from HEAD.
 * Fails as `findRepository` does, and with `unknown-commit` where the commit of HEAD is missing.
 */
export async function inspectRepository(folder: string, path: string): Promise<InspectedRepository> {
  return await withGit(path, (git) => inspectWith(git, folder))
}

/** By git's folder of the working tree: the commit that HEAD named, and by what it is known to name it still. */
const heads = new Map<string, { readonly mark: string; readonly head: string }>()

/** As `headOf`; git is asked only where HEAD may name another commit than the last time, and must be there each time. */
async function knownHeadOf(
  { gitDir, commonDir }: Pick<Repository, 'gitDir' | 'commonDir'>,
  path: string,
): Promise<string | null> {
  // Before git is asked: what changes meanwhile is another mark the next time.
  const mark = headMark(gitDir, commonDir)
  const known = heads.get(gitDir)
  if (mark !== null && known?.mark === mark) {
    requireGit(path)
    return known.head
  }
  const head = await withGit(path, (git) => headOf(git, gitDir))
  if (mark !== null && head !== null) heads.set(gitDir, { mark, head })
  return head
}

async function withGit<Found>(path: string, look: (git: Git) => Promise<Found>): Promise<Found> {
  using empty = mkdtempDisposableSync(join(tmpdir(), 'sigma-inspect-'))
  return await look(createGit({ path, emptyFolder: empty.path }))
}

async function inspectWith(git: Git, folder: string): Promise<InspectedRepository> {
  const found = await findWith(folder, (at) => headOf(git, at.gitDir))
  const { head } = found
  return { ...found, dirty: head === null ? [] : await dirtyPaths(git, { ...found, head }) }
}

async function findWith(
  folder: string,
  headIn: (at: Pick<Repository, 'gitDir' | 'commonDir'>) => Promise<string | null>,
): Promise<Repository> {
  const found = findRepository(folder)
  const { gitDir } = found
  const state = operationIn(gitDir)?.state ?? 'clean'
  return { ...found, head: await headIn(found), branch: branchOf(gitDir), state }
}

/** Changed, staged or untracked paths, relative to the root; at most 1,000. Each file of the working tree is looked at. */
export const uncommittedPaths = (repository: UsableRepository, path: string): Promise<readonly string[]> =>
  withGit(path, (git) => dirtyPaths(git, repository))

/**
 * Without a look at the working tree, which takes long where there are many files. Fails besides with `no-commits` and
 * `operation-in-progress`: what a run needs before it starts.
 */
export async function usableRepository(folder: string, path: string): Promise<UsableRepository> {
  const repository = await findWith(folder, (at) => knownHeadOf(at, path))
  const { head, root, gitDir } = repository
  const operation = operationIn(gitDir)
  if (operation !== undefined) throw operationInProgress(root, operation)
  if (head === null) throw noCommits(root)
  return { ...repository, head }
}

/** The repository that a folder lies in, and the commit of its HEAD; null: there is none yet. */
export async function headOfRepository(folder: string, path: string): Promise<Pick<Repository, 'gitDir' | 'head'>> {
  const found = findRepository(folder)
  return { gitDir: found.gitDir, head: await knownHeadOf(found, path) }
}

function findGitDir(folder: string): { readonly root: string; readonly gitDir: string } {
  const start = existsSync(folder) ? realpathSync(folder) : resolve(folder)
  for (let at = start; ; at = dirname(at)) {
    const entry = join(at, '.git')
    const stat = lstatSync(entry, { throwIfNoEntry: false })
    if (stat !== undefined) {
      const gitDir =
        statSync(entry, { throwIfNoEntry: false })?.isDirectory() === true ? realpathSync(entry) : pointedAt(entry)
      if (gitDir !== null && existsSync(join(gitDir, 'HEAD'))) return { root: at, gitDir }
    }
    if (isBare(at)) throw bareRepository(at)
    if (at === dirname(at)) throw notARepository(folder)
  }
}

/** Git's folders of the repository that a folder lies in: two for a linked worktree, none where no repository can be read. */
export function gitFoldersOf(folder: string): readonly string[] {
  try {
    const { gitDir } = findGitDir(folder)
    return [...new Set([gitDir, commonDirOf(gitDir)])]
  } catch {
    return []
  }
}

/** The folder that a `.git` file names, as in a linked worktree or a submodule. */
function pointedAt(file: string): string | null {
  const target = lstatSync(file).isFile() ? /^gitdir: (.+?)\n?$/.exec(readFileSync(file, 'utf8'))?.[1] : undefined
  if (target === undefined) return null
  const folder = resolve(dirname(file), target)
  // To go on upwards would find a repository that this folder does not belong to.
  if (!existsSync(join(folder, 'HEAD'))) throw repositoryGone(dirname(file), folder)
  return realpathSync(folder)
}

function commonDirOf(gitDir: string): string {
  const file = join(gitDir, 'commondir')
  return existsSync(file) ? realpathSync(resolve(gitDir, readFileSync(file, 'utf8').trim())) : gitDir
}

function objectFormatOf(commonDir: string): 'sha1' | 'sha256' {
  return hasSetting(commonDir, 'objectformat', 'sha256') ? 'sha256' : 'sha1'
}

function hasSetting(commonDir: string, name: string, value: string): boolean {
  const config = join(commonDir, 'config')
  return existsSync(config) && new RegExp(`^\\s*${name}\\s*=\\s*${value}\\s*$`, 'im').test(readFileSync(config, 'utf8'))
}

/** The commit of HEAD; null: there is none yet. A repository that cannot be read is not taken for an empty one. */
async function headOf(git: Git, gitDir: string): Promise<string | null> {
  const ask = (name: string) =>
    git.run({ gitDir }, { verb: 'rev-parse', options: ['--verify', '--quiet'], revisions: [name], accept: [0, 1, 128] })
  const commit = await ask('HEAD^{commit}')
  if (commit.exit === 0) return commit.text()
  const named = await ask('HEAD')
  if (named.exit === 0) throw unknownCommit(named.text())
  await git.run({ gitDir }, { verb: 'for-each-ref', options: ['--count=1'] })
  return null
}

function branchOf(gitDir: string): string | null {
  return /^ref: refs\/heads\/(.+?)\n?$/.exec(readFileSync(join(gitDir, 'HEAD'), 'utf8'))?.[1] ?? null
}

/** Files that git keeps while an operation is not over, and the command by which a person ends it. */
const operations = [
  { file: 'rebase-merge', state: 'rebasing', command: 'rebase' },
  { file: 'rebase-apply/applying', state: 'applying patches', command: 'am' },
  { file: 'rebase-apply', state: 'rebasing', command: 'rebase' },
  { file: 'MERGE_HEAD', state: 'merging', command: 'merge' },
  { file: 'CHERRY_PICK_HEAD', state: 'cherry-picking', command: 'cherry-pick' },
  { file: 'REVERT_HEAD', state: 'reverting', command: 'revert' },
  { file: 'BISECT_LOG', state: 'bisecting', command: 'bisect' },
] as const

/** The operation that git is in the middle of in a working tree. */
export function operationIn(gitDir: string): (typeof operations)[number] | undefined {
  return operations.find(({ file }) => existsSync(join(gitDir, file)))
}

async function dirtyPaths(
  git: Git,
  at: ReturnType<typeof findRepository> & { readonly head: string },
): Promise<readonly string[]> {
  using look = await lookAt(git, at)
  const [differing, stages] = await Promise.all([differingPaths(git, look, at.head), look.stages()])
  const all = [...differing]
  for (const { mode, oid, path } of stages)
    if (mode === '160000' && (await isMoved(join(at.root, path), oid, git))) all.push(path)
  return [...new Set(all)].sort((a, b) => (a < b ? -1 : 1)).slice(0, 1_000)
}

/** A submodule that is checked out at another commit than the index names, or holds changes of its own. */
async function isMoved(folder: string, oid: string, git: Git): Promise<boolean> {
  if (!existsSync(join(folder, '.git'))) return false
  try {
    const { head, dirty } = await inspectWith(git, folder)
    return head !== oid || dirty.length > 0
  } catch (error) {
    // A submodule that cannot be read is not as the index has it.
    if (error instanceof SigmaError) return true
    throw error
  }
}
