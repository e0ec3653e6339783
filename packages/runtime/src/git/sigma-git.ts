/**
 * Sigma's own git folder: bare, with a configuration of its own, written by nobody else. Every commit that a run
 * makes lives here under `refs/sigma/`; of the user's history only the commits that runs start from are taken in,
 * without their parents, so a long history costs nothing.
 */
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SigmaError } from '@sigma/engine'
import { gitFailed, incompleteCommit, lostCommit, unreadableNames, unsafeRevision } from '../errors.ts'
import { isBare } from './bare.ts'
import { readBatch } from './batch.ts'
import { type Git, type GitCall, type GitOutput, type GitPlace, isRefName } from './git.ts'
import { createKeptBlobs, mostKept } from './kept-blobs.ts'
import { removeLeftovers } from './leftovers.ts'
import { oneByOne } from './one-by-one.ts'
import type { UsableRepository } from './repository.ts'
import { type Entry, type Mode, readEntry, type Tree } from './tree.ts'
import { treeBy } from './tree-diff.ts'

export type { Entry, Mode, Tree }

export interface TreeChange {
  readonly path: string
  /** Null when the file is gone. */
  readonly to: { readonly mode: Mode; readonly oid: string } | null
}

export interface SigmaGit {
  readonly place: GitPlace
  run(call: GitCall, place?: Partial<GitPlace>): Promise<GitOutput>
  /** Makes sure that a commit is here, taking it from the user's repository if need be; fails with `lost-commit`. */
  ensure(commit: string): Promise<void>
  /** The same for a commit of another repository, whose objects lie in that folder; false: it is not complete there. */
  borrow(commit: string, objects: string | null): Promise<boolean>
  /** Fails with `unreadable-names`. */
  tree(commit: string): Promise<Tree>
  /** Lends an index that holds the files of a commit. */
  withIndexOf<Result>(commit: string, use: (index: string) => Promise<Result>): Promise<Result>
  blobs(oids: readonly string[]): Promise<ReadonlyMap<string, Buffer>>
  /** The name that git gives to a file of this content. */
  oidOf(content: Uint8Array): string
  /** Stores files as they lie in a folder, byte for byte; returns their names in order. */
  storeFiles(folder: string, paths: readonly string[]): Promise<readonly string[]>
  storeBlob(content: string | Uint8Array): Promise<string>
  /** Makes a commit whose files are those of its first parent with the changes applied. */
  commit(spec: {
    readonly parent: string
    readonly changes: readonly TreeChange[]
    readonly message: string
  }): Promise<string>
  commitTree(tree: string, parents: readonly string[], message: string): Promise<string>
  /** Keeps a commit for ever as the next number under a name, e.g. `refs/sigma/runs/r1/C1/3`. */
  keep(name: string, commit: string): Promise<string>
}

const keptTrees = 16

/** Of the files that are stored at once: what they hold is read by the next check. */
const mostReadAgain = 200

/** Objects are copied as they come: to find deltas between them would take longer than it saves. */
export const packing: readonly string[] = ['-q', '--window=0', '--threads=1']

/** `lent`: folders of objects that are used where they are, and that grow with what is taken in; null: objects are copied. */
export function createSigmaGit(
  git: Git,
  folder: string,
  repository: Pick<UsableRepository, 'commonDir' | 'objectFormat'>,
  lent: string[] | null = null,
): SigmaGit {
  const gitDir = join(folder, 'git')
  const place: GitPlace = { gitDir }
  const trees = new Map<string, Tree>()
  const known = new Set<string>()
  const blobs = createKeptBlobs()
  let opened: Promise<void> | null = null
  // The list of commits without parents is one file.
  const takingIn = oneByOne()
  // Of two that keep under one name, the later must see the number of the earlier.
  const keeping = oneByOne()
  /** Refs by name under which something was kept here: nobody else makes any. */
  const kept = new Map<string, Map<string, string>>()

  const open = async (): Promise<void> => {
    if (existsSync(gitDir)) removeLeftovers(gitDir)
    if (isBare(gitDir)) return
    // `git init` also completes a folder that was cut off: git makes the objects' folder last.
    mkdirSync(folder, { recursive: true })
    const options = ['--quiet', '--bare', '--template=', `--object-format=${repository.objectFormat}`, gitDir]
    await git.run({ gitDir: folder }, { verb: 'init', options })
  }
  const run = async (call: GitCall, more: Partial<GitPlace> = {}): Promise<GitOutput> => {
    opened ??= open()
    await opened
    return git.run({ ...place, ...(lent !== null && { alternates: [...lent] }), ...more }, call)
  }
  const takeIn = async (commit: string, from: readonly string[]): Promise<void> => {
    // A commit of Sigma's own has its history here; one of the user's ends where the run began.
    if ((await isComplete(commit)) && !endsHistory(gitDir, commit)) return
    const alternates = [...(lent ?? []), ...from]
    const options = ['--objects', '--no-object-names', '--no-walk']
    const names = await run({ verb: 'rev-list', options, revisions: [commit] }, { alternates })
    if (lent !== null) {
      lent.push(...from.filter((folder) => !lent.includes(folder)))
      return
    }
    // First the end of the history, then the objects, then the ref: whatever is cut off is done again.
    endHistoryAt(gitDir, commit)
    if (!(await isComplete(commit))) {
      const pack = join(gitDir, 'objects', 'pack', 'pack')
      await run({ verb: 'pack-objects', options: [...packing, pack], stdin: names.stdout }, { alternates })
    }
    await run({ verb: 'update-ref', options: ['--stdin'], stdin: `update refs/sigma/base/${commit} ${commit}\n` })
  }
  const isComplete = async (commit: string): Promise<boolean> => {
    const options = ['--objects', '--no-object-names', '--no-walk', '--quiet']
    return (await run({ verb: 'rev-list', options, revisions: [commit], accept: [0, 128] })).exit === 0
  }

  const refsOf = async (name: string): Promise<Map<string, string>> => {
    const options = ['--format=%(refname) %(objectname)', `${name}/`]
    const lines = (await run({ verb: 'for-each-ref', options })).lines()
    return new Map(lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]))
  }
  const keep = async (name: string, commit: string): Promise<string> => {
    const refs = kept.get(name) ?? (await refsOf(name))
    kept.set(name, refs)
    for (const [ref, oid] of refs) if (oid === commit) return ref
    const next = Math.max(0, ...[...refs.keys()].map((ref) => Number(ref.slice(name.length + 1)) || 0)) + 1
    const ref = `${name}/${next}`
    await run({ verb: 'update-ref', options: ['--stdin'], stdin: `create ${ref} ${commit}\n` })
    refs.set(ref, commit)
    return ref
  }

  const listed = async (commit: string): Promise<Tree> => {
    const list = await run({ verb: 'ls-tree', options: ['-r', '-l', '-z', '--full-tree'], revisions: [commit] })
    if (!isUtf8(list.stdout))
      throw unreadableNames(
        commit,
        list.fields().filter((line) => line.includes('\ufffd')),
      )
    return new Map(list.fields().map(readEntry))
  }
  /** Null: none is known that it is like. */
  const treeByAnother = async (commit: string): Promise<Tree | null> => {
    const last = [...trees].at(-1)
    const sizeOf = (oid: string): number | undefined => blobs.get(oid)?.length
    return last === undefined ? null : await treeBy({ run, sizeOf }, { commit: last[0], tree: last[1] }, commit)
  }

  const takeInOnce = async (commit: string, from: readonly string[]): Promise<void> => {
    if (!/^[0-9a-f]{40,64}$/.test(commit)) throw unsafeRevision(commit)
    if (known.has(commit)) return
    await takingIn(() => takeIn(commit, from))
    known.add(commit)
  }

  const self: SigmaGit = {
    place,
    run,
    async ensure(commit) {
      await takeInOnce(commit, [join(repository.commonDir, 'objects')]).catch((error: unknown) => {
        throw isGitFailure(error) ? missing(commit, repository.commonDir) : error
      })
    },
    async borrow(commit, objects) {
      try {
        await takeInOnce(commit, objects === null ? [] : [objects])
        return true
      } catch (error) {
        if (isGitFailure(error)) return false
        throw error
      }
    },
    async withIndexOf(commit, use) {
      const index = join(gitDir, `sigma-index-${crypto.randomUUID()}`)
      try {
        await run({ verb: 'read-tree', revisions: [commit] }, { index })
        return await use(index)
      } finally {
        rmSync(index, { force: true })
      }
    },
    async tree(commit) {
      const cached = trees.get(commit)
      if (cached !== undefined) return cached
      await self.ensure(commit)
      const tree = (await treeByAnother(commit)) ?? (await listed(commit))
      trees.set(commit, tree)
      const oldest = trees.keys().next().value
      if (trees.size > keptTrees && oldest !== undefined) trees.delete(oldest)
      return tree
    },
    async blobs(oids) {
      const found = new Map<string, Buffer>()
      for (const oid of oids) {
        const content = blobs.get(oid)
        if (content !== undefined) found.set(oid, content)
      }
      const asked = oids.filter((oid) => !found.has(oid))
      if (asked.length === 0) return found
      const answer = await run({ verb: 'cat-file', options: ['--batch'], stdin: `${asked.join('\n')}\n` })
      for (const { name, content } of readBatch(answer.stdout)) {
        if (content === null) throw gitFailed('cat-file', `the object ${name} is missing`)
        blobs.put(name, content)
        found.set(name, content)
      }
      return found
    },
    oidOf(content) {
      return createHash(repository.objectFormat).update(`blob ${content.length}\0`).update(content).digest('hex')
    },
    async storeFiles(workTree, paths) {
      if (paths.length === 0) return []
      const options = ['-w', '--no-filters', '--stdin-paths']
      // A name that began with a quote would be read as a quoted one.
      const stdin = paths.map((path) => `./${path}\n`).join('')
      const answer = await run({ verb: 'hash-object', options, stdin }, { workTree })
      const oids = answer.text().split('\n')
      for (const [at, path] of paths.slice(0, mostReadAgain).entries()) {
        const content = contentOf(join(workTree, path))
        if (content !== null && self.oidOf(content) === oids[at]) blobs.put(oids[at], content)
      }
      return oids
    },
    async storeBlob(content) {
      return (await run({ verb: 'hash-object', options: ['-w', '--stdin'], stdin: content })).text()
    },
    async commit({ parent, changes, message }) {
      return await self.withIndexOf(parent, async (index) => {
        // Removals come first, so that a folder can become a file and the other way round.
        const ordered = [...changes].sort((a, b) => Number(a.to !== null) - Number(b.to !== null))
        const none = '0'.repeat(parent.length)
        const lines = ordered.map(({ path, to }) => `${to?.mode ?? '0'} ${to?.oid ?? none}\t${path}\0`)
        await run({ verb: 'update-index', options: ['-z', '--index-info'], stdin: lines.join('') }, { index })
        const tree = (await run({ verb: 'write-tree' }, { index })).text()
        return await self.commitTree(tree, [parent], message)
      })
    },
    async commitTree(tree, parents, message) {
      const options = [...parents.flatMap((parent) => ['-p', parent]), '-F', '-']
      const commit = (await run({ verb: 'commit-tree', options, revisions: [tree], stdin: message })).text()
      // Made of what lies here: nothing of it can be missing.
      known.add(commit)
      return commit
    },
    async keep(name, commit) {
      if (!isRefName(`${name}/1`)) throw unsafeRevision(name)
      return await keeping(() => keep(name, commit))
    },
  }
  return self
}

/** A partial clone leaves objects where it was cloned from; Sigma fetches nothing. */
function missing(commit: string, commonDir: string): SigmaError {
  const packs = join(commonDir, 'objects', 'pack')
  const isPartial = existsSync(packs) && readdirSync(packs).some((name) => name.endsWith('.promisor'))
  return isPartial ? incompleteCommit(commit) : lostCommit(commit)
}

function endsHistory(gitDir: string, commit: string): boolean {
  return shortened(gitDir).includes(commit)
}

/** Commits whose parents are left where they are. */
function shortened(gitDir: string): readonly string[] {
  const file = join(gitDir, 'shallow')
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
}

function endHistoryAt(gitDir: string, commit: string): void {
  const file = join(gitDir, 'shallow')
  const before = shortened(gitDir)
  if (before.includes(commit)) return
  writeFileSync(`${file}.new`, `${[...before, commit].join('\n')}\n`)
  renameSync(`${file}.new`, file)
}

/** Null: it is large, or no file any more. */
function contentOf(file: string): Buffer | null {
  const stat = lstatSync(file, { throwIfNoEntry: false })
  return stat?.isFile() === true && stat.size <= mostKept ? readFileSync(file) : null
}

function isGitFailure(error: unknown): error is SigmaError {
  return error instanceof Error && 'code' in error && error.code === 'git-failed'
}
