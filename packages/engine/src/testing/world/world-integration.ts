import type { Onto } from '@sigma/protocol'
import { canonical } from '../../identity/canonical.ts'
import type { Blobs, IntegrateSpec, Integration } from '../../ports/ports.ts'
import { type Commits, commitOf, type Files, recordCommit } from './world-commits.ts'

/** Merges commits one after another, as git does, but by whole files: two changes of one file always conflict. */
export function integrate(commits: Commits, blobs: Blobs, spec: IntegrateSpec): Integration {
  const { branches, message, trailers, onto } = spec
  if (onto !== undefined) return carryOver(commits, blobs, spec, onto)
  const [first, ...others] = branches.map(({ commit }) => commit)
  if (first === undefined) throw new Error('There is nothing to integrate.')
  let together = first
  for (const commit of others) {
    const [ours, theirs] = [ancestors(commits, together), ancestors(commits, commit)]
    if (ours.includes(commit)) continue
    if (theirs.includes(together)) {
      together = commit
      continue
    }
    const fork = ours.find((name) => theirs.includes(name))
    const before = fork === undefined ? {} : commitOf(commits, fork).files
    const { files, conflicts } = merge(before, commitOf(commits, together).files, commitOf(commits, commit).files)
    if (conflicts.length > 0) {
      const evidence = blobs.put(canonical({ together, commit, conflicts }))
      const marked = Object.fromEntries(conflicts.map((path) => [path, '<<<<<<<']))
      const parents = branches.map((branch) => branch.commit)
      const unfinished = recordCommit(commits, { files: { ...files, ...marked }, parents, message, trailers })
      return { kind: 'conflicted', files: conflicts, evidence, commit: unfinished }
    }
    together = recordCommit(commits, { files, parents: [together, commit], message, trailers })
  }
  return { kind: 'integrated', commit: together }
}

/** Carries work over as one commit: the world has no use for the steps. */
function carryOver(
  commits: Commits,
  blobs: Blobs,
  { branches, message, trailers }: IntegrateSpec,
  { from, commit: head }: Onto,
): Integration {
  const work = branches[0]?.commit ?? head
  const [before, ours, theirs] = [from, head, work].map((commit) => commitOf(commits, commit).files)
  const { files, conflicts } = merge(before ?? {}, ours ?? {}, theirs ?? {})
  if (conflicts.length > 0)
    return { kind: 'conflicted', files: conflicts, evidence: blobs.put(canonical({ head, work, conflicts })) }
  return { kind: 'integrated', commit: recordCommit(commits, { files, parents: [head], message, trailers }) }
}

function merge(
  before: Files,
  ours: Files,
  theirs: Files,
): { readonly files: Files; readonly conflicts: readonly string[] } {
  const files: Record<string, string> = {}
  const conflicts: string[] = []
  for (const path of [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].sort((a, b) => (a < b ? -1 : 1))) {
    const [was, our, their] = [before[path], ours[path], theirs[path]]
    const content = our === was ? their : our
    if (our !== was && their !== was && our !== their) conflicts.push(path)
    else if (content !== undefined) files[path] = content
  }
  return { files, conflicts }
}

/** Nearest first, itself included. */
function ancestors(commits: Commits, name: string): readonly string[] {
  const found = [name]
  for (const each of found) {
    for (const parent of commitOf(commits, each).parents) if (!found.includes(parent)) found.push(parent)
  }
  return found
}
