/** Where a branch began: what HEAD and another commit have in common. Reads only. */
import { existsSync, mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noCommonCommit, noSuchBase } from '../errors.ts'
import { commitNamed } from './commit-named.ts'
import { createGit } from './git.ts'
import type { UsableRepository } from './repository.ts'

/**
 * The merge base of HEAD and `ref`, which may be any name of a commit that git takes. Fails with `no-such-base` and
 * `no-common-commit`.
 */
export async function branchStart(repository: UsableRepository, path: string, ref: string): Promise<string> {
  using empty = mkdtempDisposableSync(join(tmpdir(), 'sigma-look-'))
  const git = createGit({ path, emptyFolder: empty.path })
  const isShallow = existsSync(join(repository.commonDir, 'shallow'))
  const tip = await commitNamed(git, repository, ref)
  if (tip === null) {
    const known = (await commitNamed(git, repository, `origin/${ref}`)) === null ? null : `origin/${ref}`
    throw noSuchBase(ref, { known, isShallow })
  }
  const call = { verb: 'merge-base', revisions: [repository.head, tip], accept: [0, 1] } as const
  const [base] = (await git.run({ gitDir: repository.gitDir }, call)).lines()
  if (base === undefined) throw noCommonCommit(ref, isShallow)
  return base
}
