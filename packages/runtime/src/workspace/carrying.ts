/**
 * Work carried over from the commit it began with to where its branch stands now, in Sigma's own git folder: commit by
 * commit, so that each phase stays a commit with its trailers, else as one merge of the two.
 */
import type { IntegrateSpec } from '@sigma/engine'
import type { Onto } from '@sigma/protocol'
import type { SigmaGit } from '../git/sigma-git.ts'
import { type Merged, mergeFrom, type Named, storeCommit } from './merging.ts'
import { messageWith } from './message.ts'

export type Carried =
  | { readonly kind: 'carried'; readonly commit: string }
  | Extract<Merged, { readonly kind: 'conflicted' }>

export async function carryOver(git: SigmaGit, work: Named, onto: Onto, spec: IntegrateSpec): Promise<Carried> {
  for (const commit of [onto.from, onto.commit, work.commit]) await git.ensure(commit)
  const replayed = await replay(git, work, onto)
  if (replayed !== null) return { kind: 'carried', commit: replayed }
  const merged = await mergeFrom(git, onto.from, onto, work)
  if (merged.kind === 'conflicted') return merged
  const message = messageWith(spec.message, spec.trailers)
  return { kind: 'carried', commit: await git.commitTree(merged.tree, [onto.commit, work.commit], message) }
}

/** Null: one of the commits does not fit there. The same work gives the same commits, however often it is done. */
async function replay(git: SigmaGit, work: Named, onto: Onto): Promise<string | null> {
  const options = ['--topo-order', '--reverse', '--parents']
  const list = await git.run({ verb: 'rev-list', options, revisions: [work.commit, `^${onto.from}`] })
  const moved = new Map([[onto.from, onto.commit]])
  for (const line of list.lines()) {
    const [commit = '', ...parents] = line.split(' ')
    const [before] = parents
    // What did not grow from there has no place to be carried to.
    if (before === undefined) return null
    const ours = { name: onto.name, commit: moved.get(before) ?? before }
    const merged = await mergeFrom(git, before, ours, { name: work.name, commit })
    if (merged.kind === 'conflicted') return null
    moved.set(
      commit,
      await rewritten(git, commit, merged.tree, [...new Set(parents.map((each) => moved.get(each) ?? each))]),
    )
  }
  return moved.get(work.commit) ?? null
}

/** The commit with other files and parents: author, dates, message and trailers stay to the byte. */
async function rewritten(git: SigmaGit, commit: string, tree: string, parents: readonly string[]): Promise<string> {
  const text = (await git.run({ verb: 'cat-file', options: ['commit'], revisions: [commit] })).stdout
  const body = text.indexOf('\n\n')
  const headers = text.toString('latin1', 0, body).split('\n')
  const kept = headers.filter((line) => !/^(tree|parent) /.test(line))
  const head = [`tree ${tree}`, ...parents.map((parent) => `parent ${parent}`), ...kept].join('\n')
  return await storeCommit(git, Buffer.concat([Buffer.from(head, 'latin1'), text.subarray(body)]))
}
