/** Three-way merges without a working tree. */
import type { SigmaGit } from '../git/sigma-git.ts'
import { readEntry } from '../git/tree.ts'

/** A commit, and what people call it. */
export interface Named {
  readonly name: string
  readonly commit: string
}

export type Merged =
  | { readonly kind: 'clean'; readonly tree: string }
  | {
      readonly kind: 'conflicted'
      /** The merge as far as it goes, with the hashes of the two in the marks of its conflicts. */
      readonly tree: string
      readonly files: readonly string[]
      /** The parts of the files that the two changed in different ways, with their names for the hashes. */
      readonly pieces: string
    }

/** Merges two commits from where their histories part. */
export async function mergeHistories(git: SigmaGit, ours: Named, theirs: Named): Promise<Merged> {
  const options = ['--write-tree', '-z', '--name-only', '--messages']
  const answer = await git.run({ verb: 'merge-tree', options, revisions: [ours.commit, theirs.commit], accept: [0, 1] })
  const [tree = '', ...rest] = answer.fields()
  if (answer.exit === 0) return { kind: 'clean', tree }
  // The names end where an empty field begins the messages.
  const files = [...new Set(rest.slice(0, rest.indexOf('')))].sort((a, b) => (a < b ? -1 : 1))
  return { kind: 'conflicted', tree, files, pieces: await conflictPieces(git, tree, files, [ours, theirs]) }
}

/**
 * Merges the files of two commits as if both had grown from a third one. Histories in Sigma's git folder end where a run
 * began, and git 2.38 cannot be told a merge base, so it is given commits that have this one.
 */
export async function mergeFrom(git: SigmaGit, base: string, ours: Named, theirs: Named): Promise<Merged> {
  const root = await stand(git, base, null)
  const [left, right] = [await stand(git, ours.commit, root), await stand(git, theirs.commit, root)]
  return await mergeHistories(git, { ...ours, commit: left }, { ...theirs, commit: right })
}

/** A commit with the files of another one and this parent: always the same one, so that nothing piles up. */
async function stand(git: SigmaGit, commit: string, parent: string | null): Promise<string> {
  const nobody = 'Sigma <sigma@localhost> 0 +0000'
  const lines = [
    `tree ${await treeOf(git, commit)}`,
    ...(parent === null ? [] : [`parent ${parent}`]),
    `author ${nobody}`,
    `committer ${nobody}`,
    '',
    `Stands for ${commit}`,
  ]
  return await storeCommit(git, `${lines.join('\n')}\n`)
}

export async function treeOf(git: SigmaGit, commit: string): Promise<string> {
  return (await git.run({ verb: 'rev-parse', options: ['--verify'], revisions: [`${commit}^{tree}`] })).text()
}

/** Stores a commit as it is written here, byte for byte. */
export async function storeCommit(git: SigmaGit, text: string | Uint8Array): Promise<string> {
  const options = ['-t', 'commit', '-w', '--stdin']
  return (await git.run({ verb: 'hash-object', options, stdin: text })).text()
}

async function conflictPieces(
  git: SigmaGit,
  tree: string,
  files: readonly string[],
  parties: readonly Named[],
): Promise<string> {
  const list = await git.run({ verb: 'ls-tree', options: ['-r', '-z', '--full-tree'], revisions: [tree] })
  const entries = new Map(list.fields().map(readEntry))
  const wanted = files.flatMap((path) => entries.get(path)?.oid ?? [])
  const blobs = await git.blobs([...new Set(wanted)])
  const parts = files.map((path) => {
    const text = blobs.get(entries.get(path)?.oid ?? '')?.toString('utf8') ?? ''
    const pieces = text.match(/^<{7} [\s\S]*?^>{7} .*$/gm) ?? ['(one side removed or renamed it)']
    return `${path}\n${pieces.join('\n')}\n`
  })
  return parties.reduce((text, { commit, name }) => text.replaceAll(commit, name), parts.join('\n'))
}
