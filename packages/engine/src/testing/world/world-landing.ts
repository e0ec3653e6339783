import { canonical } from '../../identity/canonical.ts'
import type { Blobs, IntegrateSpec, Integration } from '../../ports/ports.ts'
import { ancestors, type Commits, commitOf, mergeOf, recordCommit } from './world-commits.ts'

export interface LandingWorld {
  readonly commits: Commits
  /** Branches of the person's repository, those of Sigma's by `sigma/<name>`. */
  readonly branches: Map<string, string>
}

/** Makes one commit of what was integrated, and puts it where the spec says; nobody has anything checked out here. */
export function land(world: LandingWorld, blobs: Blobs, spec: IntegrateSpec, commit: string): Integration {
  const landed = spec.from === undefined ? commit : asOne(world.commits, spec, spec.from, commit)
  if (spec.branch === undefined || landed === spec.from) return { kind: 'integrated', commit: landed }
  if (!/^[\w-]+$/.test(spec.branch)) throw new Error(`${spec.branch} is no name of a branch.`)
  world.branches.set(`sigma/${spec.branch}`, landed)
  const conflicts = spec.merge === undefined ? null : mergeInto(world, spec, spec.merge, landed)
  if (conflicts === null) return { kind: 'integrated', commit: landed }
  return { kind: 'conflicted', files: conflicts, evidence: blobs.put(canonical({ landed, conflicts })) }
}

function asOne(commits: Commits, spec: IntegrateSpec, from: string, commit: string): string {
  const { branches, message, trailers } = spec
  const { files } = commitOf(commits, commit)
  const before = ancestors(commits, from)
  const others = branches.slice(1).map((branch) => branch.commit)
  const merged = [...new Set(others)].filter((other) => !before.includes(other))
  if (merged.length === 0 && canonical(files) === canonical(commitOf(commits, from).files)) return from
  return recordCommit(commits, { files, parents: [from, ...merged], message, trailers })
}

/** Null: it is there. Otherwise the files that stand against it. */
function mergeInto(world: LandingWorld, spec: IntegrateSpec, ref: string, landed: string): readonly string[] | null {
  const { commits, branches } = world
  if (!/^refs\/heads\/(?!sigma\/)/.test(ref)) throw new Error(`${ref} is no branch of the person's.`)
  const name = ref.replace('refs/heads/', '')
  const head = branches.get(name)
  if (head === undefined) return []
  if (ancestors(commits, head).includes(landed)) return null
  if (ancestors(commits, landed).includes(head)) {
    branches.set(name, landed)
    return null
  }
  const { files, conflicts } = mergeOf(commits, head, landed)
  if (conflicts.length > 0) return conflicts
  const { message, trailers } = spec
  branches.set(name, recordCommit(commits, { files, parents: [head, landed], message, trailers }))
  return null
}
