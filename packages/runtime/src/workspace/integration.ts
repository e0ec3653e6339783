import type { Blobs, IntegrateSpec, Integration } from '@sigma/engine'
import type { SigmaGit } from '../git/sigma-git.ts'
import { type Carried, carryOver } from './carrying.ts'
import { type Merged, mergeHistories, type Named } from './merging.ts'
import { messageWith } from './message.ts'

const evidenceCharacters = 256 * 1024

/**
 * Merges commits one after another, without a working tree. A branch that adds nothing is passed over, and one that
 * only goes further is taken as it is; nobody's change is ever dropped to make a merge work.
 */
export async function integrate(git: SigmaGit, blobs: Blobs, spec: IntegrateSpec): Promise<Integration> {
  const [first, ...others] = spec.branches
  if (first === undefined) throw new Error('There is nothing to integrate.')
  const together = await (spec.onto === undefined
    ? combine(git, first, others, spec)
    : carryOver(git, first, spec.onto, spec))
  if (together.kind === 'conflicted') {
    const evidence = blobs.put(together.pieces.slice(0, evidenceCharacters))
    return { kind: 'conflicted', files: together.files, evidence }
  }
  await git.keep(`refs/sigma/runs/${spec.run}/integrated`, together.commit)
  return { kind: 'integrated', commit: together.commit }
}

async function combine(git: SigmaGit, first: Named, others: readonly Named[], spec: IntegrateSpec): Promise<Carried> {
  for (const { commit } of spec.branches) await git.ensure(commit)
  let together = first
  for (const branch of others) {
    const merged = await merge(git, together, branch, messageWith(spec.message, spec.trailers))
    if (merged.kind === 'conflicted') return merged
    together = { name: `${together.name}+${branch.name}`, commit: merged.commit }
  }
  return { kind: 'carried', commit: together.commit }
}

type Merge = { readonly kind: 'merged'; readonly commit: string } | Extract<Merged, { readonly kind: 'conflicted' }>

async function merge(git: SigmaGit, ours: Named, theirs: Named, message: string): Promise<Merge> {
  if (await isAncestor(git, theirs.commit, ours.commit)) return { kind: 'merged', commit: ours.commit }
  if (await isAncestor(git, ours.commit, theirs.commit)) return { kind: 'merged', commit: theirs.commit }
  const merged = await mergeHistories(git, ours, theirs)
  if (merged.kind === 'conflicted') return merged
  return { kind: 'merged', commit: await git.commitTree(merged.tree, [ours.commit, theirs.commit], message) }
}

async function isAncestor(git: SigmaGit, older: string, newer: string): Promise<boolean> {
  const call = { verb: 'merge-base', options: ['--is-ancestor'], revisions: [older, newer], accept: [0, 1] } as const
  return (await git.run(call)).exit === 0
}
