import type { Blobs, IntegrateSpec, Integration } from '@sigma/engine'
import type { SigmaGit } from '../git/sigma-git.ts'
import { messageWith } from './message.ts'

interface Branch {
  readonly name: string
  readonly commit: string
}

const evidenceCharacters = 256 * 1024

/**
 * Merges commits one after another, without a working tree. A branch that adds nothing is passed over, and one that
 * only goes further is taken as it is; nobody's change is ever dropped to make a merge work.
 */
export async function integrate(git: SigmaGit, blobs: Blobs, spec: IntegrateSpec): Promise<Integration> {
  const [first, ...others] = spec.branches
  if (first === undefined) throw new Error('There is nothing to integrate.')
  for (const { commit } of spec.branches) await git.ensure(commit)
  let together: Branch = first
  for (const branch of others) {
    const merged = await merge(git, together, branch, messageWith(spec.message, spec.trailers))
    if (merged.kind === 'conflicted') {
      const evidence = blobs.put(merged.pieces.slice(0, evidenceCharacters))
      return { kind: 'conflicted', files: merged.files, evidence }
    }
    together = { name: `${together.name}+${branch.name}`, commit: merged.commit }
  }
  await git.keep(`refs/sigma/runs/${spec.run}/integrated`, together.commit)
  return { kind: 'integrated', commit: together.commit }
}

type Merge =
  | { readonly kind: 'merged'; readonly commit: string }
  | { readonly kind: 'conflicted'; readonly files: readonly string[]; readonly pieces: string }

async function merge(git: SigmaGit, ours: Branch, theirs: Branch, message: string): Promise<Merge> {
  if (await isAncestor(git, theirs.commit, ours.commit)) return { kind: 'merged', commit: ours.commit }
  if (await isAncestor(git, ours.commit, theirs.commit)) return { kind: 'merged', commit: theirs.commit }
  const options = ['--write-tree', '-z', '--name-only', '--messages']
  const answer = await git.run({ verb: 'merge-tree', options, revisions: [ours.commit, theirs.commit], accept: [0, 1] })
  const [tree = '', ...rest] = answer.fields()
  if (answer.exit === 0) {
    return { kind: 'merged', commit: await git.commitTree(tree, [ours.commit, theirs.commit], message) }
  }
  // The names end where an empty field begins the messages.
  const files = [...new Set(rest.slice(0, rest.indexOf('')))].sort((a, b) => (a < b ? -1 : 1))
  return { kind: 'conflicted', files, pieces: await conflictPieces(git, tree, files, ours, theirs) }
}

async function isAncestor(git: SigmaGit, older: string, newer: string): Promise<boolean> {
  const call = { verb: 'merge-base', options: ['--is-ancestor'], revisions: [older, newer], accept: [0, 1] } as const
  return (await git.run(call)).exit === 0
}

/** The parts of the files that the two branches changed in different ways, with the branches' names for the hashes. */
async function conflictPieces(
  git: SigmaGit,
  tree: string,
  files: readonly string[],
  ours: Branch,
  theirs: Branch,
): Promise<string> {
  const list = await git.run({ verb: 'ls-tree', options: ['-r', '-z', '--full-tree'], revisions: [tree] })
  const oids = new Map(
    list
      .fields()
      .map((line) => [line.slice(line.indexOf('\t') + 1), line.slice(0, line.indexOf('\t')).split(' ')[2] ?? '']),
  )
  const wanted = files.flatMap((path) => oids.get(path) ?? [])
  const blobs = await git.blobs([...new Set(wanted)])
  const parts = files.map((path) => {
    const text = blobs.get(oids.get(path) ?? '')?.toString('utf8') ?? ''
    const pieces = text.match(/^<{7} [\s\S]*?^>{7} .*$/gm) ?? ['(one side removed or renamed it)']
    return `${path}\n${pieces.join('\n')}\n`
  })
  return parts.join('\n').replaceAll(ours.commit, ours.name).replaceAll(theirs.commit, theirs.name)
}
