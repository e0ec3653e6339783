import { type Git, isRefName } from './git.ts'
import { headOfRepository } from './repository.ts'
import { withGit } from './with-git.ts'

/**
 * Paths that differ between a commit and where its work lies now: HEAD, where that holds the commit, or else the tip of the
 * branch. Null: it lies in neither. Reads only.
 */
export async function changedSince(
  folder: string,
  path: string,
  { commit, branch }: { readonly commit: string; readonly branch: string | null },
): Promise<readonly string[] | null> {
  const { gitDir, head } = await headOfRepository(folder, path)
  return await withGit(path, async (git) => {
    const now = await placeOf(git, { gitDir, head }, commit, branch)
    if (now === null) return null
    const options = ['-r', '-z', '--name-only', '--no-renames', '--no-ext-diff', '--no-textconv']
    const call = { verb: 'diff-tree', options, revisions: [commit, now] } as const
    return (await git.run({ gitDir }, call)).fields()
  })
}

interface Headed {
  readonly gitDir: string
  readonly head: string | null
}

async function placeOf(
  git: Git,
  { gitDir, head }: Headed,
  commit: string,
  branch: string | null,
): Promise<string | null> {
  const place = { gitDir }
  const tip = branch === null ? null : await tipOf(git, gitDir, branch)
  for (const now of [head, tip]) {
    if (now === null) continue
    const call = {
      verb: 'merge-base',
      options: ['--is-ancestor'],
      revisions: [commit, now],
      accept: [0, 1, 128],
    } as const
    if ((await git.run(place, call)).exit === 0) return now
  }
  return null
}

async function tipOf(git: Git, gitDir: string, branch: string): Promise<string | null> {
  const name = branch.startsWith('refs/') ? branch : `refs/heads/${branch}`
  if (!isRefName(name)) return null
  // A pattern also finds what lies below the name.
  const options = ['--format=%(refname) %(objectname)', name]
  const lines = (await git.run({ gitDir }, { verb: 'for-each-ref', options })).text().split('\n')
  return lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? null
}
