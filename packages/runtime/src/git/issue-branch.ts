/** The branch that belongs to an issue: the one that has its number in its name. */
import { noIssueBranch, severalIssueBranches } from './change-errors.ts'
import type { UsableRepository } from './repository.ts'
import { withGit } from './with-git.ts'

/**
 * A branch of one's own, else one of `origin`. The number stands by itself, as in `42-slugs`, `fix/issue-42` and `gh42`: neither
 * `142` nor `v1.42` is it, and no branch of Sigma's. Fails with `no-issue-branch`, `several-issue-branches`.
 */
export async function issueBranch({ commonDir }: UsableRepository, path: string, issue: number): Promise<string> {
  const options = ['--format=%(refname)', 'refs/heads/', 'refs/remotes/origin/']
  const refs = await withGit(path, async (git) =>
    (await git.run({ gitDir: commonDir }, { verb: 'for-each-ref', options })).lines(),
  )
  const own = namesIn(refs, 'refs/heads/').filter((name) => !name.startsWith('sigma/') && isOf(name, issue))
  const remote = namesIn(refs, 'refs/remotes/origin/').filter((name) => !name.startsWith('sigma/') && isOf(name, issue))
  const found = [...own, ...remote.filter((name) => !own.includes(name)).map((name) => `origin/${name}`)]
  const [branch] = found
  if (branch === undefined) throw noIssueBranch(issue)
  if (found.length > 1) throw severalIssueBranches(issue, found)
  return branch
}

const namesIn = (refs: readonly string[], folder: string): readonly string[] =>
  refs.flatMap((ref) => (ref.startsWith(folder) ? [ref.slice(folder.length)] : []))

const isOf = (name: string, issue: number): boolean =>
  new RegExp(`(?:^|[/_#-])(?:issue|issues|gh|bug|fix)?#?${issue}(?:$|[/_-])`, 'i').test(name)
