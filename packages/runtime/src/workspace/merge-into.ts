/**
 * Merges a commit into a branch of the person's, where they asked for it. What holds (D21):
 *
 *  1. A branch that is checked out nowhere is moved by its ref alone, from what it was looked at as. Clean merges and
 *     fast-forwards are all there is; a conflict is never resolved, nor are its marks written anywhere.
 *  2. Where it is checked out, git itself brings index and files from one commit to the other (`read-tree -m -u`, the step of
 *     `git merge --ff-only`), which refuses as a whole where a file that it would write is not as the commit had it. Files that
 *     git does not know are in the way even where it would ignore them.
 *  3. No filter, hook or other program of theirs is started: files that need one stand against the merge.
 *  4. Index and files come first, the ref last: whoever was killed in between does both once more, and git finds the first done.
 *     When the ref cannot be moved, index and files are brought back.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { SigmaError } from '@sigma/engine'
import { branchBlocked, indexLocked, unsafeRevision } from '../errors.ts'
import { filtersOf } from '../git/attributes.ts'
import { type Git, isRefName } from '../git/git.ts'
import { operationIn, type UsableRepository, uncommittedPaths } from '../git/repository.ts'
import type { SigmaGit } from '../git/sigma-git.ts'
import { lookAtLink } from '../process/look.ts'
import { branchOf, checkedOutAt, copyObjects, textOf, workTreeFolders } from './delivery.ts'
import { differencesOf } from './differences.ts'
import { mergeFrom } from './merging.ts'

export interface MergeWorld {
  readonly git: Git
  readonly own: SigmaGit
  readonly repository: UsableRepository
  /** Where the `git` program is looked for. */
  readonly path: string
}

export interface MergeSpec {
  /** Full name of a branch. */
  readonly into: string
  /** Lies in the person's repository already. */
  readonly landed: string
  /** What people call it. */
  readonly branch: string
  readonly message: string
}

/** What stands against a merge, for a person to decide; nothing was changed. */
export interface Hindrance {
  readonly files: readonly string[]
  readonly why: string
}

/** Null: the branch holds the commit. Fails where git does, e.g. on a lock. */
export async function mergeInto(world: MergeWorld, spec: MergeSpec): Promise<Hindrance | null> {
  const { git, repository } = world
  const { into, landed } = spec
  if (!isRefName(into) || !into.startsWith('refs/heads/') || into.startsWith('refs/heads/sigma/'))
    throw unsafeRevision(into)
  const name = shortOf(into)
  const head = await branchOf(git, repository, into)
  if (head === null) return hindered(`There is no branch ${name} any more.`)
  if (await holds(world, head, landed)) return null
  const merged = await mergedOf(world, spec, head)
  if (typeof merged !== 'string') return merged
  const at = checkedOutAt(repository, into)
  if (at.length === 0) {
    const busy = workTreeFolders(repository).find((folder) => isBusyWith(folder, into))
    if (busy !== undefined) return hindered(`The branch ${name} is being rebased or bisected; end that first.`)
    await moveRef(world, spec, head, merged)
    return null
  }
  if (at.length > 1 || at[0] !== repository.gitDir)
    return hindered(`The branch ${name} is checked out in another working tree. There: git merge ${spec.branch}`)
  return await moveTree(world, spec, { head, merged })
}

const shortOf = (ref: string): string => ref.slice('refs/heads/'.length)

const hindered = (why: string, files: readonly string[] = []): Hindrance => ({ files, why })

async function holds({ git, repository }: MergeWorld, head: string, commit: string): Promise<boolean> {
  const call = { verb: 'merge-base', options: ['--is-ancestor'], revisions: [commit, head], accept: [0, 1] } as const
  return head === commit || (await git.run({ gitDir: repository.commonDir }, call)).exit === 0
}

/** The commit that the branch is to stand at, which lies in the person's repository. */
async function mergedOf(world: MergeWorld, spec: MergeSpec, head: string): Promise<string | Hindrance> {
  const { git, own, repository } = world
  const { landed, branch, message } = spec
  const name = shortOf(spec.into)
  if (await holds(world, landed, head)) return landed
  const call = { verb: 'merge-base', options: ['--all'], revisions: [head, landed], accept: [0, 1] } as const
  const [base, ...more] = (await git.run({ gitDir: repository.commonDir }, call)).lines()
  if (base === undefined || more.length > 0)
    return hindered(`The histories of ${name} and ${branch} part in no single commit. Merge them: git merge ${branch}`)
  for (const commit of [head, base]) await own.ensure(commit)
  const merged = await mergeFrom(own, base, { name, commit: head }, { name: branch, commit: landed })
  if (merged.kind === 'conflicted')
    return hindered(`${name} and ${branch} changed the same in different ways.\n\n${merged.pieces}`, merged.files)
  const commit = await own.commitTree(merged.tree, [head, landed], message)
  await copyObjects(git, own, repository, commit)
  return commit
}

/** Git's folder of a working tree that is in the middle of something with this branch, which HEAD does not name meanwhile. */
function isBusyWith(folder: string, ref: string): boolean {
  const heads = ['rebase-merge/head-name', 'rebase-apply/head-name'].map((file) => textOf(join(folder, file)))
  return heads.includes(ref) || textOf(join(folder, 'BISECT_START')) === shortOf(ref)
}

async function moveRef(
  { git, repository }: MergeWorld,
  { into, branch }: MergeSpec,
  from: string,
  to: string,
): Promise<void> {
  const options = ['-m', `merge ${branch}`, '--stdin']
  try {
    await git.run(
      { gitDir: repository.commonDir },
      { verb: 'update-ref', options, stdin: `update ${into} ${to} ${from}\n` },
    )
  } catch (error) {
    throw branchBlocked(shortOf(into), error instanceof Error ? error.message : String(error))
  }
}

interface Move {
  readonly head: string
  readonly merged: string
}

/** Moves the branch with the index and the files of the working tree that has it checked out. */
async function moveTree(world: MergeWorld, spec: MergeSpec, move: Move): Promise<Hindrance | null> {
  const { git, own, repository, path } = world
  const { root, gitDir } = repository
  const { head, merged } = move
  const operation = operationIn(gitDir)
  if (operation !== undefined) return hindered(`The working tree is in the middle of ${operation.state}.`)
  await waitForIndex(world)
  for (const commit of [head, merged]) await own.ensure(commit)
  const [before, after] = [await own.tree(head), await own.tree(merged)]
  const changes = differencesOf(before, after)
  const changed = changes.map((change) => change.path)
  const byHand = `Do it by hand: git merge ${spec.branch}`
  const filtered = await filteredAmong(world, merged, changed)
  if (filtered.length > 0) return hindered(`Git writes these files by a filter. ${byHand}`, filtered)
  const listed = await git.run({ gitDir, workTree: root }, { verb: 'ls-files', options: ['-z'] })
  const known = new Set([...listed.fields(), ...before.keys()])
  const added = changes.filter(({ status }) => status === 'A').map((change) => change.path)
  const inTheWay = added.filter((file) => isInTheWay(root, file, known))
  if (inTheWay.length > 0)
    return hindered(`Files that no commit has are in the way. Move them away, then: git merge ${spec.branch}`, inTheWay)
  if (!(await bring(world, head, merged))) {
    const dirty = new Set(await uncommittedPaths({ ...repository, head }, path))
    const files = changed.filter((file) => dirty.has(file))
    return hindered(`Files that the merge changes hold changes that are not committed. ${byHand}`, files)
  }
  try {
    if (textOf(join(gitDir, 'HEAD')) !== `ref: ${spec.into}`)
      throw branchBlocked(shortOf(spec.into), 'another branch was checked out meanwhile')
    await moveRef(world, spec, head, merged)
  } catch (error) {
    await bring(world, merged, head)
    throw error
  }
  return null
}

/** False: git refused, and changed nothing. */
async function bring(world: MergeWorld, from: string, to: string): Promise<boolean> {
  const { root, gitDir } = world.repository
  try {
    await world.git.run({ gitDir, workTree: root }, { verb: 'read-tree', options: ['-m', '-u'], revisions: [from, to] })
    return true
  } catch (error) {
    if (!(error instanceof SigmaError) || error.code !== 'git-failed') throw error
    if (existsSync(join(gitDir, 'index.lock'))) throw indexLocked(root, join(gitDir, 'index.lock'))
    return false
  }
}

const [patienceMs, pauseMs] = [5_000, 50]

/** A git of the person's may be at work, or one of a host that was killed. */
async function waitForIndex({ repository: { root, gitDir } }: MergeWorld): Promise<void> {
  const lock = join(gitDir, 'index.lock')
  for (let waited = 0; existsSync(lock); waited += pauseMs) {
    if (waited >= patienceMs) throw indexLocked(root, lock)
    await delay(pauseMs)
  }
}

/** A name that is new to git, at which something lies, or above which a file does. */
function isInTheWay(root: string, path: string, known: ReadonlySet<string>): boolean {
  const parts = path.split('/')
  return parts.some((_, at) => {
    const above = parts.slice(0, at + 1).join('/')
    const stat = known.has(above) ? undefined : lookAtLink(join(root, above))
    return stat !== undefined && (above === path || !stat.isDirectory())
  })
}

/** The files that git would not write as they are committed, by the attributes of the commit, or by those that no commit has. */
async function filteredAmong(
  { own, repository }: MergeWorld,
  commit: string,
  files: readonly string[],
): Promise<readonly string[]> {
  const named = await filtersOf(own, commit, await own.tree(commit), files)
  const elsewhere = textOf(join(repository.commonDir, 'info', 'attributes')) ?? ''
  return elsewhere.includes('filter') ? files : files.filter((file) => named.has(file))
}
