import type { Onto } from '@sigma/protocol'
import { canonical } from '../../identity/canonical.ts'
import type { Blobs, IntegrateSpec, Integration } from '../../ports/ports.ts'
import { ancestors, type Commits, commitOf, merge, mergeOf, recordCommit } from './world-commits.ts'
import { type LandingWorld, land } from './world-landing.ts'

/** Merges commits, and puts the result where the spec says. */
export function integrate(world: LandingWorld, blobs: Blobs, spec: IntegrateSpec): Integration {
  const together = combine(world.commits, blobs, spec)
  return together.kind === 'integrated' ? land(world, blobs, spec, together.commit) : together
}

/** Merges commits one after another, as git does, but by whole files: two changes of one file always conflict. */
function combine(commits: Commits, blobs: Blobs, spec: IntegrateSpec): Integration {
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
    const { files, conflicts } = mergeOf(commits, together, commit)
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
