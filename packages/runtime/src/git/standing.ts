import type { BaseFound } from '@sigma/protocol'
import { unsafeRevision } from '../errors.ts'
import { type Git, isRefName } from './git.ts'
import type { UsableRepository } from './repository.ts'

/** The branch that work of this repository lands on, by its full name; null when none is checked out. */
export function targetOf({ branch }: UsableRepository): string | null {
  const name = `refs/heads/${branch}`
  return branch !== null && isRefName(name) ? name : null
}

/** How a branch of the user's repository, by its full name, stands to a commit that it once stood at. Reads only. */
export async function standing(
  git: Git,
  { commonDir }: UsableRepository,
  branch: string,
  from: string,
): Promise<BaseFound> {
  if (!isRefName(branch) || !branch.startsWith('refs/heads/')) throw unsafeRevision(branch)
  const place = { gitDir: commonDir }
  // A pattern also finds what lies below the name.
  const options = ['--format=%(refname) %(objectname)', branch]
  const lines = (await git.run(place, { verb: 'for-each-ref', options })).text().split('\n')
  const head = lines.find((line) => line.startsWith(`${branch} `))?.slice(branch.length + 1)
  if (head === undefined) return { stands: 'gone' }
  if (head === from) return { stands: 'still' }
  const call = { verb: 'merge-base', options: ['--is-ancestor'], revisions: [from, head], accept: [0, 1, 128] } as const
  return { stands: (await git.run(place, call)).exit === 0 ? 'ahead' : 'elsewhere', head }
}
