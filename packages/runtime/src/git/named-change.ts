/** A change as a person names it: by a branch, a commit, or a range. Reads only. */
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Change } from '@sigma/engine'
import { emptyChange, noSuchChange } from '../errors.ts'
import { commitNamed } from './commit-named.ts'
import { createGit, type Git } from './git.ts'
import type { UsableRepository } from './repository.ts'

/** Where work usually lands. */
const trunks = ['origin/HEAD', 'origin/main', 'origin/master', 'main', 'master']

/**
 * `a..b` is what `b` has that `a` has not; a side that is left out is HEAD. Anything else is a commit, and the change began
 * where it left the first of the trunks that it is no part of, or HEAD. One that left none of them is the whole: there `base`
 * is `commit`. Fails with `no-such-change`, `empty-change`.
 */
export async function namedChange(repository: UsableRepository, path: string, name: string): Promise<Change> {
  using empty = mkdtempDisposableSync(join(tmpdir(), 'sigma-look-'))
  const git = createGit({ path, emptyFolder: empty.path })
  const commitOf = async (each: string): Promise<string> => {
    const commit = await commitNamed(git, repository, each)
    if (commit !== null) return commit
    const ofRemote = await commitNamed(git, repository, `origin/${each}`)
    throw noSuchChange(each, ofRemote === null ? null : `origin/${each}`)
  }
  const [, from, to] = /^(.*?)\.{2,3}(.*)$/s.exec(name) ?? []
  if (from !== undefined && to !== undefined) {
    const [begin, commit] = [await commitOf(from || 'HEAD'), await commitOf(to || 'HEAD')]
    const base = (await common(git, repository, [begin, commit])) ?? begin
    // A commit that is its own beginning is the whole, which nobody names by a range.
    if (base === commit) throw emptyChange(name, `${to || 'HEAD'}..${from || 'HEAD'}`, begin === commit)
    return { base, commit }
  }
  const commit = await commitOf(name)
  for (const trunk of [...trunks, 'HEAD']) {
    const tip = await commitNamed(git, repository, trunk)
    const base = tip === null ? null : await common(git, repository, [tip, commit])
    if (base !== null && base !== commit) return { base, commit }
  }
  return { base: commit, commit }
}

async function common(
  git: Git,
  { gitDir }: UsableRepository,
  revisions: readonly [string, string],
): Promise<string | null> {
  const [base] = (await git.run({ gitDir }, { verb: 'merge-base', revisions, accept: [0, 1] })).lines()
  return base ?? null
}
