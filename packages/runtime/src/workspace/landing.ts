/** Where the result of a piece of work is put in the person's repository, as one commit. */
import type { Blobs, IntegrateSpec, Integration } from '@sigma/engine'
import type { SigmaGit } from '../git/sigma-git.ts'
import { deliver, deliveredAs, recordOf } from './delivery.ts'
import { isAncestor } from './integration.ts'
import { type MergeWorld, mergeInto } from './merge-into.ts'
import { treeOf } from './merging.ts'
import { messageWith } from './message.ts'

export interface LandingWorld extends MergeWorld {
  readonly blobs: Blobs
}

/**
 * Makes one commit of what was integrated, where `from` asks for it, writes the branch, and merges it where that is asked for. Each
 * step that was done before is found done, so that a host that was killed in between goes on where it was.
 */
export async function land(world: LandingWorld, spec: IntegrateSpec, commit: string): Promise<Integration> {
  const { git, own, repository, blobs } = world
  const landed = spec.from === undefined ? commit : await asOne(own, spec, spec.from, commit)
  if (spec.branch === undefined || landed === spec.from) return { kind: 'integrated', commit: landed }
  const { branch } = await deliver(git, own, repository, { run: spec.run, name: spec.branch, commit: landed })
  if (spec.merge === undefined) return { kind: 'integrated', commit: landed }
  const message = messageWith(`Merge ${branch} into ${spec.merge.replace('refs/heads/', '')}`, spec.trailers)
  const hindrance = await mergeInto(world, { into: spec.merge, landed, branch, message })
  if (hindrance === null) return { kind: 'integrated', commit: landed }
  return { kind: 'conflicted', files: hindrance.files, evidence: blobs.put(hindrance.why) }
}

/** One commit of the files of another, that grew from `from` and from what was merged; `from` itself where it would add nothing. */
async function asOne(own: SigmaGit, spec: IntegrateSpec, from: string, commit: string): Promise<string> {
  await own.ensure(from)
  const merged = await newcomers(
    own,
    from,
    spec.branches.slice(1).map((branch) => branch.commit),
  )
  const tree = await treeOf(own, commit)
  if (merged.length === 0 && tree === (await treeOf(own, from))) return from
  const made = await own.commitTree(tree, [from, ...merged], messageWith(spec.message, spec.trailers))
  if (spec.branch === undefined) return made
  const text = await undatedText(own, made)
  for (const earlier of await deliveredAs(own, recordOf({ run: spec.run, name: spec.branch })))
    if ((await undatedText(own, earlier)) === text) return earlier
  return made
}

/** In order, without those that others of them hold. */
async function newcomers(own: SigmaGit, from: string, others: readonly string[]): Promise<readonly string[]> {
  const fresh: string[] = []
  for (const other of new Set(others)) if (!(await isAncestor(own, other, from))) fresh.push(other)
  if (fresh.length < 2) return fresh
  const call = { verb: 'merge-base', options: ['--independent'], revisions: fresh } as const
  const independent = new Set((await own.run(call)).lines())
  return fresh.filter((other) => independent.has(other))
}

/** A commit without who made it when. */
async function undatedText(own: SigmaGit, commit: string): Promise<string> {
  const text = (await own.run({ verb: 'cat-file', options: ['-p'], revisions: [commit] })).stdout.toString('utf8')
  const end = text.indexOf('\n\n')
  const head = text.slice(0, end).split('\n')
  return [...head.filter((line) => !/^(?:author|committer) /.test(line)), text.slice(end)].join('\n')
}
