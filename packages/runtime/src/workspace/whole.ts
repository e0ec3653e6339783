/**
 * The files of a commit as a user has them before them: with those of its submodules at the commits that it names, and
 * with the contents that Git LFS keeps, as far as both are on this machine. Nothing is fetched and no filter is run.
 */
import { existsSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { SigmaError } from '@sigma/engine'
import { hugeFile } from '../errors.ts'
import { filtersOf } from '../git/attributes.ts'
import { borrow } from '../git/borrowed.ts'
import { findRepository, type UsableRepository } from '../git/repository.ts'
import type { Entry, SigmaGit, Tree } from '../git/sigma-git.ts'
import { findLargeFile, type LargeFile, readPointer } from './large-files.ts'
import { type Content, type Materials, submodulesOf } from './materialize.ts'

export interface Whole extends Materials {
  /** What is not here, by path. */
  readonly lacks: Lacks
  /** It is a commit of nothing but files, all of which are as they were committed. */
  readonly isPlain: boolean
}

export interface Lacks {
  /** Submodules that are not checked out: their folders are empty. */
  readonly submodules: readonly string[]
  /** Files that Git LFS keeps elsewhere: their pointers lie there instead. */
  readonly largeFiles: readonly string[]
  /** Files that another filter would change: they lie there as they are committed. */
  readonly filtered: readonly string[]
}

/** A repository in whose working tree files may be looked for. */
type At = Pick<UsableRepository, 'root' | 'commonDir' | 'objectFormat'>

/** The repository itself, or a submodule: where its files are looked for, and what stands before their paths. */
interface Spot {
  readonly at: At
  readonly prefix: string
  readonly depth: number
}

/** Of one file that git keeps: its output is held in memory. */
const mostBytes = 256 * 1024 * 1024
const deepest = 8
const keptWholes = 16

export function createWholes(git: SigmaGit, repository: At): (commit: string) => Promise<Whole> {
  const wholes = new Map<string, Promise<Whole>>()
  const found = new Map<string, LargeFile>()

  /** What is found once stays so while Sigma runs: what was handed out and what is taken in are compared with the same. */
  const largeFile = async (entry: Entry, text: string, at: At, path: string): Promise<LargeFile | null> => {
    const known = found.get(entry.oid)
    if (known !== undefined) return known
    const pointer = readPointer(text)
    if (pointer === null) return null
    const place = { commonDir: at.commonDir, workTreeFile: join(at.root, path), format: at.objectFormat }
    const file = await findLargeFile(pointer, place)
    if (file !== null) found.set(entry.oid, file)
    return file
  }

  const gather = async (commit: string, { at, prefix, depth }: Spot, into: Gathered): Promise<void> => {
    const tree = await git.tree(commit)
    const filters = await filtersOf(git, commit, tree, filesOf(tree))
    if (prefix === '' && filters.size === 0 && submodulesOf(tree).length === 0) {
      into.plain = tree
      return
    }
    const kept = [...filters].filter(([, filter]) => filter === 'lfs').map(([path]) => path)
    for (const [path, filter] of filters) if (filter !== 'lfs') into.filtered.push(prefix + path)
    for (const [path, entry] of tree) into.entries.set(prefix + path, entry)
    const small = kept.flatMap((path) => [tree.get(path)].filter(isSmall))
    const texts = await git.blobs([...new Set(small.map(({ oid }) => oid))])
    for (const path of kept) {
      const entry = tree.get(path)
      const text = texts.get(entry?.oid ?? '')?.toString('utf8')
      if (entry === undefined || text === undefined || readPointer(text) === null) continue
      const file = await largeFile(entry, text, at, path)
      if (file === null) into.largeFiles.push(prefix + path)
      into.entries.set(prefix + path, { ...entry, ...(file && { oid: file.oid, size: file.size }), pointer: entry.oid })
      if (file !== null) into.contents.set(file.oid, { file: file.file })
    }
    for (const [path, { mode, oid }] of tree) {
      if (mode !== '160000') continue
      const inner = submoduleAt(join(at.root, path))
      const isHere = depth < deepest && (await git.borrow(oid, inner && join(inner.commonDir, 'objects')))
      if (isHere) await gather(oid, { at: inner ?? at, prefix: `${prefix}${path}/`, depth: depth + 1 }, into)
      else into.submodules.push(prefix + path)
    }
  }

  return (commit) => {
    const known = wholes.get(commit)
    if (known !== undefined) return known
    const into: Gathered = {
      plain: null,
      entries: new Map(),
      contents: new Map(),
      submodules: [],
      largeFiles: [],
      filtered: [],
    }
    const made = gather(commit, { at: repository, prefix: '', depth: 0 }, into).then(() => {
      const { contents, submodules, largeFiles, filtered } = into
      const entries = into.plain ?? into.entries
      for (const [path, { oid, size }] of entries)
        if (size > mostBytes && !contents.has(oid)) throw hugeFile(path, size)
      return { entries, contents, lacks: { submodules, largeFiles, filtered }, isPlain: into.plain !== null }
    })
    wholes.set(commit, made)
    made.catch(() => wholes.delete(commit))
    const oldest = wholes.keys().next().value
    if (wholes.size > keptWholes && oldest !== undefined) wholes.delete(oldest)
    return made
  }
}

/**
 * Looks at a commit without writing anything that stays. Fails with `lost-commit`, `incomplete-commit`,
 * `unreadable-names` and `huge-file` where its files cannot be handed out at all.
 */
export async function lacksOf(repository: At, commit: string, path: string): Promise<Lacks> {
  const name = `${repository.commonDir} ${commit}`
  if (plainCommits.has(name)) return nothing
  using borrowed = borrow({ path, repository, sources: [join(repository.commonDir, 'objects')], from: [commit] })
  await borrowed.opened
  const { lacks, isPlain } = await createWholes(borrowed.git, repository)(commit)
  if (isPlain) plainCommits.add(name)
  return lacks
}

/** Commits of nothing but files, by the folder of their repository: nothing outside of them says what they lack. */
const plainCommits = new Set<string>()
const nothing: Lacks = { submodules: [], largeFiles: [], filtered: [] }

interface Gathered {
  /** A commit of nothing but files is handed out as it is. */
  plain: Tree | null
  readonly entries: Map<string, Entry>
  readonly contents: Map<string, Content>
  readonly submodules: string[]
  readonly largeFiles: string[]
  readonly filtered: string[]
}

function* filesOf(tree: Tree): Generator<string> {
  for (const [path, { mode }] of tree) if (mode.startsWith('100')) yield path
}

function isSmall(entry: Entry | undefined): entry is Entry {
  return entry !== undefined && entry.size < 1024
}

/** Null: nothing is checked out there. A link in its place is not followed. */
export function submoduleAt(folder: string): ReturnType<typeof findRepository> | null {
  const isThere =
    lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true && existsSync(join(folder, '.git'))
  if (!isThere) return null
  try {
    return findRepository(folder)
  } catch (error) {
    // It is lacking, like one that was never checked out.
    if (error instanceof SigmaError) return null
    throw error
  }
}
