import type { Blobs, IntegrateSpec, Integration } from '@sigma/engine'
import type { SigmaGit } from '../git/sigma-git.ts'
import { type Carried, carryOver } from './carrying.ts'
import { type Merged, mergeHistories, type Named } from './merging.ts'
import { messageWith } from './message.ts'
import { unfinishedMerge } from './unfinished.ts'

const evidenceCharacters = 256 * 1024

/**
 * Merges commits one after another, without a working tree. A branch that adds nothing is passed over, and one that
 * only goes further is taken as it is; nobody's change is ever dropped to make a merge work. What conflicts is kept as far as it
 * goes, for a person to finish.
 */
export async function integrate(git: SigmaGit, blobs: Blobs, spec: IntegrateSpec): Promise<Integration> {
  const [first, ...others] = spec.branches
  if (first === undefined) throw new Error('There is nothing to integrate.')
  const message = messageWith(spec.message, spec.trailers)
  const together = await (spec.onto === undefined
    ? combine(git, first, others, message)
    : carryOver(git, first, spec.onto, spec))
  if (together.kind === 'conflicted') {
    const evidence = blobs.put(together.pieces.slice(0, evidenceCharacters))
    const { files } = together
    if (spec.onto !== undefined) return { kind: 'conflicted', files, evidence }
    const branches = await partiesIn(git, spec.branches, message)
    const commit = await unfinishedMerge(git, await withoutOlder(git, spec.branches), message)
    await git.keep(`refs/sigma/runs/${spec.run}/unfinished`, commit)
    return { kind: 'conflicted', files, evidence, branches, commit }
  }
  await git.keep(`refs/sigma/runs/${spec.run}/integrated`, together.commit)
  return { kind: 'integrated', commit: together.commit }
}

/** A commit that holds these merged in order, kept by nobody; null: they conflict, or grew from nothing in common. */
export async function mergedOf(git: SigmaGit, commits: readonly string[]): Promise<string | null> {
  const [first, ...others] = commits.map((commit) => ({ name: commit, commit }))
  if (first === undefined) return null
  for (const { commit } of [first, ...others]) await git.ensure(commit)
  for (const { commit } of others) if (!(await areRelated(git, first.commit, commit))) return null
  const together = await combine(git, first, others, messageWith('Tried together', {}))
  return together.kind === 'carried' ? together.commit : null
}

async function combine(git: SigmaGit, first: Named, others: readonly Named[], message: string): Promise<Carried> {
  for (const { commit } of [first, ...others]) await git.ensure(commit)
  let together = first
  for (const branch of others) {
    const merged = await merge(git, together, branch, message)
    if (merged.kind === 'conflicted') return merged
    together = { name: `${together.name}+${branch.name}`, commit: merged.commit }
  }
  return { kind: 'carried', commit: together.commit }
}

/** Names of the branches of which some two conflict; of all where no two do. */
async function partiesIn(git: SigmaGit, branches: readonly Named[], message: string): Promise<readonly string[]> {
  const parties = new Set<Named>()
  for (const [at, ours] of branches.entries()) {
    for (const theirs of branches.slice(at + 1)) {
      const merged = await merge(git, ours, theirs, message)
      if (merged.kind === 'conflicted') parties.add(ours).add(theirs)
    }
  }
  return branches.filter((branch) => parties.size === 0 || parties.has(branch)).map(({ name }) => name)
}

/** Without what is in one that stands before it: that adds nothing to the merge. */
async function withoutOlder(git: SigmaGit, branches: readonly Named[]): Promise<readonly Named[]> {
  const adding: Named[] = []
  for (const branch of branches) {
    const within = await Promise.all(adding.map(({ commit }) => isAncestor(git, branch.commit, commit)))
    if (!within.includes(true)) adding.push(branch)
  }
  return adding
}

type Merge = { readonly kind: 'merged'; readonly commit: string } | Extract<Merged, { readonly kind: 'conflicted' }>

async function merge(git: SigmaGit, ours: Named, theirs: Named, message: string): Promise<Merge> {
  if (await isAncestor(git, theirs.commit, ours.commit)) return { kind: 'merged', commit: ours.commit }
  if (await isAncestor(git, ours.commit, theirs.commit)) return { kind: 'merged', commit: theirs.commit }
  const merged = await mergeHistories(git, ours, theirs)
  if (merged.kind === 'conflicted') return merged
  return { kind: 'merged', commit: await git.commitTree(merged.tree, [ours.commit, theirs.commit], message) }
}

async function areRelated(git: SigmaGit, one: string, other: string): Promise<boolean> {
  const call = { verb: 'merge-base', options: [], revisions: [one, other], accept: [0, 1] } as const
  return (await git.run(call)).exit === 0
}

export async function isAncestor(git: SigmaGit, older: string, newer: string): Promise<boolean> {
  const call = { verb: 'merge-base', options: ['--is-ancestor'], revisions: [older, newer], accept: [0, 1] } as const
  return (await git.run(call)).exit === 0
}
