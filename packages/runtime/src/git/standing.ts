import { isTurnIdentity } from '@sigma/engine'
import type { BaseFound } from '@sigma/protocol'
import { unsafeRevision } from '../errors.ts'
import { type Git, type GitPlace, isRefName } from './git.ts'
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
  const isAhead = (await git.run(place, call)).exit === 0 && !(await holdsTurns(git, place, from, head))
  return { stands: isAhead ? 'ahead' : 'elsewhere', head }
}

const mostCommits = 10_000

/** An agent put a commit there that is not its own to put: what it set the branch to is no history to build on (T35). */
async function holdsTurns(git: Git, place: GitPlace, from: string, head: string): Promise<boolean> {
  const options = ['--format=%ce', `--max-count=${mostCommits}`]
  const list = (await git.run(place, { verb: 'rev-list', options, revisions: [head, `^${from}`] })).text()
  return list.split('\n').some(isTurnIdentity)
}
