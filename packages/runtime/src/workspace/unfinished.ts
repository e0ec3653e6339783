/** Merges that do not come about by themselves: as far as they go, for a person to finish by hand. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SigmaGit, TreeChange } from '../git/sigma-git.ts'
import { type Merged, mergeHistories, type Named, treeOf } from './merging.ts'

/**
 * A commit that holds all of the branches, with the marks of conflicts, under the names of the branches, where they changed the same.
 * Its parents are the branches. A file that one side removed or renamed and the other changed has no marks.
 */
export async function unfinishedMerge(git: SigmaGit, branches: readonly Named[], message: string): Promise<string> {
  const [first, ...others] = branches
  if (first === undefined) throw new Error('There is nothing to merge.')
  let together = first
  for (const branch of others) {
    const merged = await mergeHistories(git, together, branch)
    const parties = [together, branch]
    const hashes = parties.map(({ commit }) => commit)
    const tree = merged.kind === 'clean' ? merged.tree : await withNames(git, merged, parties)
    const commit = await git.commitTree(tree, hashes, message)
    together = { name: `${together.name}+${branch.name}`, commit }
  }
  const parents = branches.map(({ commit }) => commit)
  return await git.commitTree(await treeOf(git, together.commit), parents, message)
}

/** A line that begins or ends a side of a conflict, with what the side is called. */
const sideMark = /^(?:<{7}|>{7}|\|{7}) .*$/gm

/** What both grew from, by the beginning of its hash. */
const ancestor = /^\|{7} [0-9a-f]{4,64}$/

/** The tree with the names of the parties for their hashes. */
async function withNames(
  git: SigmaGit,
  { tree, files }: Extract<Merged, { readonly kind: 'conflicted' }>,
  parties: readonly Named[],
): Promise<string> {
  const laid = await git.commitTree(tree, [], 'Laid')
  const entries = await git.tree(laid)
  const changes: TreeChange[] = []
  for (const path of files) {
    const entry = entries.get(path)
    if (entry === undefined || !isFile(entry.mode)) continue
    const text = (await textOf(git, entry.oid)).replace(sideMark, (line) =>
      parties.reduce(
        (known, { commit, name }) => known.replace(commit, name),
        line.replace(ancestor, '||||||| before'),
      ),
    )
    changes.push({ path, to: { mode: entry.mode, oid: await git.storeBlob(Buffer.from(text, 'latin1')) } })
  }
  return changes.length === 0 ? tree : await treeOf(git, await git.commit({ parent: laid, changes, message: 'Named' }))
}

const isFile = (mode: string): boolean => mode === '100644' || mode === '100755'

/** Byte for byte, whatever its encoding. */
async function textOf(git: SigmaGit, oid: string): Promise<string> {
  return (await git.blobs([oid])).get(oid)?.toString('latin1') ?? ''
}

/** Files of the folder in which marks are left that the merge laid there, and no branch holds. */
export async function filesWithMarks(git: SigmaGit, merge: string, folder: string): Promise<readonly string[]> {
  const parents = await Promise.all((await parentsOf(git, merge)).map((parent) => git.tree(parent)))
  const left: string[] = []
  for (const [path, { mode, oid }] of await git.tree(merge)) {
    const theirs = parents.flatMap((tree) => tree.get(path)?.oid ?? [])
    if (!isFile(mode) || theirs.includes(oid)) continue
    const own = new Set((await Promise.all(theirs.map((each) => textOf(git, each)))).flatMap(marksIn))
    const laid = marksIn(await textOf(git, oid)).filter((mark) => !own.has(mark))
    if (laid.length === 0) continue
    const file = join(folder, path)
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) continue
    const now = new Set(marksIn(readFileSync(file, 'latin1')))
    if (laid.some((mark) => now.has(mark))) left.push(path)
  }
  return left
}

const marksIn = (text: string): readonly string[] =>
  text.split(/\r?\n/).filter((line) => /^(?:(?:<{7}|>{7}|\|{7})(?: .*)?|={7})$/.test(line))

/** The commit with the parents of the merge that was finished by it. */
export async function asMerge(git: SigmaGit, finished: string, merge: string, message: string): Promise<string> {
  return await git.commitTree(await treeOf(git, finished), await parentsOf(git, merge), message)
}

async function parentsOf(git: SigmaGit, commit: string): Promise<readonly string[]> {
  const options = ['--no-walk', '--parents']
  const line = (await git.run({ verb: 'rev-list', options, revisions: [commit] })).text()
  return line.split(' ').slice(1)
}
